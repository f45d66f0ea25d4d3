import type { Target } from './workout.ts';
import { isEasy } from './coach-nodes.ts';
import { raceOf, type Aim, type Leaf, type Measure } from './coach-leaf.ts';

/** A phrase while it is read: whatever order its parts come in, each fills one slot. */
export type Draft = {
  from: number;
  to: number;
  /** The join before it: a comma, a plus, a parenthesis, or nothing. */
  sep: string;
  intro: '' | 'at' | 'in' | 'with' | 'off';
  /** "Including", and not besides. */
  isWithin: boolean;
  /** A preposition whose object is still to come. */
  pending: '' | 'at' | 'in';
  counts: readonly number[];
  /** Where the step behind its count begins. */
  bodyFrom: number | undefined;
  hasSets: boolean;
  measures: readonly Measure[];
  /** What is counted behind it: "400s:". */
  each: Measure | undefined;
  isPair: boolean;
  target: Target | undefined;
  /** A time for the distance, or a pace without its unit: the slower and the faster end. */
  clock: { low: number; high: number; isGoal: boolean; isPace: boolean } | undefined;
  /** A pace for each of several: "7:10, 7:05, 7:00". */
  aims: readonly Aim[];
  /** By how many seconds each is faster than the one before it. */
  faster: number | undefined;
  rec: string | undefined;
  role: string | undefined;
  around: string | undefined;
  /** It stands behind a length: "1 mile after …". */
  isAroundBehind: boolean;
  between: string | undefined;
  isAll: boolean;
  /** It says so in a word: "2 min jog, all of them". */
  isSaidOfAll: boolean;
  equal: number | undefined;
  part: string | undefined;
  /** "Miles 4-9": the first of them. */
  start: number;
  /** "The 800s", and not another one. */
  isNamed: boolean;
  times: number | undefined;
  isStrides: boolean;
  notes: readonly string[];
  /** The count stands behind what it repeats: "3 min hard, 1 min easy x 7". */
  isBehind: boolean;
  /** It begins with "for". */
  startsFor: boolean;
  /** How long all of it goes on: "… for 20 minutes". */
  whole: Measure | undefined;
  /** What follows is run in turn. */
  isAlternate: boolean;
  /** Words that say how hard, and not how fast. */
  efforts: readonly string[];
  /** Drills and stretching, done without running. */
  drill: string;
  isTotal: boolean;
  /** "Rest easy": of what is left of a total. */
  isRemainder: boolean;
  /** It has an "at": what a pace is, and not only its name. */
  isAt: boolean;
  /** A unit had to be found. */
  hasBare: boolean;
  /** "for" behind a whole step: how long all of it goes on. */
  isFor: boolean;
  /** The way back or down, which is as long as it is. */
  isWay: boolean;
  /** "Run 3 min": a walk behind it is another step. */
  isRun: boolean;
  isEmpty: boolean;
};

export function emptyDraft(at: number, sep: string): Draft {
  return {
    from: at,
    to: at,
    sep,
    intro: '',
    isWithin: false,
    pending: '',
    counts: [],
    bodyFrom: undefined,
    hasSets: false,
    measures: [],
    each: undefined,
    isPair: false,
    target: undefined,
    clock: undefined,
    aims: [],
    faster: undefined,
    rec: undefined,
    role: undefined,
    around: undefined,
    isAroundBehind: false,
    between: undefined,
    isAll: false,
    isSaidOfAll: false,
    equal: undefined,
    part: undefined,
    start: 0,
    isNamed: false,
    times: undefined,
    isStrides: false,
    notes: [],
    efforts: [],
    isBehind: false,
    startsFor: false,
    whole: undefined,
    isAlternate: false,
    drill: '',
    isTotal: false,
    isRemainder: false,
    isAt: false,
    hasBare: false,
    isFor: false,
    isWay: false,
    isRun: false,
    isEmpty: true,
  };
}

/** A way to take a leaf into a draft, with its price. */
export type Way = readonly [Draft, number];

const NONE: readonly Way[] = [];

export function fill(draft: Draft, leaf: Leaf): readonly Way[] {
  const grown: Draft = {
    ...draft,
    from: draft.isEmpty ? leaf.from : draft.from,
    to: leaf.to,
    isEmpty: false,
  };
  const take = (slots: Partial<Draft>, price = 0): Way => [{ ...grown, ...slots }, price];
  const rule = RULES[leaf.kind];
  return rule ? rule(draft, leaf, take) : NONE;
}

