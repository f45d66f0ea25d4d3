import { type RaceResult, readRace, readRaceTime, suggestTime } from '@pacewright/pace';

export type TypedRace =
  | {
      ok: true;
      race: RaceResult;
      /** "1:45:00", where that is not what was typed. */
      readAs?: string | undefined;
    }
  | {
      ok: false;
      said: string;
      /** The part of what is said that has to be done elsewhere, and wants a link there. */
      byHand?: string | undefined;
      /** Times in seconds that may have been meant, to choose from. */
      choices: number[];
    };

/** A result as someone types it. */
export function readTypedRace(distance: number, time: string): TypedRace {
  const reading = readRaceTime(time, distance);
  if (!reading.ok) return { ok: false, said: reading.message, choices: reading.choices };
  const race = { distance, timeInSeconds: reading.seconds };
  const judged = readRace(race);
  if (judged.ok) return { ok: true, race, readAs: reading.readAs };

  const meant = suggestTime(race);
  const choices = meant === undefined ? [] : [meant];
  if (judged.code !== 'too_slow') return { ok: false, said: judged.message, choices };
  // The second of its two sentences.
  const end = judged.message.indexOf('. ') + 2;
  const [said, byHand] = [judged.message.slice(0, end), judged.message.slice(end)];
  return { ok: false, said, byHand, choices };
}
