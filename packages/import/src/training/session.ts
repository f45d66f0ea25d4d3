import type { Diagnostic } from '@pacewright/script';
import type { Cell, Column } from './cells.ts';
import { beginsWithRest, hasAmount, isParkrun, isRest, namesRun, namesSport } from './evidence.ts';
import { NOT_RACED, readRace } from './race.ts';
import { readRun, type Asked, type Reader, type Run } from './run.ts';
import { firstOption, groupOf, separateNotes } from './phrases.ts';

export type CellReading = {
  kind: 'run' | 'rest' | 'other' | 'race';
  script: string;
  title: string;
  notes: string[];
  questions: Diagnostic[];
  metres?: number;
  /** Of a run, what its script was written from. */
  read?: string;
  asked?: ReadonlySet<Asked>;
  run?: Run;
  /** What may be done instead of a rest. */
  optional?: string;
  /** A column says more than the script. */
  isPart?: boolean | undefined;
};

/** What is on a day. Sports and races are ruled out first: "60 min of cross training" is no run. */
export function readCell(cell: Cell, reader: Reader): CellReading {
  const chosen =
    cell.columns && cell.columns.length > 0
      ? fromColumns(cell.columns, reader)
      : { text: cell.text, notes: [], isPart: false };
  // "Mon (rest)"
  const isAside = chosen.text === '';
  const reading = readWords(isAside ? cell.notes.join(' ') : chosen.text, reader);
  return {
    ...reading,
    isPart: chosen.isPart || reading.isPart,
    title: [cell.title, reading.title].filter(Boolean).join(': '),
    notes: [...(isAside ? [] : cell.notes), ...reading.notes, ...chosen.notes],
  };
}

/** Of a race, not of a run. */
const GOAL = /^(?:goal|target|ziel|objectif|objetivo)/i;
const TOTAL =
  /^(?:planned|total|goal|target|ziel|objectif|objetivo|duration|distance|time|geplant|dauer|umfang|strecke|dur[ée]e|duraci[oó]n|distancia)(?: (?:time|distance|duration))?\s*:\s*(?=\d)/i;
const KIND = /^(?:easy|long|recovery|tempo|threshold|steady)(?: runs?)?$/i;

/** "Planned: 1:00:00" is the length of a session without steps, and a note beside some. */
function withoutTotals(text: string): { text: string; notes: string[] } {
  const lines = text.split('\n');
  const totals = lines.filter((line) => TOTAL.test(line));
  const others = lines.filter((line) => !TOTAL.test(line));
  if (totals.length === 0) return { text, notes: [] };
  if (
    others.length > 0 &&
    others.filter(hasAmount).every((line) => /^(?:last|final)\b/i.test(line))
  ) {
    const [first = '', ...rest] = totals;
    const lasts = others.filter(hasAmount);
    const words = others.filter((line) => !lasts.includes(line));
    const whole = [first.replace(TOTAL, ''), ...lasts].join(', ');
    return { text: [...words, whole].join('\n'), notes: rest };
  }
  if (others.length > 0 && (others.some(hasAmount) || totals.some((line) => GOAL.test(line))))
    return { text: others.join('\n'), notes: totals };
  return { text: totals.join('\n'), notes: [] };
}

const BESIDE =
  /^(?:gym|strength|s&c|weights|yoga|pilates|core|stretch\p{L}*|mobility|kraft\p{L}*|stabi\p{L}*|renfo\p{L}*|muscu\p{L}*|ppg|gainage|fuerza|pesas|gimnasio|forza|palestra)(?!\p{L})[^\d]*$/iu;
const RAN =
  /\d\s*(?:km?|mi|miles?)(?!\p{L})|\d\s*[x×]\s*\d|\d\s*\p{L}*\s+(?:E|M|T|I|R)(?!\p{L})|(?<!\p{L})(?:runs?|jog|track|tempo|threshold|locker|footing|rodaje)(?!\p{L})/u;

