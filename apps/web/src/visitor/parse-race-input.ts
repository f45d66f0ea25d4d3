import { type RaceResult, readRace, readRaceTime, suggestTime } from '@pacewright/pace';

export type ParsedRaceInput =
  | {
      ok: true;
      race: RaceResult;
      /** How the time was read, such as "1:45:00", if that differs from the typed text. */
      readAs?: string | undefined;
    }
  | {
      ok: false;
      message: string;
      /** The sentence of the message that links to the paces form. */
      byHand?: string | undefined;
      /** Times in seconds that the runner may have meant. */
      choices: number[];
    };

/** Reads a race from a distance and a typed time. */
export function parseRaceInput(distance: number, time: string): ParsedRaceInput {
  const reading = readRaceTime(time, distance);
  if (!reading.ok) return { ok: false, message: reading.message, choices: reading.choices };
  const race = { distance, timeInSeconds: reading.seconds };
  const judged = readRace(race);
  if (judged.ok) return { ok: true, race, readAs: reading.readAs };

  const meant = suggestTime(race);
  const choices = meant === undefined ? [] : [meant];
  if (judged.code !== 'too_slow') return { ok: false, message: judged.message, choices };
  // The message has two sentences; the second becomes the link.
  const end = judged.message.indexOf('. ') + 2;
  const [message, byHand] = [judged.message.slice(0, end), judged.message.slice(end)];
  return { ok: false, message, byHand, choices };
}
