import { NUMBER_WORDS } from './words.ts';

/** Words of runs in other languages, as the script language says them: the pattern, then the word. */
const PATTERNS: readonly (readonly [string, string])[] = [
  // English
  ['shake[- ]?outs?(?: runs?| jogs?)?|ez|chill(?:ed)?(?: pace)?|chatty(?: pace)?', 'easy'],
  ['to (warm|cool)[- ]?(up|down)', '$1 $2'],
  ['lsr|lsd', 'long run'],
  ['half an hour', '30 minutes'],
  ['an hour', '1 hour'],
  // German
  [
    '(?:sehr )?(?:lockere[rs]?|langsame[rs]?|ruhige[rs]?) (?:dauerlauf|dl|lauf|traben)|dauerlauf|locker|lo dl|ldl|dl(?: ?1)?|ga ?1|ruhig',
    'easy',
  ],
  ['lange[rs]? (?:lauf|dl|dauerlauf)', 'long run'],
  ['reg(?=\\.|$)\\.?|regenerations?(?:lauf|dl)|regenerativ(?:er (?:lauf|dl|dauerlauf))?', 'easy'],
  ['einlaufen|warmlaufen|el', 'WU'],
  ['auslaufen|al', 'CD'],
  ['trabpausen?|traben|trab|tp', 'jog'],
  ['gehpausen?|gehen', 'walk'],
  ['steigerungs?(?:läufe|en)?|steigerungen|stl', 'strides'],
  ['(?:im )?tempodauerlauf|tdl|schwellenlauf|(?:im )?schwellentempo', 'tempo'],
  ['(?:im )?(?:halbmarathontempo|hm-tempo|hmrt)', '@ HM'],
  ['(?:im )?(?:marathon(?:renn)?tempo|mrt)', '@ M'],
  ['(?:im )?(\\d{1,2})[- ]?(?:km|er)-?(?:renn)?tempo', '@ $1k'],
  ['minuten', 'min'],
  ['zwischen den serien|serienpause', 'between sets'],
  ['(?:und )?(?:danach|anschließend|dann)', 'then'],
  ['am (?:ende|schluss)', 'at the end'],
  ['stunden?|std', 'h'],
  ['mit', 'with'],
  ['und', 'and'],
  // French
  ['footing(?: facile| lent| souple)?|endurance fondamentale|en endurance|facile', 'easy'],
  ['sortie longue', 'long run'],
  ['(?:une )?demi-heure', '30 min'],
  ['(?:la |les )?derni[eè]re?s? (\\d+ (?:minutes|min|mn|km))', 'last $1'],
  ['(?:les )?(\\d+) derni[eè]re?s (minutes|min|mn|km|kilom[eè]tres)', 'last $1 $2'],
  ['(?:en )?ef', 'easy'],
  ['sl', 'long run'],
  ['rac', 'CD'],
  ["d['’][ée]chauffement|[ée]chauffement", 'WU'],
  ['(?:de )?retour au calme', 'CD'],
  ['lignes droites|accélérations', 'strides'],
  ['(?:à |en )?allure (\\d{1,2}) ?km?', '@ $1k'],
  ['(?:à |en )?allure semi(?:-marathon)?', '@ HM'],
  ['(?:à |en )?allure marathon', '@ M'],
  ['(?:au )?seuil', 'threshold'],
  ['en trottinant|trottiné|trot', 'jog'],
  ['marche', 'walk'],
  ['mn', 'min'],
  ['entre (?:les|las)(?: \\d)? s[ée]ries', 'between sets'],
  ['puis|ensuite', 'then'],
  ['à la fin', 'at the end'],
  ['avec', 'with'],
  ['et', 'and'],
  // Spanish
  ['cc|rodaje(?: suave| fácil)?|trote suave|carrera continua(?: suave)?|(?:muy )?suaves?', 'easy'],
  ['después|luego', 'then'],
  ['al final', 'at the end'],
  ['tirada larga|rodaje largo', 'long run'],
  ["r(?=\\d{1,2}\\s?['’′])", 'rec '],
  ["(?:de )?calentamiento|(?<=\\d\\s?(?:km|min|[’'])\\s?)cal\\.?", 'WU'],
  ["(?:de )?(?:enfriamiento|vuelta a la calma)|(?<=\\d\\s?(?:km|min|[’'])\\s?)enf\\.?", 'CD'],
  ['progresivos|progresiones|rectas', 'strides'],
  ['a ritmo (?:de )?(\\d{1,2}) ?km?', '@ $1k'],
  ['(?:a )?ritmo (?:de )?media(?: marat[oó]n)?', '@ HM'],
  ['(?:a )?ritmo (?:de )?marat[oó]n', '@ M'],
  ['(?:a )?(?:ritmo )?umbral', 'threshold'],
  ['trotando|trote', 'jog'],
  ['caminando|andando', 'walk'],
  ['minutos', 'min'],
  ['con', 'with'],
  ['y', 'and'],
  // Italian
  ['(?:di )?(?:corsa lenta|fondo lento|lento|lenta|corsa facile)', 'easy'],
  ['lungo(?: lento)?(?: di)?', 'long run'],
  ['riscaldamento', 'WU'],
  ['defaticamento', 'CD'],
  ['allunghi', 'strides'],
  ['(?:a )?ritmo (?:della )?mezza(?: maratona)?', '@ HM'],
  ['(?:a )?ritmo (?:della )?maratona', '@ M'],
  ['(?:a )?ritmo (?:gara )?(?:dei )?(\\d{1,2}) ?km', '@ $1k'],
  ['(?:in |alla )?soglia', 'threshold'],
  ['da fermo', 'rest'],
  ['(?:di )?(?:corsetta|recupero)', 'recovery'],
  ['poi', 'then'],
  ['alla fine', 'at the end'],
  ['gli ultimi', 'last'],
  ['minuti', 'min'],
  // Portuguese
  ['(?:corrida |rodagem |trote )?(?:muito )?leve|rodagem', 'easy'],
  ['long[ãa]o', 'long run'],
  ['(?:de )?aquecimento', 'WU'],
  ['(?:de )?(?:desaquecimento|volta à calma)', 'CD'],
  ['(?:em |no )?ritmo (?:de )?(\\d{1,2}) ?km?', '@ $1k'],
  ['(?:em |no )?ritmo (?:de )?(?:meia(?: maratona)?)', '@ HM'],
  ['(?:em |no )?ritmo (?:de )?maratona', '@ M'],
  ['com', 'with'],
  // Dutch
  ['(?:rustige? )?duurloop|rustig(?:e loop)?|(?:heel )?rustig', 'easy'],
  ['lange duurloop', 'long run'],
  ['inlopen', 'WU'],
  ['uitlopen', 'CD'],
  ['dribbelpauze|dribbelen|dribbel', 'jog'],
  ['versnellingen', 'strides'],
  ['(?:in )?(?:halve[- ]marathon|hm)[- ]?tempo', '@ HM'],
  ['(?:in )?marathontempo', '@ M'],
  ['(?:in )?(\\d{1,2})[- ]?km[- ]?tempo', '@ $1k'],
  ['minuten', 'min'],
  ['met', 'with'],
];