/** "gym" above "20 min T, track": both, and it is asked whether the run is one. */
function withoutBeside(text: string): { run: string; beside: string } | undefined {
  const [first = '', ...others] = text.split('\n');
  const run = others.join('\n');
  return BESIDE.test(first) && RAN.test(run) && hasAmount(run) && !namesSport(run)
    ? { run, beside: `+ ${first}` }
    : undefined;
}

function readWords(whole: string, reader: Reader): CellReading {
  const both = withoutBeside(whole);
  if (both) {
    const run = readWords(both.run, reader);
    return { ...run, notes: [...run.notes, both.beside], isPart: true };
  }
  const { text, notes } = withoutTotals(whole);
  const reading = readText(text, reader);
  return notes.length === 0 ? reading : { ...reading, notes: [...reading.notes, ...notes] };
}

function readText(text: string, reader: Reader): CellReading {
  const [first = '', ...sentences] = text.split(/(?<=[.!])\s+|\n/);
  if (isRest(first) && !sentences.some(hasAmount))
    return { kind: 'rest', script: '', title: '', questions: [], notes: sentences };
  if (CANCELLED.test(text) && !hasAmount(text))
    return { kind: 'rest', script: '', title: '', questions: [], notes: [text] };
  const { main, notes, title } = separateNotes(text, reader.group);
  const { option, others } = firstOption(main);
  const rest = [...notes, ...others];
  const plain = { script: '', title, questions: [], notes: rest };
  if (isRest(option) || (beginsWithRest(option) && !hasAmount(option)))
    return {
      ...plain,
      kind: 'rest',
      ...optionalOf(others, reader),
      notes: [isRest(option) ? '' : option, ...rest].filter(Boolean),
    };
  // "parkrun (not flat out)"
  const isRun =
    isParkrun(option) && NOT_RACED.test(notes.filter((note) => !AS_YOU_LIKE.test(note)).join(' '));
  const race = isRun ? undefined : readRace(option, title);
  if (race) {
    const { hasScript = false, ...own } = race;
    const around = hasScript ? readRun(runOf(option, ''), reader) : undefined;
    const script = around?.questions.length === 0 ? around.script : '';
    return { ...plain, kind: 'race', ...own, script, notes: rest };
  }
  const { run: written, sport } = withoutSport(option);
  const kind = [title, ...notes].find((words) => KIND.test(words)) ?? title;
  const run = runOf(written, isRun ? notes.join(' ') : kind);
  if (run === '')
    return { ...plain, kind: 'other', title: [title, option].filter(Boolean).join(': ') };
  // Words alone are no run that can be measured.
  if (!hasAmount(run) && !/\d/.test(run) && !isParkrun(run))
    return {
      ...plain,
      kind: 'other',
      title: [title, run].filter(Boolean).join(': '),
      notes: [sport, ...rest].filter(Boolean),
    };
  const found = readRun(run, reader);
  const { script, text: read, questions, notes: own, asked: hangsOn } = found;
  const said = [...own, sport, ...rest].filter(Boolean);
  const hasGroups = reader.group !== undefined && text.split('\n').some((line) => groupOf(line));
  const asked = hasGroups ? new Set([...hangsOn, 'group' as const]) : hangsOn;
  const open = questions.slice(0, 1);
  return { kind: 'run', script, title, questions: open, notes: said, read, asked, run: found };
}

