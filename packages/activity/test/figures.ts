import { createRandom } from '@pacewright/growth';
import { compareActivity } from './compare.ts';
import { judgeStep, type Blur } from '../src/verdict.ts';
import { intentionOf, isHard, lengthOf, stretchesOf } from './intended.ts';
import { DEVIATIONS, type Deviation, type RecordingKind } from './run-parts.ts';
import { SCRIPTS } from './scripts.ts';
import { simulateRun } from './simulated-run.ts';

// node packages/activity/test/figures.ts [--runs=1008 --seed=1 --kind=button]

const runs = Number(option('runs') ?? SCRIPTS.length);
const seed = Number(option('seed') ?? 1);

const KINDS: { name: string; kind: RecordingKind; isTreadmill?: boolean }[] = [
  { name: 'steps', kind: 'steps' },
  { name: 'button', kind: 'button' },
  { name: 'kilometres', kind: 'kilometres' },
  { name: 'none', kind: 'none' },
  { name: 'treadmill-steps', kind: 'steps', isTreadmill: true },
  { name: 'treadmill-button', kind: 'button', isTreadmill: true },
  { name: 'treadmill-none', kind: 'none', isTreadmill: true },
];
const BLURS = { steps: 0, laps: 1, pace: 2 } as const satisfies Record<string, Blur>;
const MAX_DEVIATIONS = 3;
/** Speeds that differ by less are at the edge of a range. */
const EDGE = 0.03;

console.log(`${runs} simulated runs of ${SCRIPTS.length} scripts for each kind, seed ${seed}`);
print('kind', [
  'unclear',
  'runs right',
  'steps right',
  'sure',
  'sure, right',
  'end p50, p95',
  'false verdict',
  'beyond edge',
  'CPU mean, max',
]);
for (const kind of KINDS)
  if ((option('kind') ?? kind.name) === kind.name) print(kind.name, figuresOf(kind));

function figuresOf({ name, kind, isTreadmill = false }: (typeof KINDS)[number]): string[] {
  const counts = { unclear: 0, right: 0, steps: 0, stepsRight: 0, sure: 0, sureRight: 0 };
  const verdicts = { judged: 0, different: 0, beyondEdge: 0 };
  const errors: number[] = [];
  const milliseconds: number[] = [];
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed * 1_000_003 + run * 7919 + name.length * 104_729);
    const vdot = 32 + random() * 33;
    const deviations = new Set<Deviation>();
    for (let count = Math.floor(random() * (MAX_DEVIATIONS + 1)); count > 0; count--)
      deviations.add(DEVIATIONS[Math.floor(random() * DEVIATIONS.length)] as Deviation);
    const simulated = simulateRun(
      SCRIPTS[run % SCRIPTS.length] as string,
      vdot,
      { kind, deviations: [...deviations], isTreadmill },
      random,
    );
    const { activity, planned, truth } = simulated;
    const before = process.cpuUsage();
    const comparison = compareActivity(activity, planned);
    const { user, system } = process.cpuUsage(before);
    milliseconds.push((user + system) / 1000);
    if (comparison.kind === 'unclear') {
      counts.unclear++;
      continue;
    }

    const isRight = intentionOf(simulated, kind === 'steps');
    let wrong = 0;
    stretchesOf(comparison).forEach((found, index) => {
      const [step, intended, result] = [
        planned[index],
        truth.steps[index],
        comparison.steps[index],
      ];
      if (!step || !result) return;
      const isGood = isRight(index, found);
      counts.steps++;
      if (isGood) counts.stepsRight++;
      else wrong++;
      if (result.isSure) counts.sure++;
      if (result.isSure && isGood) counts.sureRight++;
      if (isGood && intended && found && isHard(step))
        errors.push(Math.abs(intended.from - found.from), Math.abs(intended.to - found.to));
      if (step.role !== 'work' || !intended || lengthOf(intended) < 4) return;
      const options = { blur: BLURS[comparison.method], zoneBounds: undefined };
      const right = judgeStep(comparison.run, step, intended, options);
      verdicts.judged++;
      if (right.verdict === result.verdict) return;
      verdicts.different++;
      const isPace = (verdict: string) => ['hit', 'fast', 'slow'].includes(verdict);
      const difference =
        result.verdict !== 'missed' && isPace(result.verdict) && isPace(right.verdict)
          ? Math.abs(Math.log((right.speed ?? 1) / (result.speed ?? 1)))
          : Infinity;
      if (difference > EDGE) verdicts.beyondEdge++;
    });
    if (wrong === 0) counts.right++;
  }

  const quantile = (values: number[], share: number) =>
    values.sort((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN;
  const mean = milliseconds.reduce((sum, each) => sum + each, 0) / runs;
  return [
    percent(counts.unclear, runs),
    percent(counts.right, runs - counts.unclear),
    percent(counts.stepsRight, counts.steps),
    percent(counts.sure, counts.steps),
    percent(counts.sureRight, counts.sure),
    `${quantile(errors, 0.5).toFixed(0)}, ${quantile(errors, 0.95).toFixed(0)} s`,
    percent(verdicts.different, verdicts.judged),
    percent(verdicts.beyondEdge, verdicts.judged),
    `${mean.toFixed(1)}, ${Math.max(...milliseconds).toFixed(0)} ms`,
  ];
}

function option(name: string): string | undefined {
  return process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(2)} %`;
}

function print(name: string, cells: readonly string[]): void {
  console.log(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(15)).join('')}`);
}
