import { applyFix, writeScript, type Diagnostic, type Fix, type Work } from '@pacewright/script';
import type { Units } from './context.ts';
import { hasAmount, withoutNumbered } from './evidence.ts';
import { namesRole } from './phrases.ts';
import { hasUnknownNote } from './known-notes.ts';
import { readOnce } from './read-once.ts';
import { translate, writeStrides } from './run-words.ts';

/** The settings of a whole text, and what was asked about it. */
export type Reader = {
  units: Units;
  /** Where a faster part of a run is: by its pace, unless the runner said it. */
  part: 'end' | 'middle' | undefined;
  isPartSaid?: boolean;
  /** The group of the runner, where a text is for several. */
  group?: string | undefined;
  work: Work;
  /** Beyond it, texts are not read as scripts. */
  maxWork: number;
  cache: Map<string, Run>;
  /** Of scripts whose sessions have none. */
  titles: Map<string, string>;
};

/** A question about the whole text that a run hangs on, and whether a large number was read as minutes. */
export type Asked = 'unit' | 'm' | 'part' | 'group' | 'minutes';

export type Run = {
  script: string;
  /** What the script was written from, with the numbers of the source. */
  text: string;
  notes: string[];
  questions: Diagnostic[];
  seconds: number;
  steps: number;
  /** Words that were not understood. */
  noted: number;
  asked: ReadonlySet<Asked>;
  /** Their lengths are not those of the text. */
  hasUsualStrides?: boolean;
};

/** A run as a script: units of the text, words that change nothing as notes, and the questions that are left. */
export function readRun(source: string, reader: Reader): Run {
  const known = reader.cache.get(source);
  if (known) return known;
  if (source.length > MAX_LENGTH || reader.work.used > reader.maxWork) return unread(source);
  const paces = source.match(TRACK_PACE)?.map((pace) => pace.trim()) ?? [];
  const [middle = ''] = MIDDLE.exec(source) ?? MIDDLE_PART.exec(source) ?? [];
  const own: Reader =
    middle !== ''
      ? { ...reader, part: 'middle', isPartSaid: true }
      : AT_END.test(source)
        ? { ...reader, part: 'end', isPartSaid: true }
        : { ...reader, part: reader.part ?? (IN_MIDDLE.test(source) ? 'middle' : 'end') };
  const {
    text,
    note,
    isUsual = false,
  } = writeStrides(
    withRests(
      inOrder(
        source
          .replaceAll(TRACK_PACE, '')
          .replace(middle, MIDDLE.test(`x ${middle}`) || middle === '' ? '' : ' with'),
      ),
    ),
  );
  let best: Run | undefined;
  for (const { text: one, notes } of variants(text)) {
    const asked = new Set<Asked>();
    const run = settle(withUnits(one, reader.units, asked), own, asked);
    const found = {
      ...run,
      script: run.questions.length === 0 ? run.script.replace(BEFORE_STRIDES, '$& E') : run.script,
      hasUsualStrides: isUsual,
      notes: [...notes, ...run.notes, ...paces, note, middle].filter(Boolean),
    };
    if (!best || costOf(found) < costOf(best)) best = found;
    if (costOf(best) === 0) break;
  }
  const found = best ?? unread(source);
  reader.cache.set(source, found);
  return found;
}