const WITHIN = /^(?:inc|inkl|dont|davon|dabei|darin|waarvan|di cui|y? ?compr|featur|contain)/;
const ARTICLE = /^(?:the|los|las|les|die|gli|le|i|de)$/;
const HARD =
  /^(?:very hard|hard|strong|fast|quick|all out|flat out|sprints?|brisk|vite|schnell|fuerte|forte)$/i;

type Take = (slots: Partial<Draft>, price?: number) => Way;
type Rule = (draft: Draft, leaf: Leaf, take: Take) => readonly Way[];

/** "4 strides", "12 hills of 30 seconds": a bare number before what is repeated is a count. */
function counted({ measures, counts }: Draft): Partial<Draft> {
  const [only] = measures;
  const isCount =
    measures.length === 1 &&
    counts.length === 0 &&
    only?.amount === undefined &&
    only !== undefined &&
    only.bare <= 30 &&
    Number.isInteger(only.bare);
  return isCount ? { counts: [only.bare], measures: [] } : {};
}

/** "All off 90 s": nothing, or only whose it is. */
const isStart = (draft: Draft): boolean =>
  draft.isEmpty || (draft.isSaidOfAll && !hasWork(draft) && !isRecovery(draft) && !draft.target);

const isRecovery = ({ rec, intro, counts }: Draft): boolean =>
  counts.length === 0 && (rec !== undefined || intro !== '');

const hasWork = (draft: Draft): boolean => draft.measures.length > 0 || draft.counts.length > 0;

