import { WEEKDAYS } from '@pacewright/plan';

/** The buttons below a plan, in order. */
export const PLAN_TOKENS = [
  ...WEEKDAYS,
  'week',
  'E',
  'M',
  'T',
  'I',
  'R',
  '+',
  'x( )',
  '{ , }',
  'min',
  'km',
  'jog',
  'rest',
  'or',
  'race',
  '//',
] as const;
