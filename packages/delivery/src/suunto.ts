import type { AthleteSpeeds } from '@pacewright/script';

import { compileWorkout, type CompiledStep } from './compile.ts';
import type { WrittenWorkout } from './device-workout.ts';
import { SUUNTO } from './devices.ts';
import type { FlatItem } from './flatten-repeats.ts';
import { fitText, plainLine } from './text.ts';

/** `guide.json` of a SuuntoPlus guide. It describes screens: each step is one, and ends by a trigger. */
export type SuuntoGuide = {
  name: string;
  description: string;
  shortDescription: string;
  type: 'sequence';
  usage: 'workout';
  owner: string;
  url: string;
  activities: number[];
  localDate?: string;
  externalId: string;
  steps: (SuuntoScreen | { type: 'repeat'; times: number; steps: SuuntoScreen[] })[];
};

export type SuuntoScreen = {
  type: 'fields';
  title: string;
  createManualLap: true;
  trigger: SuuntoTrigger;
  fields: SuuntoField[];
};

export type SuuntoTrigger =
  | { type: 'stepDuration' | 'stepDistance'; value: number }
  | { type: 'manualLap' }
  | { type: 'or'; triggers: SuuntoTrigger[] };

/** Speeds are in m/s. */
export type SuuntoField = { type: string; value?: number | string; min?: number; max?: number };

/** Suunto knows an application by the name that it was registered with. */
export type SuuntoOptions = { owner: string; url: string; day?: string };

export type SuuntoOutput =
  | { ok: true; guide: SuuntoGuide; notes: string[] }
  | { ok: false; reason: string };

const RUNNING = 1;
const MAX_DESCRIPTION = 256;
const MAX_SHORT_DESCRIPTION = 23;

/** Writes a guide as Suunto documents it. Not yet tested on a watch. */
export function writeSuuntoGuide(
  written: WrittenWorkout,
  speeds: AthleteSpeeds,
  { owner, url, day }: SuuntoOptions,
): SuuntoOutput {
  const compiled = compileWorkout(written, speeds, SUUNTO);
  if (!compiled.ok) return compiled;
  const { deviceTitle: name, items, notes } = compiled;
  const shown = (text: string, max: number) =>
    fitText(text, { max, unit: 'characters', alphabet: 'suunto' });
  const guide: SuuntoGuide = {
    name,
    description: shown(plainLine(written.script), MAX_DESCRIPTION) || name,
    shortDescription: shown(name, MAX_SHORT_DESCRIPTION),
    type: 'sequence',
    usage: 'workout',
    owner,
    url,
    activities: [RUNNING],
    ...(day !== undefined && { localDate: day }),
    externalId: written.id,
    steps: items.map(stepOf),
  };
  return { ok: true, guide, notes };
}

function stepOf(item: FlatItem<CompiledStep>): SuuntoGuide['steps'][number] {
  return item.kind === 'step'
    ? screenOf(item)
    : { type: 'repeat', times: item.count, steps: item.items.map(screenOf) };
}

function screenOf(step: CompiledStep): SuuntoScreen {
  return {
    type: 'fields',
    title: step.name || 'Run',
    createManualLap: true,
    trigger: triggerOf(step),
    fields: fieldsOf(step),
  };
}

/** The lap button ends every step early as well; with a plain trigger it would do nothing. */
function triggerOf({ amount }: CompiledStep): SuuntoTrigger {
  const lap = { type: 'manualLap' } as const;
  switch (amount.kind) {
    case 'open':
      return lap;
    case 'time':
      return { type: 'or', triggers: [{ type: 'stepDuration', value: amount.seconds }, lap] };
    case 'distance':
      return { type: 'or', triggers: [{ type: 'stepDistance', value: amount.metres }, lap] };
  }
}

function fieldsOf({ amount, target, note }: CompiledStep): SuuntoField[] {
  const fields: SuuntoField[] = [];
  if (target.kind === 'speed') fields.push({ type: 'targetPace', ...rangeOf(target, 1000) });
  if (target.kind === 'heart-rate') fields.push({ type: 'targetHeartRate', ...rangeOf(target, 1) });
  fields.push({ type: target.kind === 'heart-rate' ? 'heartRate' : 'pace' });
  if (amount.kind === 'time') fields.push({ type: 'stepDurationCountdown', value: amount.seconds });
  if (amount.kind === 'distance')
    fields.push({ type: 'stepDistanceCountdown', value: amount.metres });
  if (note !== undefined) fields.push({ type: 'text', value: note });
  return fields;
}

/** In parts of a unit: millimetres per second, whole beats. */
function rangeOf({ from, to }: { from: number; to: number }, parts: number) {
  const rounded = (value: number) => Math.round(value * parts) / parts;
  return { value: rounded((from + to) / 2), min: rounded(from), max: rounded(to) };
}