/** How each kind of leaf goes into a phrase. A leaf without a way begins another phrase. */
const RULES: Partial<Record<Leaf['kind'], Rule>> = {
  skip: (draft, { word }, take) => [
    take({
      isRun: draft.isRun || /^run(?:ning)?$/.test(word),
      isNamed: draft.isNamed || (draft.isEmpty && ARTICLE.test(word)),
    }),
  ],
  unknown: (draft, leaf, take) => [take({ notes: [...draft.notes, leaf.value] })],
  quote: (draft, leaf, take) => [take({ efforts: [...draft.efforts, leaf.value] })],
  note: (draft, leaf, take) => [take({ notes: [...draft.notes, leaf.value] })],
  drill: (draft, leaf, take) => [take({ drill: [draft.drill, leaf.value].join(' ').trim() })],
  hill: (draft, leaf, take) => [take({ ...counted(draft), notes: [...draft.notes, leaf.value] })],
  vague(draft, leaf, take) {
    const counts = /(?:sprints|surges|pick ?ups)$/i.test(leaf.value) ? counted(draft) : {};
    // "Long fartlek, 10 x 3 min hard": no easy minutes.
    const isHard = HARD.test(leaf.value) && isEasy(draft.target);
    const target = isHard ? undefined : draft.target;
    return [take({ ...counts, target, efforts: [...draft.efforts, leaf.value] }, isHard ? 0.2 : 0)];
  },
  or: (_draft, _leaf, take) => [take({})],
  goal: (draft, leaf, take) => [take({ efforts: [...draft.efforts, leaf.value] })],
  reps: (draft, _leaf, take) => [take(counted(draft))],
  sets: (draft, _leaf, take) => [take({ hasSets: true }, draft.counts.length > 0 ? 0 : 0.2)],
  total: (_draft, _leaf, take) => [take({ isTotal: true })],
  remainder: (draft, leaf, take) =>
    draft.isEmpty
      ? [take({ isRemainder: true, target: { kind: 'pace', pace: 'E' } })]
      : fillRecovery(draft, { ...leaf, value: 'rest' }, take),
  for: (draft, _leaf, take) => [
    take(draft.measures.length > 0 ? { isFor: true } : { startsFor: true }),
  ],
  alternate(draft, { word }, take) {
    // "30 min run/walk": of what follows as often as it fits, or no more than that.
    const whole = /walk/.test(word) && draft.counts.length === 0 ? draft.measures[0] : undefined;
    if (whole) return [take({}, 1.3), take({ whole, measures: [] })];
    return draft.isEmpty || /walk/.test(word) ? [take({ isAlternate: draft.isEmpty })] : NONE;
  },
  at: (_draft, _leaf, take) => [take({ pending: 'at', isAt: true })],
  in: (_draft, _leaf, take) => [take({ pending: 'in' })],
  count(draft, leaf, take) {
    if (
      draft.measures.length > 0 ||
      draft.rec !== undefined ||
      draft.role !== undefined ||
      draft.counts.length > 2 ||
      draft.pending !== ''
    )
      return NONE;
    return [
      take({
        counts: [...draft.counts, leaf.low],
        bodyFrom: leaf.to,
        hasSets: draft.hasSets || leaf.value === 'sets',
      }),
    ];
  },
  each(draft, leaf, take) {
    const [measure] = leaf.amounts;
    if (draft.isEmpty) return [take({ each: measure }, 0.1)];
    const counts = { ...draft, ...counted(draft) };
    const isCounted = counts.counts.length > 0 && counts.measures.length === 0;
    return isCounted && measure ? [take({ counts: counts.counts, measures: [measure] })] : NONE;
  },
  times(draft, leaf, take) {
    if (draft.isEmpty) return [take({ times: leaf.low })];
    if (draft.each) return [take({ counts: [leaf.low], measures: [draft.each], each: undefined })];
    if (
      draft.measures.length === 0 ||
      draft.counts.length > 0 ||
      draft.rec !== undefined ||
      draft.role !== undefined
    )
      return draft.isStrides ? [take({ counts: [leaf.low] })] : NONE;
    return [take({ counts: [leaf.low], isBehind: true })];
  },
  amount(draft, leaf, take) {
    const [measure] = leaf.amounts;
    if (!measure) return NONE;
    if (draft.isFor && draft.whole === undefined) return [take({ whole: measure, isFor: false })];
    const bareRace =
      draft.measures.length > 0 &&
      draft.pending === '' &&
      draft.target === undefined &&
      draft.rec === undefined
        ? raceOf(measure.amount)
        : undefined;
    // "6 x 800 5k", "5 x 1000 @ 3:30 5k".
    const goesOn = draft.counts.length > 0 ? 0.5 : 0.9;
    if (bareRace) return [take({ target: bareRace }, goesOn)];
    if (
      draft.pending !== '' &&
      draft.clock === undefined &&
      (draft.measures.length > 0 || draft.isEmpty || draft.measures.length === 0)
    ) {
      const race =
        draft.pending === 'at' || draft.measures.length > 0 ? raceOf(measure.amount) : undefined;
      if (race && (draft.target === undefined || draft.target.kind === 'pace'))
        return [take({ target: race, pending: '' }, draft.target ? 0.4 : 0)];
      const seconds = measure.amount?.kind === 'time' ? measure.amount.seconds : undefined;
      if (seconds !== undefined && seconds < 3600 && draft.measures.length > 0)
        return [
          take({
            // "1 km a 4'30"" is a pace; "1000 a 4'30"" and "1 km in 4'30"" are times.
            clock: {
              low: seconds,
              high: seconds,
              isGoal: draft.pending === 'in' || draft.measures[0]?.unit !== 'km',
              isPace: false,
            },
            pending: '',
          }),
        ];
      if (draft.measures.length > 0) return NONE;
    }
    if (draft.measures.length > 0 || draft.each) return NONE;
    const plural = leaf.value === 'plural' && draft.counts.length === 0 ? 1.5 : 0;
    const isTime = measure.amount?.kind === 'time' && measure.amount.seconds < 3600;
    const goal =
      draft.pending !== '' && isTime && measure.amount?.kind === 'time'
        ? [
            take(
              {
                clock: {
                  low: measure.amount.seconds,
                  high: measure.amount.seconds,
                  isGoal: true,
                  isPace: false,
                },
                pending: '',
              },
              0.1,
            ),
          ]
        : [];
    return [
      ...goal,
      take(
        {
          measures: [measure],
          pending: '',
          target: draft.target ?? leaf.target,
          start: leaf.value === 'mi' || leaf.value === 'km' ? leaf.low : 0,
          isNamed: draft.isNamed || leaf.value === 'plural',
        },
        plural + (goal.length === 0 ? 0 : draft.pending === 'in' ? 1.5 : 0.6),
      ),
    ];
  },
  number(draft, leaf, take) {
    const aim = draft.pending === 'at' && draft.measures.length > 0 ? aimOf(leaf.low) : undefined;
    if (aim && !draft.target) return [take({ ...aim(draft), pending: '' })];
    const beats = beatsOf(draft, leaf.low);
    if (beats) return [take({ target: beats, pending: '' })];
    if (draft.pending !== '' && draft.measures.length > 0 && draft.clock === undefined)
      return leaf.low >= 8 && leaf.low < 400
        ? [
            take({
              clock: { low: leaf.low, high: leaf.low, isGoal: true, isPace: false },
              pending: '',
            }),
          ]
        : NONE;
    if (draft.measures.length > 0) return NONE;
    // "2x(6x300) a ritmo de 1500"
    const pace = draft.pending === 'at' && leaf.low !== 800 ? aimOf(leaf.low) : undefined;
    if (pace && draft.counts.length === 0) return [take({ ...pace(draft), pending: '' })];
    return [
      take({ measures: [{ amount: undefined, bare: leaf.low, unit: '' }], pending: '' }, 0.1),
    ];
  },
  clock(draft, leaf, take) {
    if (
      draft.clock !== undefined ||
      draft.rec !== undefined ||
      (draft.intro !== '' && draft.measures.length === 0 && draft.pending === '') ||
      (draft.part !== undefined && draft.measures.length === 0)
    )
      return NONE;
    const isGoal = (draft.pending === 'in' || leaf.value === 'dotted') && draft.measures.length > 0;
    return [
      take(
        {
          clock: { low: leaf.low, high: leaf.high, isGoal, isPace: leaf.value === 'pace' },
          pending: '',
        },
        draft.pending === '' && draft.measures.length > 0 ? 0.3 : 0,
      ),
    ];
  },
  aims: (draft, leaf, take) =>
    draft.aims.length > 0 || draft.clock !== undefined || draft.rec !== undefined
      ? NONE
      : [take({ aims: leaf.aims, pending: '' })],
  faster: (_draft, leaf, take) => [take({ faster: leaf.low, pending: '' })],
  series(draft, leaf, take) {
    return draft.measures.length > 0 ? NONE : [take({ measures: leaf.amounts, pending: '' })];
  },
  pair(draft, leaf, take) {
    return draft.measures.length > 0
      ? NONE
      : [take({ measures: leaf.amounts, isPair: true, pending: '' })];
  },
  target: fillTarget,
  recovery: fillRecovery,
  float: (draft, leaf, take) => [
    ...fillRecovery(draft, { ...leaf, value: 'float' }, take),
    ...fillRecovery(draft, { ...leaf, value: 'jog' }, take).map(([next, price]): Way => [
      next,
      price + 0.2,
    ]),
  ],
  role(draft, leaf, take) {
    if (
      draft.role !== undefined ||
      draft.isAroundBehind ||
      draft.intro === 'off' ||
      draft.counts.length > 0 ||
      draft.measures.length > 1 ||
      draft.part !== undefined
    )
      return NONE;
    if (
      draft.target !== undefined &&
      !(draft.target.kind === 'pace' && draft.target.pace === 'E') &&
      draft.measures.length > 0
    )
      return NONE;
    if (
      leaf.cost > 0 &&
      (draft.target !== undefined || draft.rec !== undefined || draft.notes.length > 0)
    )
      return NONE;
    return [
      take(
        { role: leaf.value, rec: undefined, pending: '' },
        leaf.cost > 0 && draft.measures.length === 0 ? 0.9 : 0,
      ),
    ];
  },
  around(draft, leaf, take) {
    // "after 20 min easy" comes first.
    const turned = { after: 'before', before: 'after' }[leaf.value];
    if (turned && draft.isEmpty && /^(?:after|before|après|avant|nach|vor)$/.test(leaf.word))
      return [take({ around: turned }, 0.3)];
    if (draft.around === leaf.value && draft.measures.length > 0) return [take({})];
    return draft.around === undefined && draft.counts.length === 0
      ? [
          take(
            { around: leaf.value, isAroundBehind: draft.measures.length > 0 },
            draft.measures.length > 0 ? 0 : 0.6,
          ),
        ]
      : NONE;
  },
  between: (draft, leaf, take) =>
    draft.counts.length > 0 || draft.between !== undefined
      ? NONE
      : [take({ between: leaf.value, pending: '' })],
  setrest: (draft, _leaf, take) =>
    draft.isEmpty ? [take({ intro: 'off', between: 'set', rec: '' })] : NONE,
  // "2 min jog, all of them" says whose it is behind it.
  all: (draft, _leaf, take) =>
    hasWork(draft) && !isRecovery(draft) ? NONE : [take({ isAll: true, isSaidOfAll: true })],
  equal: (draft, leaf, take) =>
    draft.measures.length > 0 || draft.equal !== undefined
      ? NONE
      : [take({ equal: Number(leaf.value) })],
  strides: (draft, _leaf, take) =>
    draft.rec !== undefined || draft.role !== undefined
      ? NONE
      : [take({ ...counted(draft), isStrides: true, target: { kind: 'pace', pace: 'R' } })],
  part: (draft, leaf, take) =>
    draft.measures.length > 0 || draft.counts.length > 0 || draft.part !== undefined
      ? NONE
      : [take({ part: leaf.value, pending: '' })],
  with: (draft, leaf, take) =>
    isStart(draft) ? [take({ intro: 'with', isWithin: WITHIN.test(leaf.word) })] : NONE,
  off: (draft, leaf, take) =>
    isStart(draft)
      ? [take({ intro: 'off', rec: leaf.value === 'rest' ? '' : undefined })]
      : draft.intro === '' &&
          draft.measures.length === 1 &&
          draft.rec === undefined &&
          draft.counts.length === 0
        ? [take({ rec: 'off' }, 0.1)]
        : NONE,
};