const CANCELLED =
  /(?<!\p{L})(?:no (?:sessions?|training|track|club(?: run| session)?)|kein training|pas d['’]entraînement|sin entrenamiento|cancelled|fällt aus|annulée?)(?!\p{L})/iu;

/** "as hard or easy as you like" */
const AS_YOU_LIKE = /\b(?:hard|fast) or (?:easy|slow)|\b(?:easy|slow) or (?:hard|fast)/i;

/** "rest or 30 min easy" */
function optionalOf(others: readonly string[], reader: Reader): { optional?: string } {
  const words = others.find((one) => one.startsWith('or '))?.slice(3) ?? '';
  if (namesSport(words)) return { optional: words };
  if (!hasAmount(words) && !namesRun(words)) return {};
  // "Easy run" alone is until the lap button.
  const run = hasAmount(words) ? words : words.replace(/\s*\bruns?\b/i, '');
  const { script, questions } = readRun(run, reader);
  return { optional: questions.length === 0 ? script : words };
}

const ONLY_LENGTH = /^[\d\s:.,]+(?:h|hrs?|hours?|m|mi|miles?|km|k|mins?|minutes?)?$/i;

/** A length is of the kind that its title says. */
function runOf(text: string, title: string): string {
  return ONLY_LENGTH.test(text) && /easy|long|recovery|tempo|threshold|steady/i.test(title)
    ? `${text} ${title}`
    : isParkrun(text) && !hasAmount(text.replace(PARKRUN, '')) && EASY.test(`${text} ${title}`)
      ? '5km easy'
      : text.replace(PARKRUN, NOT_RACED.test(`${text} ${title}`) ? '5km' : 'parkrun');
}

const PARKRUN = /\b(?:5 ?km? )?park ?run\b/i;
const EASY = /\b(?:easy|steady|jog|relaxed)\b(?! or (?:hard|fast))(?<!\b(?:hard|fast) or easy)/i;

const BEHIND =
  /\s*(?:\+|&|,|;|\.|\s[–-]\s|\band\b|\bplus\b|\bwith\b|\bthen\b|\bund\b|\bmit\b|\bet\b|\by\b|\/|\()\s*(?=\p{L})/giu;

/** A run with another sport behind it is a run; anything else with a sport is none. */
function withoutSport(text: string): { run: string; sport: string } {
  if (!namesSport(text)) return { run: text, sport: '' };
  for (const { index, 0: joint } of [...text.matchAll(BEHIND)].toReversed()) {
    const [before, behind] = [text.slice(0, index), text.slice(index + joint.length)];
    const isRun =
      hasAmount(before) &&
      !namesSport(before) &&
      before.lastIndexOf('(') <= before.lastIndexOf(')');
    if (isRun && namesSport(behind) && !/\d\s*x|\d\s*(?:km|mi|m)\b|\brun\s+\d/i.test(behind))
      return { run: before, sport: `+ ${behind.replace(/\)$/, '')}` };
  }
  return { run: '', sport: '' };
}

const ROLES: readonly [string, RegExp][] = [
  [
    'text',
    /^(?:workout|session|description|details?|training|soll|einheit|s[ée]ance|what|entreno|run|activity|plan(?!n))/i,
  ],
  ['title', /^(?:type|title|name|focus|phase)/i],
  ['effort', /^(?:intensit|effort|zone|belastung)/i],
  ['distance', /dist|^miles$|^km$|strecke/i],
  ['pace', /pace|speed|tempo/i],
  ['time', /time|dur|min|dauer|zeit/i],
];

/** A length, a pace or a heart rate alone. */
const BARE_FIGURE =
  /^(?!\p{L}{0,3}(?:last|letzte|final|derni|ultim|últim))(?:[^\d\n]{0,12}[\d\s.,:–-]+(?:h|km?|mi|miles?|m|min\w*|s|bpm|\/|%|['"])*[^\d\p{L}]{0,4}){1,2}(?:total|gesamt)?$/iu;

/** "6 easy" is a run, too. */
function saysRun({ text }: Column): boolean {
  return hasAmount(text) || (/^\d/.test(text) && namesRun(text));
}

function isFullyRead({ questions, noted, notes }: Run): boolean {
  return questions.length === 0 && noted === 0 && notes.length === 0;
}

const HAS_PARTS = /\d.*(?:[,;+\n]|\bthen\b).*\d/su;
const STRIDES = /\b(?:strides|pick-?ups|accelerations|steigerungen)\b/i;
const MAX_STRIDES = 24;

/** The columns of a row: the first combination that reads, the others as notes. */
function fromColumns(
  columns: readonly Column[],
  reader: Reader,
): { text: string; notes: string[]; isPart?: boolean } {
  const [first] = columns;
  if (columns.length === 1 && first) return { text: first.text, notes: [] };
  const roleOf = ({ name }: Column) => ROLES.find(([, pattern]) => pattern.test(name))?.[0];
  const find = (role: string) => columns.find((column) => roleOf(column) === role);
  const others = columns.filter((column) => namesSport(column.text) && !saysRun(column));
  // "8 km | easy | core" is a run, and something besides.
  const runs = columns.filter((column) => !others.includes(column));
  // A sport that comes first is what the row is about.
  const isBeside =
    others.length > 0 && others.every((column) => roleOf(column) === undefined && column !== first);
  if (isBeside && runs.some(saysRun)) {
    const read = fromColumns(runs, reader);
    return { ...read, notes: [...read.notes, ...others.map(({ text }) => `+ ${text}`)] };
  }
  const strides = columns.find(
    ({ name, text }) => STRIDES.test(`${name} ${text}`) && text.length < MAX_STRIDES,
  );
  if (strides && strides !== first) {
    const read = fromColumns(
      columns.filter((column) => column !== strides),
      reader,
    );
    const added = STRIDES.test(strides.text) ? strides.text : `${strides.text} strides`;
    const text = `${read.text} + ${added.replace(/^\+\s*/, '')}`;
    if (readRun(text, reader).questions.length === 0) return { ...read, text };
  }
  const [titles, pace] = [columns.filter((column) => roleOf(column) === 'title'), find('pace')];
  const texts = columns.filter((column) => roleOf(column) === 'text');
  const [named] = texts;
  // "Tempo run | 2 km easy, 3 km tempo, 1 km easy": the second says it all.
  const whole = texts.find(({ text }) => HAS_PARTS.test(text));
  const main = whole ?? named ?? titles.at(-1) ?? first;
  const length =
    find('distance') ??
    find('time') ??
    columns.find((column) => column !== main && column !== pace && hasAmount(column.text));
  const said = (some: readonly (Column | undefined)[]) =>
    some.flatMap((column) => column?.text ?? []);
  const rest = (used: readonly (Column | undefined)[]) =>
    columns.filter((column) => !used.includes(column)).map(({ text }) => text);
  const raced = columns.find(({ text }) => readRace(text, '')?.metres !== undefined);
  if (raced) return { text: raced.text, notes: rest([raced]) };
  // "Race | 10K | 42:00"
  const race = columns.find(({ text }) => readRace(text, ''));
  const far =
    race && columns.find(({ text }) => readRace(`${text} race`, '')?.metres !== undefined);
  if (race && far) return { text: `${far.text} ${race.text}`, notes: rest([race, far]) };
  if (main && isRest(main.text)) return { text: main.text, notes: rest([main]) };
  if (others.length > 0) return { text: said(columns).join(', '), notes: [] };
  const effort = find('effort');
  const isBare = main !== undefined && /^(?:run|running|jog|lauf|course|carrera)$/i.test(main.text);
  const tries = [
    isBare && length && effort && length !== main ? [length, effort] : undefined,
    main && hasAmount(main.text) ? [main] : undefined,
    length && pace ? [length, pace] : undefined,
    length && main ? [length, main] : undefined,
    length && main ? [main, length] : undefined,
    length ? [length] : undefined,
  ].filter((one) => one !== undefined);
  for (const some of tries) {
    const text = said(some).join(some[1] === pace && pace ? ' @ ' : ' ');
    if (readRace(text, '') || readRun(text, reader).questions.length === 0) {
      const notes = rest(some);
      // "18 km easy | last 3 km fast"
      const more = notes.find(
        (note) => saysRun({ name: '', text: note }) && !BARE_FIGURE.test(note),
      );
      const both = `${text}, ${more}`;
      return more !== undefined && isFullyRead(readRun(both, reader))
        ? { text: both, notes: notes.filter((note) => note !== more) }
        : { text, notes, isPart: more !== undefined };
    }
  }
  return { text: said(main ? [main] : columns).join(', '), notes: rest(main ? [main] : columns) };
}
