import { lengthsAround, saysEvery, withAround, type Around } from './around.ts';
import type { Leftover, TrainingSession } from './cells.ts';
import { readRun, type Reader } from './run.ts';
import { strideOf } from './run-words.ts';
import type { Words } from './weekdays.ts';
import { LETTER, SUMMARY } from './words.ts';

/** What a sentence outside of the sessions says of some of them. */
export type Remark = {
  text: string;
  days: readonly number[];
  kinds: readonly Kind[];
  /** Of every session; else of those days and kinds, or nobody knows of which. */
  isOfAll: boolean;
  /** Of one week, where it is between the sessions of several. */
  week: number | undefined;
  around: Around | undefined;
};

type Kind = 'long' | 'easy' | 'hard' | 'intervals' | 'tempo' | 'hills';

const word = (words: string) => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu');

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'long',
    word(
      'long(?: slow)? (?:runs?|ones?|efforts?)|longs|long(?=:)|lrs?|lange[rn]?n? l[aä]ufe?n?|lange[rn]? dl|sorties? longues?|tiradas? largas?|lung(?:o|hi)|lange duurlo(?:op|pen)',
    ),
  ],
  [
    'easy',
    word(
      '(?:easy|recovery|steady) (?:runs?|days?|sessions?)|lockeren? (?:dauer)?l[aä]ufe?n?|dauerl[aä]ufe?n?|footings?|sorties? faciles?|rodajes?',
    ),
  ],
  [
    'intervals',
    word(
      'intervals?(?: (?:sessions?|workouts?|days?|training))?|reps|track (?:sessions?|workouts?|days?|nights?)|intervalle?n?|bahntraining|fractionnés?|séances? de (?:vma|piste|fractionné)|series',
    ),
  ],
  [
    'tempo',
    word(
      'tempo (?:runs?|sessions?|days?)|tempos|tempo(?=:)|threshold (?:runs?|sessions?|days?)|tempol[aä]ufe?n?|schwellenl[aä]ufe?n?',
    ),
  ],
  ['hills', word('hill (?:sessions?|reps|repeats|days?)|bergl[aä]ufe?n?|côtes|cuestas')],
  [
    'hard',
    word(
      '(?:hard|quality|speed|key|big) (?:sessions?|days?|workouts?|ones?|runs?)|workouts?|speed ?work|tempoeinheit(?:en)?|séances? (?:dures?|de qualité)|entrenos? de calidad|sesiones de calidad',
    ),
  ],
];

const STRIDES = word(
  'strides|pick-?ups|steigerungen|lignes droites|progresivos|rectas|allunghi|versnellingen',
);
const EFFORT =
  /(?<!\p{L})(?:at|@|in|im|à|en|a)\s+(?:\p{L}+\s+)?(?:marathon|half[- ]marathon|threshold|tempo|race|5 ?k|10 ?k|mp|hmp)(?:[- ](?:pace|effort|tempo))?(?!\p{L})/iu;
const LAST_PART =
  /(?<!\p{L})(?:the )?(?:last|final|letzten?|derni[eè]re?s?|últim[oa]s)\s+(\d+(?:[.,]\d+)?)\s*(?:km|k|kms|miles?|mi|min\p{L}*)\s+(?:at|@|in|im|à|en|a)\s+[^.,;!]+/iu;
