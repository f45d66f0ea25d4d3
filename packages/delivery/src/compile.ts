import type { Amount, AthleteSpeeds, ResolvedItem, ResolvedStep, Role } from '@pacewright/script';

import {
  deviceStep,
  prepareWorkout,
  type ReadWorkout,
  type DeviceItem,
  type DeviceStep,
  type DeviceTarget,
  type WrittenWorkout,
} from './device-workout.ts';
import type { Device, Precision } from './devices.ts';
import {
  countRows,
  flattenRepeats,
  isNested,
  unrolled,
  withoutSkips,
  type FlatItem,
} from './flatten-repeats.ts';
import { fitText } from './text.ts';

/** A step as the device takes it. `node` is its place in the script. */
export type CompiledStep = DeviceStep & { node: number };

export type Verdict = 'exact' | 'changed' | 'impossible';

/** A difference between a step of the script and what the device gets. */
export type Change = {
  code: ChangeCode;
  verdict: Exclude<Verdict, 'exact'>;
  /** With the reason, and what the device gets instead. */
  sentence: string;
};

export type ChangeCode =
  | 'written-out'
  | 'last-round-apart'
  | 'end-invented'
  | 'end-rounded'
  | 'measure-changed'
  | 'pace-added'
  | 'pace-middle'
  | 'pace-impossible'
  | 'zone-as-pace'
  | 'target-lost'
  | 'role-changed'
  | 'note-cut'
  | 'note-lost';

/** One for each step of the script, with the step as it was written. */
export type StepVerdict = { node: number; step: DeviceStep; verdict: Verdict; changes: Change[] };

export type Compiled =
  | {
      ok: true;
      title: string;
      /** Cut to what the device shows. */
      deviceTitle: string;
      items: FlatItem<CompiledStep>[];
      rows: number;
      verdicts: StepVerdict[];
      /** Sentences about the athlete's paces, each kind of change once, and the workout as a whole. */
      notes: string[];
      totals: { seconds: number; metres: number };
    }
  | { ok: false; reason: string };

/** The length of a step where the device has no lap button, or wants a time and nobody knows the pace. */
const INVENTED_SECONDS = 600;

/**
 * Turns a script into what a device can do, with a verdict for each step. A writer of a format gets the result and
 * decides nothing, so that the file and the report can't differ.
 */
export function compileWorkout(
  written: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
  device: Device,
  read?: ReadWorkout,
): Compiled {
  const prepared = prepareWorkout(written, speeds, read);
  if (!prepared.ok) return prepared;

  const report = new Report(device);
  const resolved = withoutSingleRounds(prepared.resolved);
  const steps = stepsOf(resolved);
  for (const step of steps) report.open(step.node, deviceStep(step));
  const isInDistance = steps.every(isRunDistance);
  const measure = device.hasOneMeasure ? (isInDistance ? 'distance' : 'time') : undefined;
  const items = resolved.map((item, index) =>
    compileItem(
      item,
      { isFirst: index === 0, isLast: index === resolved.length - 1 },
      { device, report, measure },
    ),
  );
  const flat =
    device.repeats === 'pairs'
      ? items.flatMap((item) => pairsOnly(item, report))
      : flatten(items, { device, report });
  const rows = countRows(flat);
  if (rows > device.rows.max) {
    const reason = `${device.label} takes up to ${device.rows.max} steps, counting each repeat as one. This workout has ${rows}. Split it in two.`;
    return { ok: false, reason };
  }

  const { title } = prepared.workout;
  // One character of many code points can be over the limit.
  const deviceTitle = fitText(title, device.title) || 'Workout';
  const notes = [...prepared.notes, ...report.sentences()];
  if (rows > device.rows.everywhere)
    notes.push(
      `Some watches only take ${device.rows.everywhere} steps. This workout has ${rows}, counting each repeat as one.`,
    );
  if (deviceTitle !== title) notes.push(`${device.label} shows the title as “${deviceTitle}”.`);
  const { time, distance } = prepared.totals;
  return {
    ok: true,
    title,
    deviceTitle,
    items: flat,
    rows,
    verdicts: report.verdicts(),
    notes,
    totals: { seconds: time.seconds, metres: distance.metres },
  };
}

class Report {
  readonly #device: Device;
  readonly #steps = new Map<number, { step: DeviceStep; changes: Change[] }>();

  constructor(device: Device) {
    this.#device = device;
  }

  open(node: number, step: DeviceStep): void {
    this.#steps.set(node, { step, changes: [] });
  }

  /** The sentence follows the device's name. */
  add(node: number, code: ChangeCode, verdict: Change['verdict'], sentence: string): void {
    const changes = this.#steps.get(node)?.changes;
    if (changes?.some((change) => change.code === code)) return;
    changes?.push({ code, verdict, sentence: `${this.#device.label} ${sentence}` });
  }

