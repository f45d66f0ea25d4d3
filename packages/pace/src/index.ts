export {
  DEFAULT_PACE_UNITS,
  METRES_PER_UNIT,
  PACE_UNIT_LABELS,
  formatEnds,
  formatPace,
  formatRange,
  formatSplits,
  parseEnds,
  parseEndsOver,
  parsePace,
  parseRange,
} from './pace.ts';
export type { PaceEnds, PaceUnits } from './pace.ts';
export {
  DEFAULT_TRAINING_PACES,
  MAX_SPEED,
  MIN_SPEED,
  PACE_KEYS,
  PACE_NAMES,
  PACE_PURPOSES,
  badRangeMessage,
  isSameRange,
  isValidRange,
} from './training-paces.ts';
export type { PaceKey, SpeedRange, TrainingPaces } from './training-paces.ts';
export { MAX_VDOT, MIN_VDOT, raceTime, trainingPaces, vdotFromRace } from './vdot.ts';
export {
  RACE_DISTANCES,
  RACE_REFUSALS,
  RACE_WARNINGS,
  checkRaceDate,
  raceName,
  readRace,
  suggestTime,
} from './race.ts';
export type { RaceReading, RaceResult, RaceWarning } from './race.ts';
export { formatRaceTime, readRaceTime } from './race-time.ts';
export type { RaceTimeReading } from './race-time.ts';
export { RIEGEL_EXPONENT, personalExponent, riegelTime } from './riegel.ts';
export { formatCount, plural, pluralWord } from './plural.ts';
