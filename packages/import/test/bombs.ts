/** Texts that are expensive for a careless reader. Twice the size is tried too. */
export const BOMBS: { name: string; size: number; write: (size: number) => string }[] = [
  { name: 'nested elements', size: 50_000, write: (size) => '<workout_file>'.repeat(size) },
  { name: 'nested lists', size: 500_000, write: (size) => '['.repeat(size) },
  {
    name: 'nested repeats',
    size: 2500,
    write: (size) =>
      `{"steps":${'[{"type":"WorkoutRepeatStep","repeatValue":2,"steps":'.repeat(size)}`,
  },
  {
    name: 'entities that grow',
    size: 3,
    write: (size) =>
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(size)}">]><workout_file><name>&b;</name><workout/></workout_file>`,
  },
  {
    name: 'an attribute without an end',
    size: 950_000,
    write: (size) => `<workout_file a="${'x'.repeat(size)}`,
  },
  {
    name: 'many attributes',
    size: 150_000,
    write: (size) => `<workout_file ${'a="1" '.repeat(size)}`,
  },
  {
    name: 'quotes in a table',
    size: 200_000,
    write: (size) => `Week,Mon,Tue\n${'"'.repeat(size)}`,
  },
  { name: 'a line of quotes', size: 50_000, write: (size) => `"${'\n'.repeat(size)}"x` },
  {
    name: 'blanks in a sentence',
    size: 1000,
    write: (size) => `Week 1\nrun 1 min, walk 2 min.${' '.repeat(size)}x`,
  },
  { name: 'a long line', size: 45_000, write: (size) => `Tue: ${'4x'.repeat(size)}` },
  {
    name: 'folded lines',
    size: 250_000,
    write: (size) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${'\n a'.repeat(size)}`,
  },
  {
    name: 'parameters of a calendar',
    size: 100_000,
    write: (size) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY${';"a"'.repeat(size)}`,
  },
  { name: 'hyphens', size: 20_000, write: (size) => `- 1m Pace\n${'- '.repeat(size)}` },
  { name: 'percent signs', size: 15_000, write: (size) => `- 1m ${'1%-'.repeat(size)}` },
  { name: 'digits', size: 45_000, write: (size) => `- ${'1'.repeat(size)} HR` },
  {
    name: 'rules of Markdown',
    size: 50_000,
    write: (size) => `|a|b|\n${'|--'.repeat(size)}x`,
  },
];
