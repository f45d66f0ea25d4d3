// How long a plan of 24 weeks takes, in this Node and nothing around it. `node packages/plan/test/figures.ts`.
import { adviseOnPlan, formatPlan, readPlan, totalWeeks } from '../src/index.ts';
import { clearScriptCache } from '../src/script-cache.ts';
import { hostileTexts } from './arbitraries.ts';

export type Figure = { name: string; milliseconds: number; budget: number };

const PATIENCE_MS = 15_000;

const plan = writeSeason();
const mistaken = plan.replaceAll(' jog', ' hopp').replaceAll('10m E', '10m E T');
const reading = readPlan(plan);
const { days, diagnostics } = readPlan(mistaken);

const figures = [
  measure('24 weeks, first reading', () => readPlan(plan), 20, 30, clearScriptCache),
  measure(
    `24 weeks with ${diagnostics.length} mistakes and ${days.length} days, first reading`,
    () => readPlan(mistaken),
    20,
    30,
    clearScriptCache,
  ),
  measure('24 weeks, read again as while typing', () => readPlan(plan), 10, 30),
  measure('24 weeks, formatted', () => formatPlan(plan), 50, 30, clearScriptCache),
  measure('24 weeks, totals', () => totalWeeks(reading), 5, 30),
  measure('24 weeks, totals and advice', () => adviseOnPlan(reading), 10, 30),
  ...hostileTexts.map((text) =>
    measure(
      `nonsense: ${text.slice(0, 20).replaceAll(/\s/g, ' ')}…`,
      () => readPlan(text),
      1000,
      2,
    ),
  ),
];

if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else
  for (const { name, milliseconds, budget } of figures)
    console.log(`${milliseconds.toFixed(2).padStart(8)} of ${budget} ms  ${name}`);

/** The best of many rounds: in the others the machine was doing something else, or was not warm yet. */
function measure(
  name: string,
  run: () => void,
  budget: number,
  rounds: number,
  prepare: () => void = () => {},
): Figure {
  const begun = performance.now();
  let best = Infinity;
  for (let round = 0; round < rounds || isPatient(); round++) {
    prepare();
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return { name, milliseconds: best, budget };

  function isPatient(): boolean {
    return best >= budget && performance.now() - begun < PATIENCE_MS;
  }
}

/** 24 weeks of eight runs, most of which differ from week to week. */
function writeSeason(): string {
  const minutes = (start: number) =>
    Array.from({ length: 24 }, (_, week) => `${start + week}m`).join(', ');
  const counts = Array.from({ length: 24 }, (_, week) => 4 + (week % 5)).join(', ');
  return `plan Twenty-four weeks
strides = 6x(20s R + 60s jog)

weeks 1-24
  Mon {${minutes(30)}} E or rest
  Tue 15m E + {${counts}}x(3m I + 2m jog) + 10m E
  Wed am {${minutes(35)}} E
  Wed pm 30m E
  Thu 15m E + {${counts}}x(5m T + 1m jog) + 10m E // smooth
  Fri {${minutes(40)}} E + strides
  Sat {${minutes(45)}} E
  Sun Long run: {${minutes(60)}} E
week 24
  Sun race marathon
`;
}
