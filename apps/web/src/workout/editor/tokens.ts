/** The buttons of the token bar, in order. */
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
  'lap',
  '5k',
  '10k',
  'HM',
  'note',
] as const;

export type InsertableToken = (typeof TOKENS)[number];
