// How long reading takes, in this Node and nothing around it. `node packages/script/test/figures.ts`;
// docs/measurements.md has what it said.
import { readScript } from '../src/index.ts';
import { hostileTexts } from './arbitraries.ts';

export type Figure = { name: string; milliseconds: number; budget: number };

const SHORT = '15m E + 5x(3m I + 2m E) + 10m E + 5m jog';
const LONG = '15m E + 5x(3m I + 2m E) + 2km 5k + '.repeat(150).slice(0, 4997) + ' E';

const PATIENCE_MS = 15_000;

const figures = [
  measure(`a usual script, ${SHORT.length} characters`, SHORT, 0.05, 50),
  measure(`a long script, ${LONG.length} characters`, LONG, 10, 20),
  ...hostileTexts.map((text) =>
    measure(`nonsense, ${text.length} characters: ${text.slice(0, 8)}…`, text, 50, 5),
  ),
];

if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else
  for (const { name, milliseconds, budget } of figures)
    console.log(`${milliseconds.toFixed(3).padStart(8)} of ${budget} ms  ${name}`);

/**
 * Of one run, in the best of many rounds: the others shared the machine, or were still warming up. What
 * is over its budget is given until the machine may have come to rest.
 */
function measure(name: string, text: string, budget: number, rounds: number): Figure {
  const times = text.length < 100 ? 200 : 1;
  const begun = performance.now();
  let best = Infinity;
  for (let round = 0; round < rounds || isPatient(); round++) {
    const start = performance.now();
    for (let time = 0; time < times; time++) readScript(text);
    best = Math.min(best, (performance.now() - start) / times);
  }
  return { name, milliseconds: best, budget };

  function isPatient(): boolean {
    return best >= budget && performance.now() - begun < PATIENCE_MS;
  }
}
