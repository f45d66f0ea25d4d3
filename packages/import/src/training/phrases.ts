import { backOver } from '@pacewright/script';

import { separateClock } from './clock.ts';
import { hasAmount, isRest, namesRace, namesSport } from './evidence.ts';
import { readRace } from './race.ts';
import { OR, RACE } from './words.ts';

/** A time of day, or a place to meet, up to the end of its clause. */
const APPOINTMENT =
  /(?:\b(?:meet(?:ing)?|treffpunkt|treffen|rendez-vous|rdv|départ|depart|salida|quedamos|buses?)\b)|(?<![\d:.])\d{1,2}(?:[.:]\d\d)?\s*(?:[ap]\.?m\b|uhr\b|o'?clock)|\b\d{1,2}h(?:\d\d)?\s+(?:au|à|devant|du|chez|place)\b|\bat \d{1,2}[:.]\d\d\b(?!\s*(?:\/|per|min|pace|k|mi|-|–))/iu;

const CONDITION =
  /,?\s*\b(?:(?:stop|only|just)\s+)?(?:if|when|unless|wenn|falls|si)\s+(?!\d)[^.,;()]*/giu;
const CONDITION_ASIDE = /\([^()]*\b(?:if|needed|optional|only|when|unless)\b[^()]*\)/gi;
const VAGUE_PART = /\s*\b(?:with|w\/)\s*(?:intervals|hills|fartlek|drills|surges|speedwork)\b/gi;
/** "at 70% HRmax", "90% of marathon pace": what it is a share of is not the effort itself. */
const SHARE =
  /(?<!\s),?\s*(?:(?:@|at|bei|à|ca\.?|around)\s*)?(?:ca\.?\s*)?\d{2,3}\s*(?:[-–]\s*\d{2,3}\s*)?%(?:\s*(?:of|der|des|de(?: la)?)(?!\p{L}))?(?:\s*(?:your|my|goal))?(?:\s*(?:max\p{L}*|m?hr\p{L}*|hf\p{L}*|fc\p{L}*|heart ?rate|effort|intensity|intensität|v̇?o2 ?max|vma|mas|ftp|h?mp|marathon|race|threshold|lt|half|\d+k|pace|tempo)(?!\p{L})){0,3}/giu;
/** "à 100 % de la VMA": as fast as it, more or less. */
const SHARE_OF_MAX =
  /,?\s*(?:(?:@|at|à|a|al|bei|mit)\s*)?((?:9[5-9]|1[01]\d)(?:\s*[-–]\s*\d{2,3})?)\s*%\s*(?:(?:de|der|of)\s+)?(?:la\s+)?(?:vma|pma|vam|vvo2 ?max|v̇?o2 ?max)(?!\p{L})/giu;
const FARTLEK =
  /^(?:\p{L}+\s+)*?(?:fartlek|fahrtspiel)\s+(\d+\s*\p{L}+)$|^(\d+\s*\p{L}+)(?:\s+(?:of|\p{L}+))?\s+(?:fartlek|fahrtspiel)$/iu;
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|okt|dez|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const DATE = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)?\s+(?:de\s+)?${MONTH}(?![\p{L}])`;
/** "30 November - 6 December", also "(23-29 Nov)". */
const DATES = new RegExp(
  String.raw`\(?(?<![\p{L}\d])(?:(?:from|vom|ab|du|del|on|am|le|el)\s+)?(?:(?:${DATE}|\d{1,2}\.?)\s*(?:[-–—]|to|until|bis|au|al|a)\s*)?${DATE}\)?`,
  'giu',
);
/** "6 miles (incl. 3 at threshold)" */
const INCLUDED =
  /\((?:inc|incl|including|inkl|dont|incluye|with|w\/|mit|avec|con)\.?:?\s+([^()]*)\)/giu;
const OF_WHICH =
  /,?\s*(?<!\p{L})(?:of which|davon|including|incl?\.?|inkl\.?|dont|de los cuales)\s+(?=(?:(?:the|die|les|los)\s+)?(?:(?:last|letzten?|derniers?|últimos)\s+)?\d)/giu;
/** "(6 miles/week)": of all the days. */
const PER_WEEK =
  /\(?(?<![\d.x×]\s*)\d{1,3}(?:[.,]\d+)?\s*(?:km|kms|k|mi|miles?|hours?|h)\s*(?:\/|per|a|pro|par|por)\s*(?:week|wk|woche|semaine|semana)\b\)?/giu;
const AS_USUAL =
  /,?\s+(?:as (?:usual|normal|always|ever)|wie (?:immer|üblich)|comme d['’]hab\p{L}*|como siempre)(?!\p{L})/giu;
const ASIDE = /\(([^()\d]{3,})\)/g;
const MEANING =
  /^(?:easy|e|slow!?|slowly|gentle|gently|tempo|steady|long|hard|jog|walk|rest|threshold|recovery|float|each|total|(?:walk|jog)(?:ing)? (?:back|down).*|tempo run|long run|easy run|marathon pace|.*pace|.*effort)$/i;

export type Separated = { main: string; notes: string[]; title: string };

/** Sentences and clauses without an amount are notes, where others have one. */
export function separateNotes(text: string, group?: string): Separated {
  const notes: string[] = [];
  const keep = (words: string) => {
    const start = words.replace(/^[\s,;.(–-]+/, '');
    const bare = withoutEnd(start, /[\s,;(–-]/);
    if (bare !== '') notes.push(bare);
    return '';
  };
  const [before = '', ...comments] = text.split(/\s*\/\/\s*/);
  for (const comment of comments) keep(comment);
  let main = withGroup(withIncluded(before), group, keep)
    .replaceAll(CONDITION_ASIDE, keep)
    .replaceAll(DATES, keep)
    .replaceAll(ASIDE, (all, inside: string) =>
      MEANING.test(inside.trim()) ? all : ` ${keep(inside)}`,
    )
    .replaceAll(CONDITION, (all) => (hasAmount(all) ? all : keep(all)))
    .replaceAll(VAGUE_PART, keep)
    .replaceAll(AS_USUAL, keep)
    .replaceAll(PER_WEEK, keep)
    .replaceAll(SHARE_OF_MAX, (all) => `${keep(all)} @ vVO2max`)
    .replaceAll(SHARE, keep);
  if (!APPOINTMENT.test(main)) main = separateClock(main, keep);
  const sentences = splitSentences(main);
  const [lead = ''] = sentences;
  if (namesSport(lead) && !hasAmount(lead) && !sentences.some((one) => RUNS.test(one)))
    return {
      main: sentences
        .join('')
        .trim()
        .replaceAll(/\s*\n\s*/g, ', '),
      notes,
      title: '',
    };
  const title = titleOf(sentences, keep);
  const useful = sentences.filter(
    (one, index) =>
      (hasAmount(one) || /^\s*\d/.test(one) || (index > 0 && ROLE.test(one))) &&
      !/^\s*(?:if|when|unless|wenn|falls|si)\s/i.test(one),
  );
  if (useful.length > 0 && useful.length < sentences.length) {
    // "Race day! Spring 10 km"
    const raced = sentences.find((one) => !useful.includes(one) && RACE_ALONE.test(one)) ?? '';
    for (const one of sentences) if (!useful.includes(one) && one !== raced) keep(one);
    const called = raced === '' ? '' : `${raced.trimEnd().replace(/[.!:]$/, '')}: `;
    main = `${called}${useful.join('')}`;
  } else main = sentences.join('');
  main = withoutAppointments(main, keep);
  main = main.replace(/^[\s,;.–—-]+/, '');
  main = withoutEnd(main, /[\s,;.]/);
  const [fartlek, one, other] = FARTLEK.exec(main) ?? [];
  if (fartlek !== undefined) keep(fartlek);
  return { main: one ?? other ?? main, notes, title };
}

/** What nobody does on a bike. */
const RUNS =
  /(?<!\p{L})(?:runs?|running|jog\p{L}*|footing|rodaje|dauerlauf|\p{L}*lauf|strides?|miles? (?:run|easy|tempo))(?!\p{L})/iu;

const RACE_ALONE = new RegExp(
  `^\\s*(?:(?:${RACE})\\W*(?:day|time)?|(?:renn|wettkampf)tag)\\W*$`,
  'iu',
);

/** "Cool down." */
const ROLE = /^\s*(?:(?:then|and)\s+)?(?:cool[- ]?down|warm[- ]?down|c\/?d)\s*[.!]?\s*$/i;

/** Each with what joins it to the next. */
function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[\p{L})\d][.!?]\s+)(?=[\p{Lu}\d])|(?<=\n)/u)
    .filter((one) => one.trim() !== '');
}

/** The first words of a session, up to a colon, without a number: what it is called. */
function titleOf(sentences: string[], keep: (words: string) => string): string {
  const [first = ''] = sentences;
  const [all, name = ''] = /^\s*([^:\d(){}]{2,40}?)\s*(?::|\s[–—-])\s+(?=\S)/u.exec(first) ?? [];
  const isSport = namesSport(name) && !/\d\s*[x×]|\d\s*(?:mi|miles?|km)\b/i.test(first);
  const isRace = /^park ?run$/i.test(name);
  if (all !== undefined && /\p{L}/u.test(name) && !namesRole(name) && !isSport && !isRace) {
    sentences[0] = first.slice(all.length);
    if (isRepeats(sentences)) keep(sentences.shift() ?? '');
    return /^(?:run|lauf|course|carrera)$/i.test(name) ? '' : name.trim();
  }
  if (isRaceWithWords(sentences)) {
    const [race = '', ...wishes] = sentences.splice(0);
    sentences.push(race.trimEnd().replace(/[.!]$/, ''));
    for (const one of wishes) keep(one);
    return '';
  }
  const isWords =
    (!hasAmount(first) && !/\d/.test(first) && !namesRace(first)) || isRepeats(sentences);
  if (sentences.length > 1 && isWords && first.length < 60) {
    sentences.shift();
    keep(first);
  }
  return '';
}

/** "400m repeats" above their steps. */
const REPEATS =
  /^[^\dx×]{0,30}\d{3,4}\s*m?\s*(?:repeats|reps|repetitions|intervals|intervalle)\W*$/iu;

function isRepeats([first = '', ...others]: readonly string[]): boolean {
  return first.endsWith('\n') && REPEATS.test(first) && others.some(hasAmount);
}

/** "HALBMARATHON! Viel Erfolg" */
function isRaceWithWords([first = '', ...others]: readonly string[]): boolean {
  const isRace = (one: string) =>
    readRace(one.trimEnd().replace(/[.!]$/, ''), '')?.metres !== undefined;
  return others.length > 0 && isRace(first) && !others.some((one) => hasAmount(one) || isRace(one));
}

export function namesRole(text: string): boolean {
  return (
    /^(?:warm|cool|main|w\/?u\b|c\/?d\b|race\b|rest\b|off\b)/i.test(text.trim()) || isRest(text)
  );
}

const EVERYONE = /^\s*(?:all|everyone|everybody|alle|tous|todos)\s*:\s*/iu;
const GROUP = /^\s*((?:group|gruppe|groupe|grupo)\s*(?:\d|[a-d](?!\p{L})))\s*[:–-]\s*/iu;
const LETTER_GROUP = /^\s*([A-D])(?:\s*[:)]\s*|\s+[–-]\s+)(?=.*\d)/u;

/** "Group 1" of a line, or "A". */
export function groupOf(line: string): { label: string; length: number } | undefined {
  const [all, label = ''] = GROUP.exec(line) ?? LETTER_GROUP.exec(line) ?? [];
  return all === undefined ? undefined : { label, length: all.length };
}

/** "Run 1 min, then walk 2 min. Repeat this 8 times." */
const REPEATED =
  /(?<=^|[.!?]\s+)([^.!?\n]*\b(?:run|jog|walk)\b(?:[^.!?\n]|\.\d)*?)\s*[.,;–-]?\s+(?:and |then )*(?:repeat|do)(?: (?:this|that|it|all of (?:this|that)|(?:the )?whole (?:lot|thing)))?\s*(?:[x×]\s*)?(?:(\d{1,2})(?: times| x)?|(twice))(?![\p{L}\d])/giu;

function withRepeats(text: string): string {
  return text.replaceAll(
    REPEATED,
    (_, steps: string, count: string | undefined) => `${count ?? 2} x (${steps})`,
  );
}

/** "(récup descente)", "Trabpause bergab" */
const DOWNHILL =
  /\(\s*(?:r[ée]cup\p{L}*|rec\p{L}*|retour|trab\p{L}*|gehpause)\.?\s+(?:en |à la |in der |auf der |la )?(?:descente|descendant|trottinant|bajada|bajando|bergab|abwärts|zurück)\s*\)/giu;

function withIncluded(text: string): string {
  return withRepeats(text)
    .replaceAll(DOWNHILL, '(jog down)')
    .replaceAll(INCLUDED, (all, inside: string) => (/\d/.test(inside) ? `with ${inside}` : all))
    .replaceAll(OF_WHICH, ' with ');
}

/** Lines for several groups, of which the runner is in one: that one, or else the first. The others are notes. */
function withGroup(
  text: string,
  wanted: string | undefined,
  keep: (words: string) => string,
): string {
  const lines = text.replace(EVERYONE, '').split('\n');
  const labels = lines.flatMap((line) => groupOf(line)?.label ?? []);
  const isNamed = labels.some((label) => label.length > 1);
  if (labels.length === 0 || (!isNamed && new Set(labels).size < 2)) return lines.join('\n');
  const own = wanted !== undefined && labels.includes(wanted) ? wanted : labels[0];
  return lines
    .map((line) => {
      const group = groupOf(line);
      if (!group) return line;
      if (group.label !== own) return keep(line);
      keep(group.label);
      return line.slice(group.length);
    })
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function withoutAppointments(text: string, keep: (words: string) => string): string {
  if (!APPOINTMENT.test(text)) return text;
  const clauses = text.split(/(?<=,\s+|[.;]\s+|\n)/);
  return clauses
    .map((clause) => {
      const index = APPOINTMENT.exec(clause)?.index;
      if (index === undefined) return clause;
      // "6pm canal - 5x5 min", "7pm: two miles to warm up", "14 steady from Sam’s 8.30am"
      const [place] =
        /^\s*[^-–:,]{0,40}?(?:\s[-–]|(?<=[ap]m):)\s+(?=.*\d|\p{L}+ miles?\b|\p{L}+ minutes?\b)/iu.exec(
          clause.slice(index),
        ) ?? [];
      const before = clause.slice(0, index);
      if (place !== undefined && !hasAmount(before))
        return keep(before + place) + clause.slice(index + place.length);
      // "5 x 1 mile at 6:20" has a pace.
      const isOfReps = /\d\s*[x×]/.test(before) && !before.trimEnd().endsWith('(');
      if (isOfReps) return clause;
      if (/^\s*\d/.test(before) || hasAmount(before))
        return withoutEnd(before, /[\s(]/) + keep(withoutEnd(clause.slice(index), /[\s)]/));
      return /\d\s*[x×]/.test(clause) ? clause : keep(clause);
    })
    .join('');
}

const EITHER = new RegExp(`(?:,\\s*|\\s+)(?:${OR})\\s+(?![^()]*\\))`, 'iu');
/** "three groups, 5, 6 or 8 miles" */
const LIST_OR =
  /(?<![\d.:])(\d+(?:\.\d+)?)((?:,\s*\d+(?:\.\d+)?)+,?\s+(?:or|oder|ou|o)\s+\d+(?:\.\d+)?)(?=\s*(?:(?:easy|steady)\s+)?(?:mi|miles?|km|k|min|mins|minutes)(?!\p{L}))/iu;
const NUMBER_OR =
  /(?<![\d.:])(\d+(?:\.\d+)?)\s+(?:or|oder|ou|to)\s+(\d+(?:\.\d+)?)(?=\s*(?:(?:easy|steady)\s+)?(?:mi|miles?|km|k|min|mins|minutes|x|×)(?!\p{L}))/iu;
const RANGE_UNIT =
  'mi|miles?|km|k|kms|kilom\\p{L}+|mins?|minutes?|minuten|minutos|mn|m|mtr|met(?:re|er)s?|h|hrs?|hours?|std|stunden?|heures?|horas?';
/** "16-18k", "40 bis 50 Minuten", "10-12 easy" */
const RANGE = new RegExp(
  String.raw`^([^\d]{0,40})(\d+(?:[.,]\d+)?)\s*(?:[-–—]|to|bis|à|a)\s*(\d+(?:[.,]\d+)?)(\s*-?\s*(?:(?:${RANGE_UNIT})(?!\p{L})|['’′](?!\d))(?!\s*pace)|(?=\s+(?:easy|steady|long|locker|suaves?|facile)(?!\p{L})))`,
  'iu',
);

/** The first of several sessions, or of a range; the others are said in notes. */
export function firstOption(text: string): { option: string; others: string[] } {
  const others: string[] = [];
  const first = (all: string, one: string) => {
    others.push(all);
    return one;
  };
  let option = text.replace(LIST_OR, first).replace(NUMBER_OR, first);
  const slash = /(?<!\bw|\bw\/?u)\s*\/\s*(?=\p{L}{2})(?!(?:km|mi|mile|h|hr|min)(?!\p{L}))/iu.exec(
    option,
  );
  if (
    slash &&
    !WALK.test(option.slice(slash.index)) &&
    isOption(option.slice(0, slash.index)) &&
    isOption(option.slice(slash.index + slash[0].length))
  ) {
    others.push(`or ${option.slice(slash.index + slash[0].length)}`);
    option = option.slice(0, slash.index);
  }
  const or = EITHER.exec(option);
  if (or && or.index > 0) {
    others.push(`or ${option.slice(or.index + or[0].length)}`);
    option = option.slice(0, or.index);
  }
  option = option.replace(RANGE, (all, lead: string, low: string, high: string, unit: string) => {
    others.push(all.trim());
    return `${lead}${Number(low) === 0 ? high : low}${unit}`;
  });
  return { option: option.trim(), others };
}

/** "Run 2 min / walk 1 min" is no choice. */
const WALK = /^\s*\/\s*(?:walk|jog|gehen|marche|caminar)(?!\p{L})/iu;

function isOption(text: string): boolean {
  return (
    isRest(text) ||
    namesSport(text) ||
    hasAmount(text) ||
    /^\s*\d+\s*$/.test(text) ||
    /^\s*strides/i.test(text)
  );
}

/** Without the run of such characters at its end, in time by its length. */
export function withoutEnd(text: string, pattern: RegExp): string {
  return text.slice(0, backOver(text, text.length, pattern));
}