  verdicts(): StepVerdict[] {
    return [...this.#steps].map(([node, { step, changes }]) => ({
      node,
      step,
      verdict: changes.some(({ verdict }) => verdict === 'impossible')
        ? 'impossible'
        : changes.length > 0
          ? 'changed'
          : 'exact',
      changes,
    }));
  }

  sentences(): string[] {
    const changes = [...this.#steps.values()].flatMap((each) => each.changes);
    return [...new Set(changes.map(({ sentence }) => sentence))];
  }
}

type Context = { device: Device; report: Report; measure: 'time' | 'distance' | undefined };
type Position = { isFirst: boolean; isLast: boolean };

/** A repeat of one round is no repeat. A step between its rounds is never run. */
function withoutSingleRounds(items: readonly ResolvedItem[]): ResolvedItem[] {
  return items.flatMap((item): ResolvedItem[] => {
    if (item.kind === 'step') return [item];
    const inner = withoutSingleRounds(item.items);
    if (item.count > 1) return [{ ...item, items: inner }];
    return inner.filter((each) => each.kind === 'repeat' || !each.isBetween);
  });
}

function stepsOf(items: readonly ResolvedItem[]): ResolvedStep[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : stepsOf(item.items)));
}

/** A rest covers no distance. */
function isRunDistance({ amount, target }: ResolvedStep): boolean {
  return amount.kind === 'distance' && target.kind !== 'rest';
}

function compileItem(
  item: ResolvedItem,
  position: Position,
  context: Context,
): DeviceItem<CompiledStep> {
  if (item.kind === 'step') return compileStep(item, position, context);
  const inside = { isFirst: false, isLast: false };
  const last = item.items.at(-1);
  return {
    kind: 'repeat',
    count: item.count,
    items: item.items.map((inner) => compileItem(inner, inside, context)),
    ...(last?.kind === 'step' && last.isBetween && { skipsLast: true }),
  };
}

function compileStep(step: ResolvedStep, position: Position, context: Context): CompiledStep {
  const { note, ...rest } = deviceStep(step);
  const compiled = {
    ...rest,
    node: step.node,
    amount: compileEnd(step, context),
    target: compileTarget(step, rest.target, context),
    role: compileRole(step, position, context),
  };
  const text = note === undefined ? '' : compileNote(step.node, note, context);
  return text === '' ? compiled : { ...compiled, note: text };
}

function compileEnd(step: ResolvedStep, context: Context): Amount {
  const { device, report, measure } = context;
  const { amount, node } = step;
  const minutes = INVENTED_SECONDS / 60;
  if (amount.kind === 'open') {
    if (device.lapButton === 'ends') return amount;
    if (device.lapButton === 'counted') {
      const sentence = `counts an open step as ${minutes} minutes. You can still end it with the lap button.`;
      report.add(node, 'end-invented', 'changed', sentence);
      return amount;
    }
    const sentence = `has no lap button, so an open step lasts ${minutes} minutes.`;
    report.add(node, 'end-invented', 'impossible', sentence);
    return INVENTED;
  }
  if (measure === undefined || measure === amount.kind) return roundEnd(node, amount, context);
  if (step.seconds === undefined) {
    const sentence = `needs a time, so a distance without a known pace lasts ${minutes} minutes.`;
    report.add(node, 'end-invented', 'impossible', sentence);
    return INVENTED;
  }
  const sentence =
    'uses either time or distance for a whole workout, so distances became times at your pace.';
  report.add(node, 'measure-changed', 'changed', sentence);
  return { kind: 'time', seconds: toPrecision(step.seconds, device.time) };
}

const INVENTED: Amount = { kind: 'time', seconds: INVENTED_SECONDS };

function roundEnd(
  node: number,
  amount: Exclude<Amount, { kind: 'open' }>,
  { device, report }: Context,
): Amount {
  if (amount.kind === 'time') {
    const seconds = toPrecision(amount.seconds, device.time);
    if (differ(seconds, amount.seconds))
      report.add(node, 'end-rounded', 'changed', 'rounds times to whole seconds.');
    return { kind: 'time', seconds };
  }
  const metres = toPrecision(amount.metres, device.distance);
  if (differ(metres, amount.metres))
    report.add(node, 'end-rounded', 'changed', 'rounds distances to whole metres.');
  return { kind: 'distance', metres };
}

function toPrecision(value: number, { step, min }: Precision): number {
  if (step === 0) return value;
  // Steps are decimal, and a multiple of 0.01 has a tail in binary.
  return Math.max(min, Number((Math.round(value / step) * step).toFixed(3)));
}

/** By more than a runner or a watch could tell. */
function differ(one: number, other: number): boolean {
  return Math.abs(one - other) > 0.005;
}

