import type { TrainingSession } from './cells.ts';
import { hasAmount, namesSport } from './evidence.ts';
import type { WorkoutQuestion } from './guess.ts';
import type { Run } from './run.ts';
import { otherStrides } from './run-words.ts';
import { hasUnknownNote } from './known-notes.ts';

/** What is known of a session besides its words. */
export type Evidence = { session: TrainingSession; run: Run | undefined; isPart: boolean };

/** Sessions that were read without a question, though something speaks against them, have one. */
export function withDoubts(all: readonly Evidence[], hasAround = false): TrainingSession[] {
  const seconds = all.map(({ session, run }) =>
    session.kind === 'run' && session.questions.length === 0 ? (run?.seconds ?? 0) : 0,
  );
  const lengths = seconds.filter((one) => one > 0).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return all.map(({ session, run, isPart }, index) => {
    const own = seconds[index] ?? 0;
    const doubt =
      session.questions.length > 0
        ? undefined
        : session.kind === 'other'
          ? askOther(session)
          : session.kind !== 'run'
            ? undefined
            : isPart ||
                isOdd(session, own, median) ||
                hasUnknownNote(session.script) ||
                isLess(session, own) ||
                (hasAround &&
                  session.script.includes('x(') &&
                  !/ (?:WU|CD)\b/.test(session.script)) ||
                isJoined(session.source)
              ? askReading(session)
              : hasVagueEffort(session.script)
                ? askEffort(session.script)
                : run?.hasUsualStrides
                  ? askStrides(session.script)
                  : undefined;
    const script = doubt?.answers[0]?.script ?? session.script;
    return doubt ? { ...session, script, questions: [doubt] } : session;
  });
}

const VERY_LONG = 4.5 * 3600;
const LONG = 2.5 * 3600;
const LONGER = 4;
const SHORTER = 0.25;
const MIN_SHARE = 0.6;
const MAX_SHARE = 1.7;
const SECONDS_PER_KM = 330;
const KM_PER_MILE = 1.609;

/** Much longer or shorter than the others, or than the length that is said beside it. */
function isOdd({ script, notes }: TrainingSession, seconds: number, median: number): boolean {
  if (seconds > VERY_LONG || (seconds > LONG && seconds > median * LONGER)) return true;
  if (!script.includes('(') && seconds < median * SHORTER) return true;
  return notes.split('\n').some((note) => {
    const said = saidSeconds(note);
    return said > 0 && (seconds / said < MIN_SHARE || seconds / said > MAX_SHARE);
  });
}

/** "8 km" or "Planned: 0:45:00" alone. */
function saidSeconds(note: string): number {
  const [, hours, minutes, seconds] =
    /^(?:\p{L}+:\s*)?(\d{1,2}):(\d\d):(\d\d)$/u.exec(note.trim()) ?? [];
  if (hours !== undefined)
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  const [, number, unit = ''] =
    /^(?:\p{L}+:\s*)?(\d+(?:[.,]\d+)?)\s*(km|kms|mi|miles?|min|mins|minutes)$/iu.exec(
      note.trim(),
    ) ?? [];
  if (number === undefined) return 0;
  const value = Number(number.replace(',', '.'));
  if (/^k/i.test(unit)) return value * SECONDS_PER_KM;
  return /^min/i.test(unit) ? value * 60 : value * KM_PER_MILE * SECONDS_PER_KM;
}