const TRANSLATIONS = PATTERNS.map(
  ([pattern, word]) =>
    [new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}])`, 'giu'), word] as const,
);

/** "2 séries de 8x200m" */
const SERIES =
  /(?<![\p{L}\d])(\d{1,2})\s*(?:x\s*)?(?:s[ée]ries?|serien?|sets?)\s+(?:de|mit|von|of|à)\s+(\d+\s*[x×]\s*(?:\([^()]*\)|[^,;()]*))/iu;

/** "five times 1000 metres", "two miles" */
const COUNTED_WORD = new RegExp(
  String.raw`(?<!\p{L})(${NUMBER_WORDS.slice(1).join('|')})(\s+times\s+(?=\(?\d)|(?=\s+(?:miles?|km|kilomet\p{L}+|min(?:ute)?s?)(?!\p{L})))`,
  'giu',
);

/** The same run in the words of the script language. Other words stay. */
export function translate(text: string): string {
  const series = text
    .replace(SERIES, '$1 x ($2)')
    .replaceAll(COUNTED_WORD, (_, word: string, times: string) => {
      const number = NUMBER_WORDS.indexOf(word.toLowerCase());
      return times === '' ? String(number) : `${number} x `;
    });
  return TRANSLATIONS.reduce((one, [pattern, word]) => one.replaceAll(pattern, word), series);
}

const COUNTED = String.raw`(\d{1,2})\s*(?:x\s*)?(?:(?:relaxed|short|quick|easy|good)\s+)?`;
const STRIDES =
  'strides|striders|stride-?outs|pick-?ups|accelerations|steigerungen|stl|lignes droites|progresivos|rectas|allunghi|versnellingen|ld(?!\\p{L})';
const JOIN = String.raw`(?:\s*(?:\+|,|&|\b(?:with|w\/|and|then|plus|mit|und|danach|anschließend|dann|avec|et|puis|ensuite|con|y|luego|después|poi|finish with)\b|w\/)\s*)`;
const SOME_STRIDES = new RegExp(
  String.raw`(?:${JOIN}|^)\(?${COUNTED}(?:${STRIDES})(?![\p{L}])\)?`,
  'iu',
);
/** "6 strides of 100 m" */
const SIZED_STRIDES = new RegExp(
  String.raw`${JOIN}\(?${COUNTED}(?:${STRIDES})\s+(?:of|over|di|de|à|van|von|über|zu)\s+(\d+\s*(?:m|mtr|metres|meters|s|secs?|seconds|sek)(?!\p{L}))\)?`,
  'iu',
);
const ANY_STRIDES = new RegExp(
  String.raw`(?:${JOIN}|\s*\/\s*)(?:(?:some|a few|finish with|the)\s+)*(?:${STRIDES})(?![\p{L}])`,
  'iu',
);
const TIMED_STRIDES = new RegExp(
  String.raw`${JOIN}(?=\d{1,2}\s*x\s*\d+\s*\p{L}+\s+(?:${STRIDES}))`,
  'iu',
);

const STRIDES_WORD = new RegExp(String.raw`(?<!\p{L})(?:${STRIDES})(?!\p{L})`, 'iu');
const STRIDE_LENGTH =
  /(?<![\d.])(?:(\d{1,2})(?:\s*[-–]\s*\d{1,2})?\s*[x×]\s*)?(\d{2,3})(?:\s*[-–]\s*\d{2,3})?\s*(s|secs?|seconds?|sek\p{L}*|m|mtr|met\p{L}+)(?!\p{L})/iu;
const STRIDE_REST =
  /(?:(\d{1,3})\s*(s|secs?|seconds?|sek\p{L}*|m|mtr|met\p{L}+|min\p{L}*)?\s*(?:\p{L}+\s+)?)?(?<!\p{L})(walk|jog|easy|geh|trab|march|camin|stand)\p{L}*/iu;

/** "Strides: 20 seconds quick, 40 seconds jog": what the text means by one, as a script, in brackets. */
export function strideOf(text: string): string | undefined {
  const word = STRIDES_WORD.exec(text);
  const length = word && STRIDE_LENGTH.exec(text);
  if (!length) return undefined;
  const [all, count, size = '', unit = ''] = length;
  const behind = text.slice(length.index + all.length);
  const [, far, farUnit = unit, kind = ''] = STRIDE_REST.exec(behind) ?? [];
  const way = kind === '' ? '' : /^(?:walk|geh|march|camin|stand)/i.test(kind) ? 'walk' : 'jog';
  const rest = far === undefined ? way : `${far}${scriptUnit(farUnit)} ${way}`;
  const one = `(${[`${size}${scriptUnit(unit)} R`, rest].filter(Boolean).join(' + ')})`;
  return count === undefined ? one : `${count}x${one}`;
}

function scriptUnit(unit: string): string {
  return /^s/i.test(unit) ? 's' : /^min/i.test(unit) ? 'm' : 'mtr';
}

/** Of which the text says nothing but their number. */
const STRIDE = '20s R + 1m jog';
const OTHER_STRIDES = ['100mtr R + 100mtr jog', '20s R + jog'];

/** Scripts with strides of other lengths. */
export function otherStrides(script: string): string[] {
  return script.includes(STRIDE) ? OTHER_STRIDES.map((one) => script.replace(STRIDE, one)) : [];
}

/** Strides have a usual length, and come behind the run. Without a number they are a note. */
export function writeStrides(text: string): { text: string; note: string; isUsual?: boolean } {
  const sized = text.replace(SIZED_STRIDES, ' + $1x($2 R)');
  if (sized !== text) return { text: sized, note: '' };
  const counted = text.replace(
    SOME_STRIDES,
    (all, count: string, at: number) => `${at === 0 ? '' : ' + '}${count}x(${STRIDE})`,
  );
  if (counted !== text) return { text: counted, note: '', isUsual: true };
  const timed = text.replace(TIMED_STRIDES, ' + ');
  if (timed !== text) return { text: timed, note: '' };
  const [some] = ANY_STRIDES.exec(text) ?? [];
  return some === undefined || /\d/.test(some)
    ? { text, note: '' }
    : { text: text.replace(some, ' ').trim(), note: some.trim() };
}
