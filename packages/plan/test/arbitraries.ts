import * as fc from 'fast-check';

// Correct plans in every spelling the rules allow, and texts with mistakes.

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const FULL = ['Monday', 'tuesday', 'WEDNESDAY', 'Thurs', 'fridays', 'Saturday', 'sun.'] as const;

const target = fc.constantFrom(
  'E',
  'easy',
  'M',
  'T',
  'threshold',
  'I',
  'r',
  'jog',
  'rest',
  'walk',
  'Z2',
  'z3',
  '10k',
  'HM',
  '4:30/km',
  '4:20-4:30/km',
  '150bpm',
  'tempo',
);
const amount = fc.oneof(
  fc.integer({ min: 1, max: 99 }).map((minutes) => `${minutes}m`),
  fc.integer({ min: 1, max: 99 }).map((minutes) => `${minutes}min`),
  fc.integer({ min: 1, max: 40 }).map((km) => `${km}km`),
  fc.integer({ min: 1, max: 30 }).map((km) => `${km} km`),
  fc.constantFrom(
    '400mtr',
    '1.5km',
    '1h30m',
    '90s',
    '1:30',
    '1mi',
    '800 metres',
    '0.5mi',
    '2.5m',
    '1h',
  ),
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(amount, target).map(([long, fast]) => `${long} ${fast}`) },
  { weight: 1, arbitrary: amount },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'E',
      'open',
      'open T',
      'open 5k',
      '400mtr 90s',
      '1km 4:00',
      '10m WU',
      '10m CD',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('5m E', '30s', '400mtr R'),
        fc.constantFrom('a // b', 'flat or: hills', '{1, 2}', 'then, strides, race', 'Tue, Wed'),
      )
      .map(([own, words]) => `${own} "${words}"`),
  },
);
const join = fc.constantFrom(' + ', '+', '  +  ', ' +');
const steps = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 3 }), join)
  .map(([list, plus]) => list.join(plus));
const repeat = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.constantFrom('x(', ' x (', 'X('), steps)
  .map(([count, mark, inner]) => `${count}${mark}${inner})`);
const NAMES = ['strides', 'hills', 'warm-up', 'cd2'] as const;

/** A list with a value for each week of its heading. */
function listed(weeks: number, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(value, { minLength: weeks, maxLength: weeks }),
      fc.constantFrom(',', ', ', ' , '),
    )
    .map(([values, comma]) => `{${values.join(comma)}}`);
}

function item(weeks: number, names: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: step },
    { weight: 2, arbitrary: repeat },
    {
      weight: 2,
      arbitrary: fc.tuple(listed(weeks, amount), target).map(([list, fast]) => `${list} ${fast}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          listed(weeks, fc.integer({ min: 5, max: 95 }).map(String)),
          fc.constantFrom('m', 'km'),
          target,
        )
        .map(([list, unit, fast]) => `${list}${unit} ${fast}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          listed(weeks, fc.integer({ min: 1, max: 20 }).map(String)),
          fc.constantFrom('x(', ' x ('),
          steps,
        )
        .map(([list, mark, inner]) => `${list}${mark}${inner})`),
    },
    { weight: 1, arbitrary: listed(weeks, fc.oneof(step, repeat, steps)) },
    {
      weight: 1,
      arbitrary: fc.tuple(amount, listed(weeks, target)).map(([long, list]) => `${long} ${list}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'race 5km',
        'race 10k',
        'Race HM',
        'race marathon',
        'race 10km 45m',
        'race half',
        'race 50km',
        'race 1500mtr',
      ),
    },
    ...(names.length > 0
      ? [{ weight: 2, arbitrary: fc.constantFrom(...names).map((name) => name) }]
      : []),
  );
}

const title = fc.constantFrom(
  'Long run',
  'Hills',
  'Tempo, steady',
  'Club night',
  '5 km + strides',
  'Läufe am Berg',
  'a  b',
);
const note = fc.constantFrom(
  'keep it easy',
  'drink: often',
  'https://example.org/x',
  'week 3 is light',
  '{not, a list}',
  'or rest',
  '',
  'ünïcode 🏃',
);

function alternative(weeks: number, names: readonly string[]): fc.Arbitrary<string> {
  const script = fc
    .tuple(fc.array(item(weeks, names), { minLength: 1, maxLength: 3 }), join)
    .map(([list, plus]) => list.join(plus));
  return fc.oneof(
    { weight: 8, arbitrary: script },
    { weight: 2, arbitrary: fc.tuple(title, script).map(([name, own]) => `${name}: ${own}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('rest', 'Rest', 'off', 'rest day', 'Strength:', 'Bike: '),
    },
    {
      weight: 1,
      arbitrary: listed(
        weeks,
        fc.oneof(step, repeat, fc.constantFrom('rest', 'race 5km', 'Long: 90m E')),
      ),
    },
  );
}

