// Every spelling the language knows, as data. A new word is one entry here and one line in the corpus.

/**
 * The kind of a word, its value, and its spellings: lower case, with one space where people write a space or a hyphen.
 * The spellings before the semicolon are the ones of the short form and the ones the language has always had.
 */
const WORDS = [
  ['target', 'E', 'e|easy;ez|easily'],
  ['target', 'M', 'm|marathon;mp|gmp|goal marathon|goal mp'],
  ['target', 'T', 't|threshold;tempo|lt|thresh|lactate threshold|thr|tp'],
  ['target', 'I', 'i|interval;vo2|vo2max|vo2 max|v̇o2max'],
  ['target', 'R', 'r|repetition;'],
  ['target', 'HM', 'hm;hmp|half marathon|half|goal half|goal half marathon'],
  [
    'recovery',
    'jog',
    'jog;jogs|jogging|jogged|jg|float|floats|floating|trot|shuffle|easy jog|easy jogging',
  ],
  [
    'recovery',
    'rest',
    'rest;rests|pause|pauses|break|standing|stand|standing rest|standing recovery',
  ],
  [
    'recovery',
    'walk',
    'walk;walks|walking|walk back|walk recovery|walking recovery|walk recoveries',
  ],
  ['recovery', '', ';rec|recs|recovery|recoveries|recov|recover|recovering|rcvy'],
  ['label', 'WU', 'wu;warm up|warmup|w/u|w/up|warming up'],
  [
    'label',
    'CD',
    'cd;cool down|cooldown|c/d|w/d|w/down|warm down|warmdown|wd|cooling down|warming down',
  ],
  ['open', '', 'open;lap|lap button|until lap|press lap'],
  ['between', '', 'between;in between|btw|btwn'],
  ['strides', '', ';strides|stride|striders'],
  ['reps', 'I', ';intervals'],
  ['reps', 'R', ';reps|rep|repetitions'],
  [
    'reps',
    '',
    ';repeats|repeat|efforts|rounds|each|each rep|every|every rep|per rep|them|after each|after every|after each rep',
  ],
  ['sets', '', ';sets|set|series'],
  ['at', '', ';@|at|@ a|at an|at a|at the'],
  ['in', '', ';in'],
  ['with', '', ';w/|with|w|w.|with a|with an|w/ a'],
  ['off', '', ';off'],
  ['or', '', ';or'],
  ['total', '', ';total|in total|total of|total distance|total time|altogether|overall'],
  ['alternating', '', ';alternating|alternate'],
  ['part', '', ';last|final|the last|the final|including|incl|middle|the middle'],
  ['join', '+', ';then|and then|followed by|next|plus'],
  ['join', ',', ';and|and a|&'],
  ['pace', '', ';pace|paces|effort|race pace effort|intensity|speed'],
  ['vague', 'I', ';hard|on|strong|very hard|race|race pace|race effort|goal race pace|goal'],
  ['vague', 'T', ';brisk|comfortably hard|cruise|controlled|goal pace|solid'],
  ['vague', 'R', ';fast|quick|quickly|sprint|sprints|all out|max|maximal|full gas|faster'],
  ['vague', 'M', ';steady|moderate|mod|progressive|progression|tempo ish'],
  [
    'vague',
    'E',
    ';long|relaxed|gentle|gently|slow|slowly|aerobic|general aerobic|base|lr|comfortable|light',
  ],
  [
    'filler',
    '',
    ';run|runs|running|the|a|an|of|for|do|to finish|go|my|your|start with|begin with|end with|finish with|finish|continuous running|session|workout|main set|main|track|today|on the track',
  ],
  [
    'filler',
    '',
    ';i want|you will get|you get|we will do|you will do|distances of|distances|will be|no rest|no recovery|without rest|without recovery',
  ],
  ['filler', 'about', ';about|approx|approximately|roughly|circa|~|≈'],
  [
    'filler',
    '',
    ';monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thurs|fri|sat|sun|am|pm',
  ],
] as const;

export type WordKind = (typeof WORDS)[number][0];

export type Spelling = { kind: WordKind; value: string; isPlain: boolean };

export const SPELLINGS: ReadonlyMap<string, Spelling> = new Map(
  WORDS.flatMap(([kind, value, list]) => {
    const [plain = '', other = ''] = list.split(';');
    const entries = (words: string, isPlain: boolean) =>
      words
        .split('|')
        .filter((word) => word !== '')
        .map((word) => [word, { kind, value, isPlain }] as const);
    return [...entries(plain, true), ...entries(other, false)];
  }),
);

/** How many words the longest phrase has that begins with a word. */
export const PHRASE_LENGTHS: ReadonlyMap<string, number> = [...SPELLINGS.keys()].reduce(
  (lengths, phrase) => {
    const words = phrase.split(' ');
    const [first = ''] = words;
    return lengths.set(first, Math.max(words.length, lengths.get(first) ?? 0));
  },
  new Map<string, number>(),
);

const UNIT_WORDS: Record<string, string> = {
  h: 'h;hr|hrs|hour|hours',
  m: "m|min;mins|minute|minutes|'|’|′|mn",
  s: "s|sec;secs|second|seconds|\"|”|″|''|’’",
  km: 'km|k;kms|kilometer|kilometers|kilometre|kilometres|ks',
  mi: 'mi;mile|miles|ml|mls',
  mtr: 'mtr|meters|metres;mtrs|meter|metre',
  lap: ';lap|laps',
};

/** The unit a text spells. A time's plain units may not stand apart from their number. */
export const UNITS: ReadonlyMap<string, { unit: string; isPlain: boolean }> = new Map(
  Object.entries(UNIT_WORDS).flatMap(([unit, list]) =>
    list.split(';').flatMap((words, index) =>
      words
        .split('|')
        .filter((word) => word !== '')
        .map((word) => [word, { unit, isPlain: index === 0 }] as const),
    ),
  ),
);

export const NUMBER_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 1]),
);

/** Distances that are run on a track and written without a unit. */
export const TRACK_METRES = new Set([
  100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 900, 1000, 1200, 1500, 1600, 2000, 2400,
  3000, 3200, 5000,
]);

/** Words that say faster or slower than something else. */
export const COMPARED =
  /slower|faster|quicker|than|minus|plus|below|above|under|over|less|more|[%<>±]|\bor\b/i;