/** Of what was, of other people, and of how fast everybody runs anyway. */
const NO_REMARK =
  /(?<!\p{L})(?:well done|congrat\p{L}*|thanks?|was|were|did|ran|raced|last (?:week|year|night)|total|i|i['’]\p{L}+|my|slower|langsamer)(?!\p{L})/iu;
/** Of one of them, or nobody knows of how many. */
const UNSURE =
  /(?<!\p{L})(?:except|apart|unless|if|when|optional\p{L}*|twice|once|sometimes|from week|until week|weeks?\s*\d|außer|wenn|sauf|si|salvo|excepto)(?!\p{L})/iu;
/** "Week 3:" before what a table says of it. */
const OF_WEEK = /^Week (\d+): /;
const MAX_SENTENCE = 300;

type Place = { from: number; week: number };

/** The sentences that say more of days or kinds of sessions than these themselves. */
export function remarksOf(
  lines: readonly Leftover[],
  sessions: readonly Place[],
  words: Words,
): Remark[] {
  const places = sessions.toSorted((a, b) => a.from - b.from);
  const [first, last] = [places[0]?.from ?? 0, places.at(-1)?.from ?? 0];
  const found: Remark[] = [];
  const known = new Set<string>();
  for (const { text, from } of lines) {
    const week = Number(OF_WEEK.exec(text)?.[1] ?? 0) || undefined;
    for (const sentence of text.replace(OF_WEEK, '').split(/(?<=[.!?])\s+|\n/)) {
      const remark = found.length < MAX_REMARKS ? remarkOf(sentence, words) : undefined;
      if (!remark) continue;
      const isInside = from > first && from < last;
      const own = week ?? (isInside ? weekAbove(places, from) : undefined);
      const key = `${own} ${remark.text}`;
      if (!known.has(key)) found.push({ ...remark, week: own });
      known.add(key);
    }
  }
  return found;
}

/** Each is compared with every session. */
const MAX_REMARKS = 100;

function weekAbove(places: readonly Place[], from: number): number | undefined {
  return places.findLast((place) => place.from <= from)?.week;
}

function remarkOf(sentence: string, words: Words): Remark | undefined {
  if (sentence.length > MAX_SENTENCE || /=/.test(sentence)) return undefined;
  const isEvery = saysEvery(sentence);
  if (SUMMARY.test(sentence) || NO_REMARK.test(sentence)) return undefined;
  if (!isEvery && LETTER.test(sentence)) return undefined;
  const around = lengthsAround(sentence);
  const saysMore =
    around !== undefined ||
    STRIDES.test(sentence) ||
    LAST_PART.test(sentence) ||
    EFFORT.test(sentence);
  if (!saysMore) return undefined;
  const days = daysIn(sentence, words);
  if (days.length >= MAX_DAYS) return undefined;
  const kinds = KINDS.flatMap(([kind, pattern]) => (pattern.test(sentence) ? kind : []));
  const isOfAll = isEvery && days.length === 0 && kinds.length === 0 && !UNSURE.test(sentence);
  if (!isEvery && days.length === 0 && kinds.length === 0) return undefined;
  return { text: sentence.trim(), days, kinds, isOfAll, week: undefined, around };
}

/** The weekdays of a sentence, by their whole names or with a capital: "Tuesdays", "Wed’s". */
export function daysIn(sentence: string, words: Words): number[] {
  const found = sentence.match(/(?<!\p{L})\p{L}{3,12}(?!\p{L})/gu) ?? [];
  const days = found.flatMap((one) =>
    one.length > MIN_DAY || /^\p{Lu}/u.test(one)
      ? (words.dayOf(one) ?? words.dayOf(one.replace(/s$/i, '')) ?? [])
      : [],
  );
  return [...new Set(days)];
}

const MIN_DAY = 4;
/** More of them are a week. */
const MAX_DAYS = 3;

/** Whether a line is about other sessions than the one above it. */
export function isRemark(line: string, weekday: number | undefined, words: Words): boolean {
  const remark = remarkOf(line, words);
  if (!remark || /^\d/.test(line)) return false;
  const { days, kinds } = remark;
  return days.length > 0
    ? weekday === undefined || !days.includes(weekday)
    : saysEvery(line) || (kinds.length > 0 && PLURAL.test(line));
}

const PLURAL =
  /(?<!\p{L})(?:runs|sessions|workouts|days|intervals|tempos|longs|reps)(?!\p{L})|(?:läufe|einheiten|séances|sorties|tiradas|series|rodajes)(?!\p{L})/iu;

const FAST = /\b(?:T|I|R|HM|M|\d+(?:\.\d+)?k|1mi)\b|\d:\d\d\/|"(?!strides)/;
const STRIDES_SCRIPT = / \+ \d+x\((?:\d+(?:s|mtr) )?R\b[^()]*\)/;

function isAbout({ days, kinds, week }: Remark, session: TrainingSession): boolean {
  const { kind, script, weekday } = session;
  if (kind !== 'run' || script === '' || (week !== undefined && week !== session.week))
    return false;
  const isDay = weekday !== undefined && days.includes(weekday);
  if (days.length > 0 && !isDay) return false;
  // "Wednesday workouts" are all that is on Wednesdays.
  return kinds.length === 0 || isDay || kinds.some((one) => isKind(one, session));
}

function isKind(kind: Kind, { script, source, title }: TrainingSession): boolean {
  const said = `${title} ${source}`;
  const main = script.replace(STRIDES_SCRIPT, '');
  if (kind === 'long') return LONG.test(said);
  if (kind === 'easy') return isEasy(main);
  if (kind === 'tempo') return /\bT\b/.test(script) || /tempo|threshold/i.test(said);
  if (kind === 'hills') return /hill|berg|côte|cuesta/i.test(said);
  return kind === 'intervals' ? main.includes('x(') : !isEasy(main);
}

const LONG = word('long\\p{L}*|lr|lsr|lsd|lang\\p{L}*|larga|lungo|sl|rl|tl');

function isEasy(script: string): boolean {
  return !FAST.test(script) && !script.includes('x(');
}

const HAS_STRIDES = /x\((?:\d+(?:s|mtr) )?R\b/;
const HAS_BEFORE = /\bWU\b|^\S+ (?:E|jog|walk) \+/;
const HAS_AFTER = /\bCD\b|\+ \S+ (?:E|jog|walk)$/;

/** Whether the script has it already. */
function isSaid({ text, around }: Remark, { script }: TrainingSession): boolean {
  if (around)
    return (
      (around.before === '' || HAS_BEFORE.test(script)) &&
      (around.after === '' || HAS_AFTER.test(script))
    );
  return STRIDES.test(text) ? HAS_STRIDES.test(script) : FAST.test(script);
}

const COUNT = new RegExp(
  String.raw`(?<![\d.])(\d{1,2})(?:\s*(?:[-–]|to|x|×)\s*\d{1,3})?\s*(?:(?:s|secs?|seconds?|m)\s+)?(?:\p{L}+\s+)?${STRIDES.source}`,
  'iu',
);
const USUAL_STRIDES = '4';

/** The session with it, where that is clear. */
function addRemark(
  { text, around }: Remark,
  { script, source }: TrainingSession,
  reader: Reader,
): string | undefined {
  if (around) return withAround(script, around);
  if (STRIDES.test(text)) {
    const [, count = USUAL_STRIDES] = COUNT.exec(text) ?? [];
    const own = strideOf(text) ?? '(20s R + 1m jog)';
    return `${script} + ${/^\d/.test(own) ? own : `${count}x${own}`}`;
  }
  const [part] = LAST_PART.exec(text) ?? [];
  const read = part === undefined ? undefined : readRun(`${source}, ${part}`, reader);
  return read && read.questions.length === 0 && read.noted === 0 ? read.script : undefined;
}

/** A session of which a remark says more has a question, with that and without it. */
export function askRemark(
  session: TrainingSession,
  remarks: readonly Remark[],
  reader: Reader,
): TrainingSession {
  if (session.questions.length > 0) return session;
  const remark = remarks.find(
    (one) => !one.isOfAll && isAbout(one, session) && !isSaid(one, session),
  );
  if (!remark) return session;
  const { script, source } = session;
  const more = addRemark(remark, session, reader);
  const scripts = more === undefined || more === script ? [script] : [more, script];
  const answers = scripts.map((one) => ({ label: one, script: one }));
  return {
    ...session,
    script: scripts[0] ?? script,
    questions: [
      {
        text: 'Is this with what the text says of such sessions?',
        answers: [...answers, { label: 'None of these', script: source }],
        phrase: remark.text,
      },
    ],
  };
}

/** What the text says of every session before and after it. */
export function aroundOf(remarks: readonly Remark[]): Around | undefined {
  return remarks.find(({ isOfAll, around, week }) => isOfAll && around && week === undefined)
    ?.around;
}

/** An easy run needs no warm-up, though a text says so of all. */
export function isAlone(script: string, { before, after }: Around): boolean {
  return isEasy(script) && !/walk/.test(`${before} ${after}`) && !script.includes(' + ');
}