function content(weeks: number, names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(alternative(weeks, names), { minLength: 1, maxLength: 3 })
    .chain((parts) =>
      fc.constantFrom(1, 1, 1, 2, 3).map((count) => parts.slice(0, count).join(' or ')),
    );
}

const bullet = fc.constantFrom('', '  ', '  ', '- ', '* ', '\t', '• ');

function dayLine(
  weeks: number,
  names: readonly string[],
  days: readonly number[],
  run: string,
): fc.Arbitrary<string> {
  return fc
    .tuple(
      bullet,
      content(weeks, names),
      fc.constantFrom(' ', ': ', ' - ', '  ', ':'),
      fc.option(note, { freq: 4 }),
      fc.boolean(),
      fc.constantFrom(', ', '/', ' & ', ' and ', ' '),
      fc.nat(3),
    )
    .map(([dot, own, mark, words, isFull, comma, breaks]) => {
      const head = days.map((day) => (isFull ? FULL[day] : DAYS[day])).join(comma);
      const broken = breaks === 0 ? own.replace(' + ', '\n      + ') : own;
      const noted = words === null ? broken : broken.replace(/$|\n/, (end) => ` // ${words}${end}`);
      return `${dot}${head}${run}${mark}${noted}`;
    });
}

function block(heading: string, weeks: number, names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 0, maxLength: 4 }),
      fc.nat(4),
      fc.option(note, { freq: 4 }),
      fc.option(title, { freq: 3 }),
    )
    .chain(([days, kind, words, name]) => {
      const groups =
        kind === 0 && days.length > 1
          ? [[days[0] ?? 0, days[1] ?? 0], ...days.slice(2).map((day) => [day])]
          : days.map((day) => [day]);
      const lines = groups.flatMap((group) =>
        kind === 1
          ? [dayLine(weeks, names, group, ' am'), dayLine(weeks, names, group, ' pm')]
          : [dayLine(weeks, names, group, kind === 2 ? ' pm' : '')],
      );
      const head = `${heading}${name === null ? '' : `: ${name}`}${words === null ? '' : ` // ${words}`}`;
      return fc.tuple(...lines).map((own) => [head, ...own].join('\n'));
    });
}

/** A correct plan in one of its spellings. Only a rest day may have a second run, which is a mistake. */
export const spelledPlan: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(title),
    fc.array(note, { maxLength: 2 }),
    fc.subarray([...NAMES]),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    fc.constantFrom('', 'week starts Sun', 'week starts Monday'),
    fc.constantFrom('week', 'Week', 'weeks', 'WEEKS'),
  )
  .chain(([name, notes, names, lengths, hasException, start, word]) => {
    let from = 1;
    const blocks: fc.Arbitrary<string>[] = [];
    for (const length of lengths) {
      const to = from + length - 1;
      blocks.push(block(`${word} ${length === 1 ? from : `${from}-${to}`}`, length, names));
      if (hasException && length > 1) blocks.push(block(`week ${to}`, 1, names));
      from = to + 1;
    }
    if (hasException) blocks.push(fc.constant(`week ${from} like week 1`));
    const bodies = names.map((own, at) =>
      fc
        .tuple(steps, fc.option(title, { freq: 4 }))
        .map(
          ([body, called]) =>
            `${own} = ${called === null ? '' : `${called}: `}${body}${at > 0 ? ` + ${names[0]}` : ''}`,
        ),
    );
    return fc
      .tuple(fc.tuple(...bodies), fc.tuple(...blocks))
      .map(([defined, own]) =>
        [
          name === null ? '' : `plan ${name}`,
          ...notes.map((words) => `// ${words}`),
          start,
          ...defined,
          '',
          ...own,
        ].join('\n'),
      );
  });

