import { type Amount, readScript } from '@pacewright/script';

/** A typed length: "4", "3:30", "90s", "800mtr". A bare number has the unit of the length before. */
export function parseAmount(typed: string, before: Amount): Amount | undefined {
  const text = typed.trim();
  if (!/\d/.test(text)) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return withUnit(Number(text), before);
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text);
  if (clock) return time(Number(clock[1]) * 60 + Number(clock[2]));
  const { workout, diagnostics } = readScript(`${text} E`);
  const [step, ...others] = workout.items;
  const isClear = diagnostics.every(({ severity }) => severity !== 'error');
  return isClear && others.length === 0 && step?.kind === 'step' ? step.amount : undefined;
}

/** Of a distance, small numbers are kilometres and large ones metres. */
function withUnit(value: number, before: Amount): Amount | undefined {
  if (value === 0) return undefined;
  if (before.kind !== 'distance') return time(value * 60);
  return { kind: 'distance', metres: value < 100 ? value * 1000 : value };
}

function time(seconds: number): Amount | undefined {
  return seconds > 0 ? { kind: 'time', seconds } : undefined;
}
