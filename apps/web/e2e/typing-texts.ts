/** A long text, letters typed at its end, and the drawing that follows them. */
export type Typing = { path: string; text: string; typed: string; drawing: string };

export const SCRIPT: Typing = {
  path: '/app/workouts/new',
  text: `${'15m E\n+ 5x(3m I + 2m E)\n+ 2km 5k\n+ '.repeat(57)}5m E`,
  typed: ' + 10m T + 5x(400mtr R + 90s jog) + 20m Z2 + 3km 5k + 1h30m E',
  drawing: '.profile',
};

/** 24 weeks of eight runs, most of which differ from week to week. Each letter changes a day of all of them. */
export const PLAN: Typing = {
  path: '/app/plans/new',
  text: `plan Twenty-four weeks
strides = 6x(20s R + 60s jog)

weeks 1-24
  Mon ${minutesFrom(30)} E or rest
  Tue 15m E + ${listOf((week) => 4 + (week % 5))}x(3m I + 2m jog) + 10m E
  Wed am ${minutesFrom(35)} E
  Wed pm 30m E
  Thu 15m E + ${listOf((week) => 4 + (week % 5))}x(5m T + 1m jog) + 10m E // smooth
  Fri ${minutesFrom(40)} E + strides
  Sat ${minutesFrom(45)} E
  Sun Long run: ${minutesFrom(60)} E`,
  typed: ' + 10m T + 5x(400mtr R + 90s jog) + 20m Z2 + 3km 5k',
  drawing: '.season-frame',
};

function minutesFrom(first: number): string {
  return listOf((week) => `${first + week}m`);
}

function listOf(valueOf: (week: number) => unknown): string {
  return `{${Array.from({ length: 24 }, (_, week) => valueOf(week)).join(', ')}}`;
}