const FRAGMENTS = [
  '{',
  '}',
  ',',
  '{4,5}x(',
  '{4..7}x(',
  '{3m…6m}',
  '//',
  ':',
  ': ',
  ' or ',
  'or',
  'race',
  'race ',
  'rest',
  ' am ',
  ' pm ',
  '=',
  'plan ',
  'week ',
  'weeks 1-4',
  'weeks 4-1',
  'week 0',
  'week 99',
  'like week 1',
  'like',
  'Mon',
  'Tue ',
  'Sun: ',
  'Monday, ',
  'Sat or Sun ',
  '\n',
  '\n\n',
  '\t',
  '|',
  '| Mon | Tue |',
  'Week\tMon\tTue\tWed\n1\trest\t5km E\t6km E',
  '45-55m E',
  '6-8x(',
  '12 weeks to go',
  'tempo',
  '400m',
  '1,5km',
  '@',
  '5x(',
  ')',
  '+',
  '+ ',
  'strides',
  'strides = ',
  'Dear Jo,',
  '- ',
  '1. ',
  '\u0000',
  '\ud800',
  '🏃',
  'é',
  '. Wed ',
  ', Thu ',
  'week starts ',
  '\r\n',
  '\u2028',
  'a\u00a0b',
  '"',
  ' "note" ',
  '“a // b” ',
  ' walk ',
  '%',
  '70%',
  'wk 3',
  '{,}',
  '{()}',
  '{(, )}',
];

/** Correct plans with a few pieces cut out, doubled or inserted at random. */
const mutatedPlan: fc.Arbitrary<string> = fc
  .tuple(
    spelledPlan,
    fc.array(fc.tuple(fc.nat(2000), fc.nat(8), fc.constantFrom(...FRAGMENTS)), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([plan, edits]) =>
    edits.reduce((text, [at, cut, insert]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + insert + text.slice(from + (cut > 4 ? 0 : cut));
    }, plan),
  );

const nonsense = fc
  .array(fc.constantFrom(...FRAGMENTS, 'week 1\n', '  Tue ', '15m E', ' + ', '5x(3m I + 2m jog)'), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));

export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: mutatedPlan },
  { weight: 3, arbitrary: nonsense },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
);

const FILL = [
  '{',
  '}',
  '{,',
  '{1,2}',
  '(',
  ')',
  '+',
  'or ',
  'race ',
  'Mon',
  'Mon ',
  'Mon\n',
  'Mon, ',
  ', Tue ',
  'week 1\n',
  'weeks 1-53\n',
  'x\n',
  'a = b\n',
  '//\n',
  '- \n',
  '| a | b |\n',
  'a\tb\tc\n',
  'Week;Mon;Tue;Wed\n',
  '2 weeks to go\n',
  'week 1 like week 1\n',
  'every week\n',
  '45-55m ',
  '1:',
  ': ',
  'week 1\n Mon 1m E\n',
  'weeks 1-53\n Mon 1m E\n',
  'weeks 1-52\n Tue 1m E\n',
  '5 strides ',
  'plan\n',
  '"',
  '"a" ',
  'Mon "',
];

/** Names whose workout doubles with every line. */
const DOUBLING = Array.from(
  { length: 60 },
  (_, at) => `n${at} = ${at === 0 ? '1m E' : `n${at - 1} + n${at - 1}`}`,
).join('\n');

/** Texts as long as a plan may be: one piece again and again, and short ones that are expensive to read. */
export const hostileTexts: string[] = [
  ...FILL.map((piece) => piece.repeat(20_000).slice(0, 20_000)),
  `${DOUBLING}\nweeks 1-53\n  Mon-Sun n59${' + n59'.repeat(200)}`,
  Array.from({ length: 2500 }, (_, at) => `n${at} = 1m E`)
    .join('\n')
    .slice(0, 20_000),
  `weeks 1-53\n${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day, at) => `  ${day} {${Array.from({ length: 53 }, (_, week) => `${20 + at + week}m E + ${week + 1}x(1m I + 1m jog)`).join(', ')}}`).join('\n')}`.slice(
    0,
    20_000,
  ),
];