/** "200 @ 1500", "allure 3000": the pace of a race, by its metres; that of 800 m is none that a step takes. */
function aimOf(metres: number): ((draft: Draft) => Partial<Draft>) | undefined {
  if (metres === 800) return ({ efforts }) => ({ efforts: [...efforts, '800 pace'] });
  const target = metres >= 1500 ? raceOf({ kind: 'distance', metres }) : undefined;
  return target && (() => ({ target }));
}

/** "First 90 min at 140": a time has no metres to be run in so many seconds. */
function beatsOf({ pending, measures, target }: Draft, value: number): Target | undefined {
  const [measure] = measures;
  const isTime = measure?.amount?.kind === 'time' || measure?.unit === '';
  const isBeats = pending === 'at' && !target && isTime && value >= 105 && value <= 190;
  return isBeats ? { kind: 'beats', from: value, to: value } : undefined;
}

function fillTarget(draft: Draft, leaf: Leaf, take: Take): readonly Way[] {
  const { target } = leaf;
  if (!target) return NONE;
  const isE = target.kind === 'pace' && target.pace === 'E';
  // "3 km / 1 km easy": the second of the two.
  if (draft.isPair && isE && draft.rec === undefined && draft.pending === '')
    return [take({ rec: 'easy' })];
  const old = draft.target;
  if (!old) {
    // "2 min float at easy effort".
    if (draft.rec === 'float' && isE) return [take({ rec: 'jog', pending: '' })];
    if (draft.rec !== undefined && draft.rec !== '' && !isE)
      return leaf.value === 'stated' ? [take({ target, pending: '' }, 0.3)] : NONE;
    return [
      take(
        { target, pending: '' },
        leaf.value === 'letter' && !hasWork(draft) && draft.pending === '' ? 0.4 : 0,
      ),
    ];
  }
  const same = JSON.stringify(old) === JSON.stringify(target);
  if (same) return [take({ pending: '' })];
  const [isOldStated, isStated] = [
    old.kind === 'stated' || old.kind === 'beats' || old.kind === 'zone',
    leaf.value === 'stated' || leaf.value === 'zone',
  ];
  // A letter or a pace beside a heart rate: two targets.
  if (isStated && !isOldStated)
    return [take({ target, pending: '' }, target.kind === 'beats' ? 3 : 0.1)];
  if (isOldStated && !isStated) return [take({ pending: '' }, 0.2)];
  // "Tempo … at half marathon pace": the second says what the first is.
  if (draft.pending === 'at' && old.kind === 'pace') return [take({ target, pending: '' }, 0.3)];
  // "Long run … at marathon pace", "recovery, easy": a run's name and then its pace.
  return old.kind === 'pace' && old.pace === 'E' && draft.measures.length === 0
    ? [take({ target, pending: '' }, 0.6)]
    : NONE;
}

function fillRecovery(draft: Draft, leaf: Leaf, take: Take): readonly Way[] {
  if (draft.counts.length > 0 || draft.isStrides || draft.clock !== undefined) return NONE;
  if (draft.target && !(draft.target.kind === 'pace' && draft.target.pace === 'E'))
    return draft.target.kind === 'race' && draft.rec === undefined && draft.measures.length === 0
      ? NONE
      : NONE;
  if (draft.role !== undefined) return [take({})];
  if (draft.rec === undefined || draft.rec === '' || draft.rec === 'off')
    return [
      take(
        {
          rec: leaf.value,
          isAll: draft.isAll || leaf.low === 1,
          isWay: draft.isWay || leaf.low === 2,
          pending: '',
        },
        draft.isRun && draft.measures.length > 0 ? 1.6 : 0,
      ),
    ];
  if (draft.rec === 'rest' && leaf.value !== '') return [take({ rec: leaf.value }, 0.1)];
  return leaf.value === '' || leaf.value === draft.rec || leaf.value === 'rest'
    ? [take({ pending: '' })]
    : NONE;
}
