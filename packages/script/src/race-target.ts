import { RACES, type Target } from './workout.ts';

/** The target that is nearest to racing a distance (P11). None beyond the marathon. */
export function raceTarget(metres: number): Target {
  if (metres < 1500) return { kind: 'pace', pace: 'R' };
  if (metres > 45_000) return { kind: 'none' };
  if (metres > 30_000) return { kind: 'pace', pace: 'M' };
  const gap = (race: number) => Math.abs(Math.log(race / metres));
  const nearest = RACES.reduce((near, race) => (gap(race.metres) < gap(near.metres) ? race : near));
  return { kind: 'race', metres: nearest.metres };
}
