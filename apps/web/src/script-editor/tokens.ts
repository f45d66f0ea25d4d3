/** What the bar of tokens holds, in the order it shows them. */
export const TOKENS = [
  'E',
  'M',
  'T',
  'I',
  'R',
  'Z1',
  '+',
  'x( )',
  'min',
  's',
  'km',
  'mtr',
  'jog',
  'rest',
  'open',
  '5k',
  '10k',
  'HM',
] as const;

export type InsertableToken = (typeof TOKENS)[number];