const MAX_LENGTH = 1500;
/** A run with strides is easy. */
const BEFORE_STRIDES = /^[\d.]+(?:mi|km|h|m|h[\d]+m)(?= \+ \d+x\((?:\d+(?:s|mtr) )?R\b[^()]*\)$)/;
const BETWEEN_SETS =
  /(\d+\s*(?:mins?|minutes?|secs?|seconds?|s|m|['"′″]))(?=\s+between\s+(?:the\s+)?sets)/giu;
const BACK = /\s*\((walk|jog)(?:ing)?\s+(?:back|down)[^()\d]*\)/giu;

const SLOW = /(?<=\d\s?[a-z]{0,8}\s)slow(?:ly)?(?!\p{L})(?! jog)/giu;

/** At threshold or faster one runs warm, and at marathon pace until the end. */
const IN_MIDDLE =
  /^(?!.*(?<!\p{L})(?:mp|hmp?|half|semi|media|marathon|mrt|hmrt)(?!\p{L})).*(?<![\p{L}-])(?:t|lt|thr|tempo|threshold|i|vo2 ?max|\d{1,2}k|schwelle\p{L}*|tdl|seuil|vma|umbral|soglia)(?!\p{L})/isu;
/** "5 km", below it "Pace 6:00-6:30 /km" */
const PACE_LINE =
  /\n(?:target )?(?:pace|tempo|allure|ritmo):?\s+(\d{1,2}:\d\d(?:\s*\/\s*(?:km|mi))?(?:\s*(?:-|–|to)\s*\d{1,2}:\d\d)?\s*\/\s*(?:km|mi))(?=\s*(?:\n|$))/giu;
/** "10 mins easy jog before and after": to warm up. */
const JOG_AROUND =
  /(\d+\s*(?:mins?|minutes?|km|k|mi|miles?)\s+)(?:easy\s+|gentle\s+)?(?:jog|run)(?:ging|ning)?(?=\s+(?:before and after|either side|(?:at )?each (?:end|side)|both sides))/giu;

/** "16 km, the long one" */
const ONE =
  /(?<!\p{L})(?:the |a )?(long|easy|steady|slow|short|hard) one(?!\p{L}|\s+(?:k|km|miles?|min\p{L}*|hour)(?!\p{L}))/giu;
/** "8 km with 4 strides at the end": where they are anyway. */
const END = '(?:at|to) the end|to (?:finish|end)|am (?:ende|schluss)|à la fin|al final|alla fine';
const AT_END = new RegExp(`(?<!\\p{L})(?:${END})(?!\\p{L})`, 'iu');
const STRIDES_AT_END = new RegExp(
  String.raw`(?<=(?:strides|steigerungen|lignes droites|progresivos|rectas|allunghi|versnellingen)),?\s+(?:${END})(?!\p{L})`,
  'iu',
);
/** "4 x 6 min, 2 min easy between", "5 x 20 s w/ 40 s easy" */
const EASY_BETWEEN = /(\d\s*\p{L}+)\s+easy(?=\s+(?:in )?between)/giu;
const EASY_BEHIND =
  /(\d\s*[x×]\s*\d+\s*(?:s|secs?|seconds?|mins?|minutes?|m)(?!\p{L})[^,;+\d()]{0,12}(?:w\/|with|off)\s*\d+\s*(?:s|secs?|seconds?|mins?|minutes?))\s+easy(?!\p{L})/giu;
const SLOW_ASIDE = /\((?:nice and |very )?(?:slow(?:ly)?|gentl[ey])\W?\)/giu;
/** "full recovery (5 min)" */
const FULL_REST =
  /(?:full |complete )?(recovery|rest|jog)\s*\((\d+\s*(?:s|secs?|seconds?|min|mins|minutes|m))\)/giu;
const MIN_PARTS = 3;

/** "2 miles easy / 3 x 1 mile / 2 miles easy" */
function withParts(source: string): string {
  const parts = source.split(' / ');
  return parts.length >= MIN_PARTS && parts.every(hasAmount) ? parts.join(' + ') : source;
}

/** Nobody walks the minutes between sets; "(walk back)" is a recovery. */
function withRests(source: string): string {
  const text = withParts(source)
    .replaceAll(
      PACE_LINE,
      (_, pace: string) => ` @ ${pace.replace(/\s*\/\s*(?:km|mi)\s*(?=[-–t])/i, '')}`,
    )
    .replaceAll(ONE, '$1 run')
    .replaceAll(JOG_AROUND, '$1easy')
    .replaceAll(FULL_REST, '$2 $1')
    .replace(STRIDES_AT_END, '')
    .replaceAll(EASY_BETWEEN, '$1 jog')
    .replaceAll(EASY_BEHIND, '$1 jog')
    .replaceAll(SLOW_ASIDE, '(easy)');
  const back = text.replaceAll(BACK, ', $1 back').replaceAll(SLOW, 'easy');
  return /\bwalk/i.test(back) ? back.replaceAll(BETWEEN_SETS, '$1 rest') : back;
}

const AFTER =
  /^(\D{0,20}\d[^,;.]*?\b(?:strides|pick-?ups|accelerations)\b[^,;.]*?)\s+(?:after|following|at the end of)\s+(?:the\s+|an?\s+)?([^,;.]*\d[^,;.]*)$/iu;

/** "parkrun + 2 miles warm up" */
const WARMED_UP = /^(park ?run)\s*(?:[+,]|and|with)\s*(\d[^,+]*?\b(?:warm[- ]?up|w\/?u)\b)(.*)$/iu;

/** "6 strides after 40 easy": the run comes first, and a warm-up before its race. */
function inOrder(text: string): string {
  return text.replace(AFTER, '$2, $1').replace(WARMED_UP, '$2, $1$3');
}

function unread(text: string): Run {
  const questions = [{ ...NOTHING, message: 'This is too long for one workout' }];
  return {
    script: text,
    text,
    notes: [],
    questions,
    seconds: 0,
    steps: 0,
    noted: 0,
    asked: new Set(),
  };
}

/** Questions count most, then words that became notes within the script. */
function costOf({ questions, noted, script }: Run): number {
  return questions.length * 10 + noted + (noted > 0 && hasUnknownNote(script) ? UNKNOWN : 0);
}

/** Words that nobody understands are asked about, too. */
const UNKNOWN = 11;

type Variant = { text: string; notes: string[] };

/** The same words in other languages, joined otherwise, or with their first or last words as a note. */
function variants(text: string): Variant[] {
  const translated = translate(text);
  const whole = [text, translated, joinedBy(translated, ' + '), joinedBy(translated, ', ')];
  const [lead = ''] = /^[^\d(]*[\s(]+(?=\d)/.exec(translated) ?? [];
  const behind = translated.slice(lead.length).replace(/^([^()]*)\)$/, '$1');
  const [, before, purpose] =
    /^(.*\d.*?)\s+((?:for|für|pour|para|round|around|on|along|through) (?!\d|about).*)$/iu.exec(
      translated,
    ) ?? [];
  return [
    ...[...new Set(whole)].map((one) => ({ text: one, notes: [] })),
    ...(lead.trim() === '' || namesRole(lead) || /[x×]$/i.test(lead.trimEnd())
      ? []
      : [{ text: behind, notes: [lead.trim().replace(/\($/, '').trim()] }]),
    ...(before === undefined || purpose === undefined || /\d/.test(purpose)
      ? []
      : [{ text: before, notes: [purpose] }]),
  ];
}

function joinedBy(text: string, joint: string): string {
  return text.replaceAll(/\s*\n\s*/g, joint).replaceAll(/(?<=[\p{L})])[.;]\s+(?=\d)/gu, joint);
}

const MAX_ROUNDS = 8;

function settle(start: string, reader: Reader, asked: Set<Asked>): Run {
  let text = start;
  const notes: string[] = [];
  let noted = 0;
  for (let round = 0; ; round++) {
    const { workout, diagnostics, totals, places } = readOnce(text, reader.work);
    const open = diagnostics.filter(({ severity }) => severity === 'error');
    const pick = round < MAX_ROUNDS ? answerOf(text, open, reader) : undefined;
    if (!pick) {
      const isRight = open.length === 0 && workout.items.length > 0;
      return {
        script: isRight ? writeScript(workout) : text,
        text,
        notes,
        questions: workout.items.length === 0 && open.length === 0 ? [NOTHING] : open,
        seconds: totals.time.seconds,
        steps: places.length,
        noted,
        asked,
      };
    }
    if (pick.note !== undefined) notes.push(pick.note);
    noted += pick.noted ?? 0;
    if (pick.asks) asked.add(pick.asks);
    text = pick.text;
  }
}

const NOTHING: Diagnostic = {
  code: 'unknown-word',
  severity: 'error',
  from: 0,
  to: 0,
  message: 'How far or how long?',
  fixes: [],
};

type Settled = {
  text: string;
  note?: string;
  /** How many words became notes. */
  noted?: number;
  /** Their change, where they stay in the script. */
  kept?: Fix;
  asks?: Asked;
};

/** The answer to a question that loses no word and changes no number. */
function answerOf(text: string, open: readonly Diagnostic[], reader: Reader): Settled | undefined {
  for (const question of open) {
    const answer = answerTo(text, question, reader);
    if (answer && answer.text !== text)
      return answer.kept ? keepNotes(text, answer.kept, open, reader) : answer;
  }
  return undefined;
}

/** All at once, because every reading takes time. */
function keepNotes(text: string, first: Fix, open: readonly Diagnostic[], reader: Reader): Settled {
  const edits = [...first.edits];
  let noted = 1;
  for (const question of open) {
    const { kept } = answerTo(text, question, reader) ?? {};
    const from = kept?.edits[0]?.from ?? 0;
    if (!kept || from < (edits.at(-1)?.to ?? 0)) continue;
    edits.push(...kept.edits);
    noted++;
  }
  return { text: applyFix(text, { edits }), noted };
}

function answerTo(
  text: string,
  { code, from, to, fixes }: Diagnostic,
  reader: Reader,
): Settled | undefined {
  const words = text.slice(from, to);
  const find = (label: RegExp) => fixes.find((fix) => label.test(fix.label));
  const apply = (fix: Fix | undefined) => (fix ? { text: applyFix(text, fix) } : undefined);
  if (code === 'unknown-word' || code === 'vague-effort') {
    if (/\d/.test(words)) return undefined;
    // Recovery runs and long runs are easy.
    const easy =
      /recovery|^long(?: run)?$/i.test(words) && !/^\s*(?:run\s+)?pace/i.test(text.slice(to))
        ? find(/^Change to E$|^At E pace$/)
        : undefined;
    if (easy) return { text: applyFix(text, easy), note: words };
    const kept = find(/^Keep it as a note/);
    if (kept) return { text: applyFix(text, kept), noted: 1, kept };
    const without = find(/^Leave it out|^Remove/);
    return without && { text: applyFix(text, without), note: words, noted: 1 };
  }
  if (code === 'part-or-step') {
    if (COUNTED_HILLS.test(words)) return undefined;
    const part = find(reader.part === 'end' ? /at the end/i : /in the middle/i);
    // "55m long" would be metres.
    const parted = part && applyFix(text, part).replaceAll(/(?<=\d)m(?= long\b)/g, 'min');
    return parted === undefined
      ? undefined
      : { text: parted, ...(reader.isPartSaid ? {} : { asks: 'part' as const }) };
  }
  if (code === 'target-not-a-race') return apply(find(/^Keep it as a note/));
  if (code === 'minutes-or-metres') return apply(find(/metre/i) ?? fixes[0]);
  return code === 'invalid-character' ? apply(fixes[0]) : undefined;
}

/** "With 4 gentle hills" says how many, and not how long. */
const COUNTED_HILLS = /\d\s+(?:\p{L}+\s+)?(?:hills?|hügeln?|côtes|cuestas|salite)(?!\p{L})/iu;
const MIDDLE = /,?\s*\b(?:in|au|en|a) (?:the |der |el )?(?:middle|mitte|milieu|medio)\b/i;
/** "8 miles, middle 4 at threshold" */
const MIDDLE_PART =
  /,?\s*\b(?:with\s+)?(?:the\s+)?middle(?=\s+\d+(?:\.\d+)?\s*(?:\p{L}+\s+)?(?:at|@|in)\b)/iu;
const LONG_METRES =
  /(?<![\p{L}\d.:]|(?:@|\bat)\s*)(\d{3,5})\s?m(?![\p{L}\d]|\s+(?:race |goal )?(?:pace|effort))/gu;
/** A pace of a distance that nobody has paces for. */
const TRACK_PACE =
  /\s*(?:@|\bat|\bà|\bim|\ba)\s*[1-9]\d0\s?m(?:tr)?\s+(?:race |goal )?(?:pace|effort|tempo)(?!\p{L})/giu;
/** "200, 400, 600, 400, 200": reps on the track. */
const SERIES = new RegExp(
  String.raw`(?<![\p{L}\d.:]|[x×]\s*)[1-9]\d?[05]0(?:\s*[,–-]\s*[1-9]\d?[05]0(?!\d)){2,}(?![\d.:]|\s*-?(?:m|mtr|k|km|mi|miles?|met(?:re|er)s?|mins?|minutes?|s|secs?|seconds?)(?!\p{L}))`,
  'giu',
);
/** "16 x 400 (60s)" */
const METRE_REPS =
  /((?<![\d.,])\d{1,2}\s*[x×]\s*(?:[1-9]\d?[05]0))(?=\s*(?:$|[(,;+)]|(?:off|w\/|with|r\s?=?\s?\d)))/giu;
/** "6 x 80 strides" */
const METRE_STRIDES =
  /((?<![\d.,])\d{1,2}\s*[x×]\s*(?:[5-9]0|1[0-5]0))(?=\s+(?:\p{L}+\s+)?(?:strides|steigerungen|stl|rectas|progresivos|lignes|accélérations|allunghi|acceleration)(?!\p{L}))/giu;
/** "400 in 86-88": seconds for each. */
const SPLIT_TIME =
  /(?<![\d.:])(\d{3,4})(?:\s?m(?:tr)?)?\s+(?:in|@|at)\s+(\d{2,3})(\s*[-–]\s*\d{2,3})?(?![\d.:%]|\s*(?:['"/]|(?:s|secs?|seconds?|min|mins|minutes?|m|mtr|k|km|mi|miles?)(?!\p{L})|[-–]\s*\d))/gu;
/** "4 km in 5:30": nobody runs them in that time. */
const PART_PACE =
  /(?<![\d.:,])(\d{1,2}(?:[.,]\d+)?)\s*(km|mi|miles)\s+(?:in|im|@|at|à|en|a)\s+(\d{1,2}):(\d\d)(?![\d:]|\s*(?:\/|per\b|min|[-–]))/giu;
const MIN_SECONDS_PER_KM = 140;

function withPaces(text: string): string {
  return text.replaceAll(PART_PACE, (all, far: string, unit: string, ...time: string[]) => {
    const seconds = Number(time[0]) * 60 + Number(time[1]);
    const isMiles = /^m/i.test(unit);
    const least = MIN_SECONDS_PER_KM * (isMiles ? 1.609 : 1);
    const isPace = seconds >= least && seconds < least * Number(far.replace(',', '.'));
    return isPace ? `${all}/${isMiles ? 'mi' : 'km'}` : all;
  });
}

const MINUTES_ALONE =
  /^(?:long run|easy|long)?\W*\d{2,3}\s?m(?:\s+(?:e|easy|long|long run|steady))?$/i;
const BARE =
  /^((?:[\p{L}][\p{L}'’ .:-]{0,30}?[\s:]+)?)(\d{1,3}(?:[.,]\d+)?)(?=$|\s*(?:w\/|with|mit|avec|con|\/|\(|,|@|\+)|\s+(?![x×\d]|(?:to|or|bis)\b)\p{L}{2,}|\s+(?:E|R|M|T|I)\b)/u;
const UNIT_WORD =
  /^\s*-?\s*(?:h|hrs?|hours?|std|min|mins|minutes?|minuten|minutos|mn|mi|miles?|km|kms|k|kilom\p{L}+|mtr|met(?:re|er)s?|meter|m[eè]tres?|metros|secs?|seconds?|sek\p{L}*|seg\p{L}*|s|m|laps?|runden?|times|reps?|runs|sessions?|days?|sets?|s[ée]ries?|serien?|rounds?|mal|strides?|stunden?|heures?|horas?|x)(?!\p{L})/iu;

/** "5 easy miles" */
const KIND_BEFORE_UNIT =
  /(\d+(?:\.\d+)?)\s+((?:very )?(?:easy|steady|relaxed|gentle|slow))\s+(miles?|km|kms|kilomet\p{L}+|min|mins|minutes)(?!\p{L})/giu;
const CAPITAL_M = /(?<![\p{L}\d.:])(\d{1,2}(?:\.\d+)?)\s?M(?![\p{L}\d])/gu;
const SMALL_M = /(?<![\p{L}\d.:])(\d{1,2}(?:\.\d+)?)\s?m(?![\p{L}\d])/gu;

const HALVES =
  /^(\d+(?:\.\d+)?)\s*(\p{L}+)(?:\s+(?:run|long run))?\s*[-–:,(]+\s*(?:the\s+)?first\s+(\d+(?:\.\d+)?)\s*(?:\2\s+)?([^\d,]*?),?\s*(?:and\s+)?(?:the\s+)?(?:last|final)\s+(\d+(?:\.\d+)?)\s*(?:\2\s+)?([^,()]*)\)?$/iu;

/** "15 mi - first 10 easy, last 5 @ marathon pace" */
function withHalves(text: string): string {
  return text.replace(HALVES, (all, ...groups: string[]) => {
    const [whole, unit, first, pace, last, other] = groups;
    return Number(whole) === Number(first) + Number(last)
      ? `${first} ${unit} ${pace} + ${last} ${unit} ${other}`
      : all;
  });
}

const TOTAL =
  /^\W*(?:(?:the )?(?:long|easy|steady|progression)(?: run)?,?\s+)?(\d{1,3}(?:[.,]\d+)?)\s*(km|kms|k|mi|miles|min|mins|minutes)(?!\p{L})\s*(?:in total|total|in all)?\s*[,:;(–-]\s*(?=\D{0,20}\d)/iu;
const LENGTHS =
  /(?<![\d.,:])(\d{1,3}(?:[.,]\d+)?)\s*(k|km|kms|mi|miles?|min|mins|minutes?)(?!\p{L}|\s*(?:\/|per|pace))/giu;

/** "35 km, 25 km easy then 10 km at marathon pace": the first length is the sum of its parts. */
function withoutTotal(text: string): string {
  const [head = '', total = '', unit = ''] = TOTAL.exec(text) ?? [];
  const rest = text.slice(head.length);
  const parts = [...rest.matchAll(LENGTHS)];
  const isSame = parts.every(([, , own = '']) => own.slice(0, 2) === unit.slice(0, 2));
  const number = (one: string) => Number(one.replace(',', '.'));
  const end = rest.trimEnd();
  const own = head.trimEnd().endsWith('(') && end.endsWith(')') ? end.slice(0, -1) : rest;
  const sum = parts.reduce((before, [, one = '']) => before + number(one), 0);
  return head !== '' && parts.length > 1 && isSame && sum === number(total) ? own : text;
}

/** "18 miles, with miles 12 to 16 at marathon pace" */
const NUMBERED_PART =
  /^(\d+)\s*(miles|mi|km|kms|k)(?:\s+(?:run|long run))?,?\s+(?:with\s+|w\/\s*)?(?:miles|mi|kms?|kilomet\p{L}+)\s+(\d+)\s*(?:to|through|[-–])\s*(\d+)\s+((?:at|@|in)\s+[^\d,]+)$/iu;

function withNumberedPart(text: string): string {
  return text.replace(NUMBERED_PART, (all, whole: string, unit: string, ...groups: string[]) => {
    const [from, to, pace] = groups;
    const [before, part, after] = [
      Number(from) - 1,
      Number(to) - Number(from) + 1,
      Number(whole) - Number(to),
    ];
    if (before < 1 || part < 1 || after < 0) return all;
    const parts = [`${before} ${unit} easy`, `${part} ${unit} ${pace}`];
    return [...parts, ...(after > 0 ? [`${after} ${unit} easy`] : [])].join(' + ');
  });
}

const UP = /(?<![\d.])(\d{1,2}(?:\.\d)?)\s+(up|down)(?=\s*(?:[,;+]|$|and|&|then))/giu;

/** "2 up, 6 x 1 km, 2 down" */
function withUpAndDown(text: string, units: Units, asked: Set<Asked>): string {
  const found = Array.from(text.matchAll(UP), ([, , way = '']) => way.toLowerCase());
  if (!found.includes('up') || !found.includes('down')) return text;
  askUnit(asked, units.bare, units);
  return text.replaceAll(
    UP,
    (_, length: string, way: string) =>
      `${length} ${units.bare} ${way.toLowerCase() === 'up' ? 'WU' : 'CD'}`,
  );
}

const PER_MILE = /(?<=\d\s*min(?:ute)?s?\s+)miling(?!\p{L})/giu;

/** "1,2,3,2,1 min" */
const MINUTES = /(?<![\d.:,])(\d{1,2}(?:\s*[,-]\s*\d{1,2}){2,})\s*(mins?|minutes?)(?!\p{L})/giu;

/** Numbers with the units of the text. */
function withUnits(text: string, units: Units, asked: Set<Asked>): string {
  const parted = withUpAndDown(
    withNumberedPart(withHalves(withoutTotal(text))),
    units,
    asked,
  ).replaceAll(PER_MILE, 'miles');
  const counted = parted.replaceAll(MINUTES, (all, list: string, unit: string) =>
    list.replaceAll(/\d+/g, `$& ${unit}`).replaceAll(/\s*[,-]\s*/g, ', '),
  );
  const spelled = counted.replaceAll(SERIES, (all) => all.replaceAll(/\d+/g, '$&mtr'));
  const metred = spelled.replaceAll(METRE_REPS, '$1mtr').replaceAll(METRE_STRIDES, '$1mtr');
  const metres = MINUTES_ALONE.test(text) ? text : metred.replaceAll(LONG_METRES, '$1mtr');
  const timed = metres.replaceAll(SPLIT_TIME, (all, far: string, from: string, to?: string) => {
    const seconds = [from, to ?? from].map((one) => Number(one.replace(/\D/g, '')));
    const isPace = seconds.every(
      (one) => one * 1000 >= 120 * Number(far) && one * 1000 <= 420 * Number(far),
    );
    return isPace ? `${all}s` : all;
  });
  const ordered = withPaces(timed).replaceAll(KIND_BEFORE_UNIT, '$1 $3 $2');
  const m = units.mIsMiles === false ? 'min' : 'mi';
  const capital = ordered.replaceAll(CAPITAL_M, `$1 ${m}`);
  const small = units.mIsMiles === undefined ? capital : capital.replaceAll(SMALL_M, `$1 ${m}`);
  if (small !== ordered) asked.add('m');
  const long = units.hasShorthand
    ? small.replaceAll(/(?<=\d(?:\s?mi)?\s+)(?:R|GA|MLR)\b(?!\s*pace)/g, 'easy')
    : small;
  const easy = long.replace(LONG_RUN, '$1 long run').replace(LONG_BEHIND, 'long run');
  return withBareUnit(easy, units, asked);
}

/** "Long run, 10 miles" and "10 long" */
const LONG_RUN = /^(?:the\s+)?long(?: run)?[,:]?\s+(\d[\d.:h]*\s?\p{L}*)$/iu;
const LONG_BEHIND = /(?<=\d\s?\p{L}{0,7}\s)long$/iu;
const PART_NUMBER =
  /(?<=^\s*(?:w\/|with|mit|avec|con)\s*(?:the\s+)?(?:last\s+)?)(\d{1,2}(?:\.\d+)?)(?=\s*(?:@|at|in|im|à|a)(?![\p{L}]))/iu;

/** "2 wu, 5 x 1000 m, 2 cd" */
const LAST_NUMBER =
  /(?<=[,;+]\s*(?:(?:and|then)\s+)?)(\d{1,2}(?:\.\d+)?)(?=\s*(?:c\/?d|cool[- ]?down|w\/?d|warm[- ]?down|easy|jog)\W*$)/iu;

/** "15 easy, 20 tempo, 10 easy": numbers of one session without any unit. */
const BARE_PART =
  /^\s*(\d{1,3}(?:\.\d+)?)\s+((?:at |@ )?(?:very )?(?:e|easy|steady|tempo|t|lt|threshold|marathon|m|mp|hmp|hard|fast|jog|w\/?u|c\/?d|warm[- ]?up|cool[- ]?down)(?: pace)?(?!\p{L}).{0,30})$/iu;
const JOINT = /(\s*[,;+]\s*(?:(?:and|then)\s+)?|\s+(?:and|then)\s+)(?=\d)/iu;
const MAX_KILOMETRES = 12;
const AT_MARATHON = /^(?:at |@ )?(?:m|mp|marathon)(?!\p{L})/iu;
/** Of one run. */
const MAX_LONG = { km: 45, mi: 28, min: Infinity };

/** All of them with the same unit: nobody runs twenty kilometres of tempo after fifteen easy ones. */
function withUnitOfAll(text: string, units: Units, asked: Set<Asked>): string | undefined {
  const pieces = text.split(JOINT);
  const parts = pieces.filter((_, index) => index % 2 === 0).map((one) => BARE_PART.exec(one));
  if (parts.length < 2 || !parts.every((part) => part !== null)) return undefined;
  const values = parts.map(([, value]) => Number(value));
  const isTooFar = parts.some(
    ([, value, words = '']) =>
      /^(?:at |@ )?(?:t|lt|tempo|threshold|hard|fast)/i.test(words) &&
      Number(value) > MAX_KILOMETRES,
  );
  const areFives = values.every((value) => value % 5 === 0) && Math.max(...values) >= 15;
  // Fifteen at marathon pace are as often a distance.
  const isFar = areFives && !parts.some(([, , words = '']) => AT_MARATHON.test(words));
  const isLong = values.reduce((sum, value) => sum + value, 0) > MAX_LONG[units.bare];
  const isMinutes = !units.isSaid && (isTooFar || isFar || isLong);
  const unit = isMinutes ? 'min' : units.bare;
  askUnit(asked, unit, units);
  return pieces
    .map((one, index) => (index % 2 === 0 ? one.replace(/\d+(?:\.\d+)?/, `$&${unit}`) : one))
    .join('');
}

/** "walk 5, then run 3": nobody says so of kilometres. */
const WALKED =
  /\b(walk|run|jog)\s+(\d{1,2}(?:\.5)?)(?=\s*(?:$|[,;+()/–-](?!\s*\d)|then\b|and\b|easy\b|\())/giu;

function withBareUnit(text: string, units: Units, asked: Set<Asked>): string {
  if (/\bwalk\s+\d/i.test(text)) {
    const unit = units.isSaid ? units.bare : 'min';
    return text.replaceAll(WALKED, `$1 $2${unit}`);
  }
  return withUnitOfAll(text, units, asked) ?? withUnitOfFirst(text, units, asked);
}

function askUnit(asked: Set<Asked>, unit: string, { bare }: Units): void {
  asked.add('unit');
  if (unit !== bare) asked.add('minutes');
}

function withUnitOfFirst(text: string, units: Units, asked: Set<Asked>): string {
  const [all, lead = '', number = ''] = BARE.exec(text) ?? [];
  if (all === undefined || UNIT_WORD.test(text.slice(all.length))) return text;
  if (!/\d/.test(withoutNumbered(all)) || /[x×]$/i.test(lead.trimEnd())) return text;
  const value = Number(number.replace(',', '.'));
  if (value === 0 || value > 300) return text;
  const unit = unitOf(value, `${lead}${text.slice(all.length)}`, units);
  askUnit(asked, unit, units);
  const behind = text.slice(all.length).replace(PART_NUMBER, `$1${unit}`);
  return `${lead}${number}${unit}${behind.replace(LAST_NUMBER, `$1${unit}`)}`;
}

/** Where the text does not say it, a large number counts minutes. */
function unitOf(value: number, words: string, { bare, isSaid, hasLongBare }: Units): string {
  if (isSaid) return bare;
  if (value >= 35 || (value >= 25 && bare !== 'km')) return 'min';
  return value >= 20 && value % 5 === 0 && hasLongBare && !/long/i.test(words) ? 'min' : bare;
}