function compileTarget(
  step: ResolvedStep,
  target: DeviceTarget,
  { device, report }: Context,
): DeviceTarget {
  switch (target.kind) {
    case 'speed':
      return compilePace(step.node, target, { device, report });
    case 'zone':
      if (device.hasZones) return target;
      if (!step.speed) return loseTarget(step.node, 'no heart-rate zones', report);
      report.add(
        step.node,
        'zone-as-pace',
        'changed',
        'has no heart-rate zones, so a zone became a pace.',
      );
      return device.pace.kind === 'range' ? { kind: 'speed', ...step.speed } : middleOf(step.speed);
    case 'heart-rate':
      return device.hasBeats
        ? target
        : loseTarget(step.node, 'no heart-rate targets in bpm', report);
    case 'none':
      if (device.pace.kind === 'range' || step.target.kind !== 'jog' || !step.speed) return target;
      report.add(step.node, 'pace-added', 'changed', 'needs a pace, so jogs get one.');
      return middleOf(step.speed);
  }
}

function compilePace(
  node: number,
  target: DeviceTarget & { kind: 'speed' },
  { device, report }: Pick<Context, 'device' | 'report'>,
): DeviceTarget {
  if (device.pace.kind === 'middle') {
    if (target.from !== target.to)
      report.add(
        node,
        'pace-middle',
        'changed',
        'takes one pace per step, so we used the middle of your range.',
      );
    return middleOf(target);
  }
  if (target.from >= device.pace.min && target.to <= device.pace.max) return target;
  const sentence = 'doesn’t accept this pace, so the step has no target. Check your paces.';
  report.add(node, 'pace-impossible', 'impossible', sentence);
  return { kind: 'none' };
}

function middleOf({ from, to }: { from: number; to: number }): DeviceTarget {
  const middle = (from + to) / 2;
  return { kind: 'speed', from: middle, to: middle };
}

function loseTarget(node: number, lack: string, report: Report): DeviceTarget {
  report.add(node, 'target-lost', 'impossible', `supports ${lack}, so the step has no target.`);
  return { kind: 'none' };
}

function compileRole(
  { role, node }: ResolvedStep,
  { isFirst, isLast }: Position,
  { device, report }: Context,
): Role {
  if (device.hasEndRolesOnlyAtEnds) {
    if (role === 'warm-up' && !isFirst) {
      report.add(node, 'role-changed', 'changed', 'only allows a warm-up as the first step.');
      return 'work';
    }
    if (role === 'cool-down' && !isLast) {
      report.add(node, 'role-changed', 'changed', 'only allows a cool-down as the last step.');
      return 'work';
    }
  }
  if (device.roles.includes(role)) return role;
  const instead = role === 'rest' ? 'recovery' : 'work';
  report.add(node, 'role-changed', 'changed', `has no ${role}, so it’s shown as ${instead}.`);
  return instead;
}

function compileNote(node: number, note: string, { device, report }: Context): string {
  if (!device.note) {
    report.add(node, 'note-lost', 'impossible', 'doesn’t show notes. Read them before you run.');
    return '';
  }
  const text = fitText(note, device.note);
  if (text !== note) {
    const sentence = `shows only the first ${device.note.max} characters of a note.`;
    report.add(node, 'note-cut', 'changed', sentence);
  }
  return text;
}

function flatten(
  items: readonly DeviceItem<CompiledStep>[],
  { device, report }: Pick<Context, 'device' | 'report'>,
): FlatItem<CompiledStep>[] {
  for (const item of items)
    if (item.kind === 'repeat' && isNested([item]))
      for (const { node } of unrolled([item]))
        report.add(
          node,
          'written-out',
          'changed',
          'supports one level of repeats, so inner repeats are written out.',
        );
  return flattenRepeats(items).flatMap((item) => {
    if (item.kind === 'step' || !item.skipsLast) return [item];
    const role = item.items.at(-1)?.role;
    if (device.canSkipLast && (role === 'rest' || role === 'recovery')) return [item];
    for (const { node } of item.items)
      report.add(
        node,
        'last-round-apart',
        'changed',
        'runs every rep in full, so the last rep is written out without its recovery.',
      );
    return withoutSkips([item]);
  });
}

/** Repeats of a hard and an easy step with a pace each. Any other repeat is written out. */
function pairsOnly(item: DeviceItem<CompiledStep>, report: Report): FlatItem<CompiledStep>[] {
  if (item.kind === 'step') return [item];
  const [on, off, third] = item.items;
  if (isPaced(on) && isPaced(off) && !third && !item.skipsLast)
    return [{ kind: 'repeat', count: item.count, items: [on, off] }];
  for (const { node } of unrolled([item]))
    report.add(
      node,
      'written-out',
      'changed',
      'only repeats pairs of steps that both have a pace, so other repeats are written out.',
    );
  const round = item.items.flatMap((inner) => pairsOnly(inner, report));
  const rounds = Array.from({ length: item.count }, () => round).flat();
  return item.skipsLast ? rounds.slice(0, -1) : rounds;
}

function isPaced(item: DeviceItem<CompiledStep> | undefined): item is CompiledStep {
  return item?.kind === 'step' && item.target.kind === 'speed';
}
