/** Words of runs in other languages, as the script language says them: the pattern, then the word. */
const PATTERNS: readonly (readonly [string, string])[] = [
  // German
  [
    '(?:sehr )?(?:lockere[rs]?|langsame[rs]?|ruhige[rs]?) (?:dauerlauf|dl|lauf|traben)|dauerlauf|locker|lo dl|ldl|dl|ga ?1|ruhig',
    'easy',
  ],
  ['lange[rs]? (?:lauf|dl|dauerlauf)', 'long run'],
  ['einlaufen|warmlaufen|el', 'WU'],
  ['auslaufen|al', 'CD'],
  ['trabpausen?|traben|trab|tp', 'jog'],
  ['gehpausen?|gehen', 'walk'],
  ['steigerungs?(?:läufe|en)?|steigerungen', 'strides'],
  ['(?:im )?tempodauerlauf|tdl|schwellenlauf|(?:im )?schwellentempo', 'tempo'],
  ['(?:im )?(?:halbmarathontempo|hm-tempo|hmrt)', '@ HM'],
  ['(?:im )?(?:marathon(?:renn)?tempo|mrt)', '@ M'],
  ['(?:im )?(\\d{1,2})[- ]?(?:km|er)-?(?:renn)?tempo', '@ $1k'],
  ['minuten', 'min'],
  ['stunden?|std', 'h'],
  ['mit', 'with'],
  ['und', 'and'],
  // French
  ['footing(?: facile| lent| souple)?|endurance fondamentale|en endurance|facile', 'easy'],
  ['sortie longue', 'long run'],
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
  ['avec', 'with'],
  ['et', 'and'],
  // Spanish
  ['rodaje(?: suave| fácil)?|trote suave|carrera continua(?: suave)?|muy suave|suaves?', 'easy'],
  ['tirada larga', 'long run'],
  ['(?:de )?calentamiento', 'WU'],
  ['(?:de )?(?:enfriamiento|vuelta a la calma)', 'CD'],
  ['progresivos|progresiones|rectas', 'strides'],
  ['a ritmo (?:de )?(\\d{1,2}) ?km?', '@ $1k'],
  ['a ritmo (?:de )?media(?: marat[oó]n)?', '@ HM'],
  ['a ritmo (?:de )?marat[oó]n', '@ M'],
  ['(?:a )?(?:ritmo )?umbral', 'threshold'],
  ['trotando|trote', 'jog'],
  ['caminando|andando', 'walk'],
  ['minutos', 'min'],
  ['con', 'with'],
  ['y', 'and'],
];

const TRANSLATIONS = PATTERNS.map(
  ([pattern, word]) =>
    [new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}])`, 'giu'), word] as const,
);

/** The same run in the words of the script language. Other words stay. */
export function translate(text: string): string {
  return TRANSLATIONS.reduce((one, [pattern, word]) => one.replaceAll(pattern, word), text);
}

const COUNTED = String.raw`(\d{1,2})\s*(?:x\s*)?(?:(?:relaxed|short|quick|easy|good)\s+)?`;
const STRIDES =
  'strides|striders|stride-?outs|pick-?ups|accelerations|steigerungen|lignes droites|progresivos|rectas';
const JOIN = String.raw`(?:\s*(?:\+|,|&|\b(?:with|w\/|and|then|plus|mit|und|avec|et|con|y|finish with)\b|w\/)\s*)`;
const SOME_STRIDES = new RegExp(
  String.raw`(?:${JOIN}|^)\(?${COUNTED}(?:${STRIDES})(?![\p{L}])\)?`,
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

/** Strides have a usual length, and come behind the run. Without a number they are a note. */
export function writeStrides(text: string): { text: string; note: string } {
  const counted = text.replace(
    SOME_STRIDES,
    (all, count: string, at: number) => `${at === 0 ? '' : ' + '}${count}x(20s R + 1m jog)`,
  );
  if (counted !== text) return { text: counted, note: '' };
  const timed = text.replace(TIMED_STRIDES, ' + ');
  if (timed !== text) return { text: timed, note: '' };
  const [some] = ANY_STRIDES.exec(text) ?? [];
  return some === undefined || /\d/.test(some)
    ? { text, note: '' }
    : { text: text.replace(some, ' ').trim(), note: some.trim() };
}