const SAID_LENGTH =
  /(?<![\d.,:x×]\s*|[x×]\s*\(\s*)(\d{1,3}(?:[.,]\d+)?)\s?-?(km|kms|mi|miles?|mins?|minutes?)(?!\p{L}|\s*(?:\/|per|pace|tempo|race))/iu;
/** Nobody runs faster. */
const LEAST_PER_KM = 150;
const TOLERANCE = 0.9;
/** A pace without a length, or of a recovery only. */
const LOOSE_PACE =
  /(?:^| \+ )\d{1,2}:\d\d(?:-\d{1,2}:\d\d)?\/(?:km|mi)|x\([\d.]+(?:s|m|km|mtr|mi|m\d+s) \+ [\d.]+(?:s|m|km|mtr|mi|m\d+s) (?:\d{1,2}:\d\d|T|I|R|\d+k)(?![\w])/;
/** A recovery behind its reps, or one without its pace; a warm-up in other units than the end. */
const LOOSE_REST =
  /x\([^()+]*\) \+ \S+ (?:rest|jog|walk)(?![^+]*$)|x\("|x\([\d.]+(?:s|m|m\d+s) \+ [\d.]+(?:s|m|m\d+s)\)|\dmi WU.*\dkm CD|\dkm WU.*\dmi CD/;
/** Ten hills are no ten minutes. */
const COUNTED_MINUTES =
  /(?<![\d.])\d+m "(?:[^"]* )?(?:hills|cuestas|côtes|laps|runden|vueltas|tours|reps|sprints|bergsprints|surges|climbs|stairs|berge)"/iu;
const REPEATED = /\brepeat(?!s)|\b(?!once)\w+ times\b(?! (?:this|a|per|each) )|\btwice\b/i;
/** "1h30 with 3 km": nobody can tell what is left of it. */
const PART_OF_TIME =
  /^(?!.*(?:side|before|after|warm|cool))(?:\p{L}+\s+){0,3}(?:\d+\s?h\s?\d*|\d+\s*min\p{L}*)[^,;+]*\b(?:with|dont|davon)\s+(?!\d+\s*[x×])\D{0,12}\d+(?:[.,]\d+)?\s*(?:km|mi|miles?)(?!\p{L})/iu;

/** "10 km with 20 min tempo": or of it. */
const PART_OF_DISTANCE =
  /^(?!.*(?:side|before|after|warm|cool))(?:\p{L}+\s+){0,3}\d+(?:[.,]\d+)?\s*(?:km?|mi|miles?)(?!\p{L})[^,;+]*\b(?:with|w\/|incl?\p{L}*|dont|davon|con|mit)\s*(?:(?:the|last|first|final)\s+)*\d+\s*(?:min\p{L}*|mn|['’′])(?!\p{L})/iu;

/** It takes less time than the first length that is said, has a step without an end, or isn't repeated as it says. */
function isLess({ script, source, notes }: TrainingSession, seconds: number): boolean {
  const [, number = '', unit = ''] = SAID_LENGTH.exec(source) ?? [];
  const value = Number(number.replace(',', '.'));
  const least = /^mi(?!n)/i.test(unit)
    ? value * KM_PER_MILE * LEAST_PER_KM
    : value * (/^k/i.test(unit) ? LEAST_PER_KM : 60);
  return (
    seconds < least * TOLERANCE ||
    / \+ (?:jog|walk|E)$/.test(script) ||
    PART_OF_TIME.test(source) ||
    (PART_OF_DISTANCE.test(source) && !/E \+ .* \+ .*E$/.test(script)) ||
    REPEATED.test(notes) ||
    COUNTED_MINUTES.test(script) ||
    LOOSE_PACE.test(script) ||
    LOOSE_REST.test(script)
  );
}

/** Two cells of a table, or a line with a label that was not understood. */
function isJoined(source: string): boolean {
  return /\d[^\n]*\S(?:\t| {4,})\S[^\n]*\d|\n\p{L}{1,3}\s*:\s|^\d+ (?:runs|sessions|times)(?!\p{L})/u.test(
    source.replaceAll(/\n(?:wu|cd|e|m|t|i|r|am|pm)\s*:/giu, '\n'),
  );
}

/** How fast that is, everybody knows for themselves; uphill it needs no pace. */
const VAGUE =
  /(?<=\d(?:h|m|s|km|mtr|mi)) "(?:(?:very|really|pretty|quite|sehr|muy|très) )?(?:hard|fast|faster|quick|quickly|brisk|zügig|schnell|flott|flotter|vite|rapide|fuerte|fuertes|rápido|rápidos|rapido|forte|veloce|snel|hard effort|fast pace|(?:all|flat) out|max(?:imal|imum)?(?: effort)?)"/gi;
const SHORT = /(?<!\d)(?:[1-3]?\d s|[1-3]?\ds|(?:[1-9]\d|1\d\d|200)mtr)$/;

const LASTING =
  /(?:(?<![\d.])(?:[8-9]|\d\d)m|(?<![\d.])[2-9](?:\.\d+)?(?:km|mi)|\d\d(?:km|mi)|h\d*m?)$/;

function hasVagueEffort(script: string): boolean {
  return script.search(VAGUE) >= 0;
}

function askEffort(script: string): WorkoutQuestion {
  const at = script.search(VAGUE);
  const before = script.slice(0, at);
  const paces = SHORT.test(before) ? 'R I T' : LASTING.test(before) ? 'T M I' : 'I R T';
  const answers = paces.split(' ').map((pace) => {
    const one = script.replaceAll(VAGUE, ` ${pace}`);
    return { label: one, script: one };
  });
  return {
    text: 'How fast is that?',
    answers: [...answers, { label: script, script }],
    phrase: /"([^"]*)"/.exec(script.slice(at))?.[1] ?? '',
  };
}

function askReading({ script, source }: TrainingSession): WorkoutQuestion {
  const answers = [
    { label: script, script },
    { label: 'None of these', script: source },
  ];
  return { text: 'Is this it?', answers, phrase: '' };
}

const SAYS_RUN =
  /^(?:easy|long|tempo|steady)\s+\d|(?:^|[+&]\s*)\d+\s*min\p{L}*\s+(?:easy|tempo|steady)(?!\p{L})|(?<!\p{L})(?:runs?|jog|lauf|footing|rodaje)(?!\p{L})/iu;

/** Neither a run nor a sport that we know. */
function askOther({ title, notes }: TrainingSession): WorkoutQuestion | undefined {
  // "4 x 1 km, then gym"
  const isBoth =
    /\d\s*[x×]\s*\d+\s*(?:m|km|mi|min|s|sec)(?!\p{L})/iu.test(title) ||
    (/\d/.test(title) && SAYS_RUN.test(title)) ||
    title
      .split(/[\n,;+&]/)
      .some((clause) => /\d\s*(?:km|k|mi|miles?)(?!\p{L})/iu.test(clause) && !namesSport(clause));
  if (title === '' && hasAmount(notes))
    return { text: 'How far or how long?', answers: [], phrase: notes };
  return title === '' || (namesSport(`${title} ${notes}`) && !isBoth)
    ? undefined
    : { text: 'How far or how long?', answers: [], phrase: title };
}

const STRIDES = [
  '20 s, with 1 min jog',
  '100 m, with 100 m jog',
  '20 s, with a jog until you press lap',
];

function askStrides(script: string): WorkoutQuestion {
  const scripts = [script, ...otherStrides(script)];
  const answers = scripts.map((one, index) => ({ label: STRIDES[index] ?? '', script: one }));
  return { text: 'How long are the strides?', answers, phrase: '' };
}
