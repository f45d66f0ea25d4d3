import { plural } from '@pacewright/pace';

import type { Units } from './context.ts';
import { spreadsOf } from './places.ts';
import type { Asked } from './run.ts';

/** About the whole text. The answer is the index of a choice, and the text is read again with it. */
export type TrainingQuestion = {
  id: TrainingQuestionId;
  text: string;
  /** The likeliest first. */
  choices: string[];
  chosen: number;
  /** How many sessions it is about. */
  sessions: number;
};

export type TrainingQuestionId =
  | 'unit'
  | 'm'
  | 'part'
  | 'days'
  | 'order'
  | 'group'
  | 'around'
  | 'axes'
  | 'shift'
  | 'start';

export type TrainingAnswers = Readonly<Partial<Record<TrainingQuestionId, number>>>;

type Layout = {
  counts: ReadonlyMap<Asked, number>;
  units: Units;
  /** How a table was read. None in a text without tables. */
  axes: number | undefined;
  isOnDays: boolean;
  isSundayFirst: boolean;
};

/** What nobody is asked, but everybody can change. What was read is chosen. */
export function listCorrections(
  { counts, units, axes, isOnDays, isSundayFirst }: Layout,
  answers: TrainingAnswers,
): TrainingQuestion[] {
  const offer = (id: TrainingQuestionId, read: number, text: string, choices: string[]) => ({
    id,
    text,
    choices,
    chosen: answers[id] ?? read,
    sessions: 0,
  });
  const hasBare = units.isSaid && (counts.get('unit') ?? 0) > 0;
  return [
    ...(axes === undefined
      ? []
      : [
          offer('axes', axes, 'The table has', ['A list', 'Days across', 'Days down']),
          offer('shift', 0, 'Its days are', ['As read', 'One column right', 'One column left']),
        ]),
    ...(isOnDays
      ? [offer('start', isSundayFirst ? 1 : 0, 'Its weeks start on', ['Monday', 'Sunday'])]
      : []),
    ...(hasBare ? [offer('unit', 0, 'Numbers without a unit are', unitLabels(units))] : []),
  ];
}

type Evidence = {
  counts: ReadonlyMap<Asked, number>;
  /** As the text says them, before any answer. */
  units: Units;
  spread: number;
  days: readonly number[];
  unclearDate: string | undefined;
  groups: readonly string[];
  /** What the text says once of all its runs. */
  around: { before: string; after: string; runs: number } | undefined;
};

const UNITS = ['mi', 'km', 'min'] as const;
const UNIT_NAMES = { mi: 'Miles', km: 'Kilometres', min: 'Minutes' };
const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function listQuestions(
  { counts, units, spread, days, unclearDate, groups, around }: Evidence,
  answers: TrainingAnswers,
): TrainingQuestion[] {
  const ask = (id: TrainingQuestionId, count: number, text: string, choices: string[]) =>
    count === 0
      ? []
      : [
          {
            id,
            text: `${text} (${plural(count, 'workout')})`,
            choices,
            chosen: answers[id] ?? 0,
            sessions: count,
          },
        ];
  const count = (id: Asked) => counts.get(id) ?? 0;
  return [
    ...ask('group', groups.length > 1 ? count('group') : 0, 'Which group are you in?', [...groups]),
    ...(units.isSaid
      ? []
      : ask(
          'unit',
          count('unit'),
          'What do numbers without a unit mean?',
          unitLabels(units, count('minutes') > 0 || (units.hasLongBare && Boolean(answers.unit))),
        )),
    ...ask('m', count('m'), 'Does “m” mean miles or minutes?', ['Miles', 'Minutes']),
    ...(around ? ask('around', around.runs, askAround(around), ['Yes', 'No']) : []),
    ...ask('part', count('part'), 'When is the faster part of a run?', [
      'As usual for its pace',
      'At the end',
      'In the middle',
    ]),
    ...ask('days', spread, 'Which days do you run?', spreadsOf(days.length).map(nameDays)),
    ...(unclearDate === undefined
      ? []
      : ask('order', 1, 'Which comes first in dates like 03/04?', ['The day', 'The month'])),
  ];
}

export function askAround(
  { before, after }: { before: string; after: string },
  who = 'every workout',
): string {
  if (after === '') return `Does ${who} start with ${before}?`;
  if (before === '') return `Does ${who} end with ${after}?`;
  return `Does ${who} start with ${before} and end with ${after}?`;
}

/** The units that bare numbers may have, the likeliest first. */
function unitChoices({ bare }: Units): (typeof UNITS)[number][] {
  return [bare, ...UNITS.filter((unit) => unit !== bare)];
}

/** The choice behind the units: the likeliest also for large numbers, where those were read as minutes. */
const ALL_ALIKE = UNITS.length;

function unitLabels(units: Units, hasMinutes = false): string[] {
  const [first = '', ...others] = unitChoices(units).map((unit) => UNIT_NAMES[unit]);
  return hasMinutes
    ? [`${first}, and large numbers are minutes`, ...others, first]
    : [first, ...others];
}

/** The units of a text after an answer. */
export function answerUnits(units: Units, { unit, m }: TrainingAnswers): Units {
  const bare =
    unit === undefined || unit === 0
      ? undefined
      : unit === ALL_ALIKE
        ? units.bare
        : unitChoices(units)[unit];
  return {
    ...units,
    ...(bare === undefined ? {} : { bare, isSaid: true }),
    ...(m === undefined ? {} : { mIsMiles: m === 0 }),
  };
}

function nameDays(days: readonly number[]): string {
  return days.map((day) => DAY_NAMES[day]).join(', ');
}
