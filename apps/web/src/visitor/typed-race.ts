import { parseRaceTime, type RaceRefusal, type RaceResult, readRace } from '@pacewright/pace';

/** `byHand` is the part of what is said that has to be done elsewhere, and wants a link there. */
export type TypedRace =
  | { ok: true; race: RaceResult }
  | { ok: false; said: string; byHand?: string | undefined };

/** A result as someone types it. */
export function readTypedRace(distance: number, time: string): TypedRace {
  const reading = parseRaceTime(time);
  if (!reading.ok) return { ok: false, said: reading.message };
  const race = { distance, timeInSeconds: reading.seconds };
  const judged = readRace(race);
  return judged.ok ? { ok: true, race } : refuse(judged);
}

function refuse({ code, message }: { code: RaceRefusal; message: string }): TypedRace {
  if (code !== 'too_slow') return { ok: false, said: message };
  // The second of its two sentences.
  const end = message.indexOf('. ') + 2;
  return { ok: false, said: message.slice(0, end), byHand: message.slice(end) };
}
