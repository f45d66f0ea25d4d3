import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { lexer } from '../src/coach-leaves.ts';
import { PRICES, type PriceName } from '../src/coach-table.ts';
import { readCoach, type CoachReading } from '../src/coach-read.ts';
import { readScript, type Workout, type WorkoutItem } from '../src/index.ts';

// pnpm script:fit FOLDER [FIRST_SIGHT] [--write]: moves the prices of the coach's reader with the labelled lines of
// FOLDER/lines.json, by a margin perceptron. A quarter of the lines, by hash, is held out.

type Line = { text: string; intended: string };
type Judged = { right: number; sure: number; wrong: number };

const TABLE = new URL('../src/coach-table.ts', import.meta.url);
const MARGIN = 1.2;
const ROUNDS = 2;
const STEP = 0.05;
const NUDGE = 0.001;
const NAMES = Object.keys(PRICES) as PriceName[];
/** The table is read-only for everyone else. */
const prices = PRICES as Record<PriceName, number>;
const known = new Map<string, ReadonlySet<string>>();

const [folder, unseen] = process.argv.slice(2).filter((each) => !each.startsWith('-'));
if (folder === undefined) throw new Error('pnpm script:fit FOLDER [FIRST_SIGHT] [--write]');
const lines = linesIn(folder);
const heldOut = lines.filter(isHeldOut);
const tuned = lines.filter((line) => !isHeldOut(line));
const sets = { tuned, 'held out': heldOut, ...(unseen ? { 'first sight': linesIn(unseen) } : {}) };

const before = { ...PRICES };
report('before');
for (let round = 0; round < ROUNDS; round++) for (const line of tuned) learn(line);
report('after');
for (const name of NAMES)
  if (Math.abs(prices[name] - before[name]) > STEP / 2)
    console.log(`  ${name}: ${before[name]} -> ${prices[name].toFixed(2)}`);
if (process.argv.includes('--write')) write();

function linesIn(path: string): Line[] {
  return JSON.parse(readFileSync(`${path}/lines.json`, 'utf8')) as Line[];
}

function isHeldOut({ text }: Line): boolean {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 4 === 0;
}

function report(when: string): void {
  for (const [name, set] of Object.entries(sets)) {
    const { right, sure, wrong } = judge(set);
    console.log(
      `${when}, ${name}: ${set.length} lines, cheapest right ${right}, by the margin ${sure}, wrong by the margin ${wrong}`,
    );
  }
}

function judge(set: readonly Line[]): Judged {
  const judged = { right: 0, sure: 0, wrong: 0 };
  for (const line of set) {
    const { best, rival, isRight } = ranked(line);
    const isSure = best !== undefined && (!rival || rival.cost - best.cost >= MARGIN);
    if (isRight) judged.right++;
    if (isRight && isSure) judged.sure++;
    if (!isRight && isSure) judged.wrong++;
  }
  return judged;
}

/** The cheapest reading, the cheapest with another meaning, and the cheapest that is meant. */
function ranked({ text, intended }: Line): {
  best: CoachReading | undefined;
  rival: CoachReading | undefined;
  isRight: boolean;
  meant: CoachReading | undefined;
} {
  const wanted = meaningsOf(intended);
  const readings = readingsOf(text);
  const [best] = readings;
  const isMeant = ({ workout }: CoachReading): boolean => wanted.has(meaningOf(workout));
  const isRight = best !== undefined && isMeant(best);
  const rival = readings.find((one) => (isRight ? !isMeant(one) : one !== best));
  return { best, rival, isRight, meant: readings.find(isMeant) };
}

function readingsOf(text: string): readonly CoachReading[] {
  return readCoach(text, lexer(text), () => undefined);
}

/** Makes what is meant cheaper, and what is taken for it, or nearly, dearer. */
function learn(line: Line): void {
  const { best, rival, isRight, meant } = ranked(line);
  const other = isRight ? rival : best;
  if (!meant || !other || other.cost - meant.cost >= MARGIN) return;
  for (const [name, more] of paidMore(line.text, meant, other))
    prices[name] = Math.max(0, prices[name] + STEP * Math.sign(more));
}

/** How much more often another reading pays each price: how much dearer it gets where that is a little higher. */
function paidMore(
  text: string,
  meant: CoachReading,
  other: CoachReading,
): (readonly [PriceName, number])[] {
  const [own, others] = [meant, other].map(({ workout }) => meaningOf(workout));
  return NAMES.map((name) => {
    prices[name] += NUDGE;
    const readings = readingsOf(text);
    prices[name] -= NUDGE;
    const costOf = (meaning: string | undefined, old: number): number =>
      (readings.find(({ workout }) => meaningOf(workout) === meaning)?.cost ?? old) - old;
    const more = costOf(others, other.cost) - costOf(own, meant.cost);
    return [name, Math.round(more / NUDGE)];
  });
}

function meaningsOf(intended: string): ReadonlySet<string> {
  const found =
    known.get(intended) ??
    new Set(intended.split(' | ').map((one) => meaningOf(readScript(one).workout)));
  known.set(intended, found);
  return found;
}

/** Without notes and roles; a rest is a jog. */
function meaningOf({ items }: Workout): string {
  return JSON.stringify(items.map(simple));
}

function simple(item: WorkoutItem): unknown {
  if (item.kind === 'repeat') return [item.count, item.items.map(simple)];
  return [item.amount, item.target.kind === 'rest' ? { kind: 'jog' } : item.target];
}

function write(): void {
  const source = readFileSync(TABLE, 'utf8');
  const written = source.replaceAll(/^ {2}(\w+): [\d.]+,$/gm, (line, name: PriceName) =>
    name in prices ? `  ${name}: ${Number(prices[name].toFixed(2))},` : line,
  );
  writeFileSync(TABLE, written);
}
