import type { Step } from './state.ts';
import type { Assumptions } from './assumptions.ts';

const SPORTS = ['RUNNING', 'CYCLING', 'LAP_SWIMMING', 'STRENGTH_TRAINING', 'CARDIO_TRAINING'];
const INTENSITIES = ['WARMUP', 'COOLDOWN', 'RECOVERY', 'REST', 'ACTIVE', 'INTERVAL', 'MAIN'];
const DURATIONS = [
  'TIME',
  'DISTANCE',
  'OPEN',
  'HR_LESS_THAN',
  'HR_GREATER_THAN',
  'CALORIES',
  'POWER_LESS_THAN',
  'POWER_GREATER_THAN',
  'FIXED_REST',
  'TIME_AT_VALID_CDA',
];
const DURATION_VALUES = ['METER', 'PERCENT', null, undefined];
const TARGETS = [
  'PACE',
  'SPEED',
  'HEART_RATE',
  'CADENCE',
  'POWER',
  'OPEN',
  'GRADE',
  'RESISTANCE',
  'POWER_3S',
  'POWER_10S',
  'POWER_30S',
  'POWER_LAP',
  'SPEED_LAP',
  'HEART_RATE_LAP',
];
const TARGET_VALUES = ['PERCENT', null, undefined];
const REPEATS = ['REPEAT_UNTIL_STEPS_CMPLT'];

const MAX_STEPS = 100;
/** Above any running speed, and below seconds per kilometre that were sent as a speed by mistake. */
const FASTEST_METRES_PER_SECOND = 12;

/** The first mistake of a workout. */
export function findWorkoutMistake(workout: unknown, assumptions: Assumptions): string | undefined {
  if (!isObject(workout)) return 'Workout must be an object';
  const { workoutName, segments, ownerId } = workout;
  if (!isText(workoutName, assumptions.workoutNameMaxLength) || workoutName === '')
    return 'workoutName is missing or too long';
  if (!isText(workout['description'] ?? '', 1024)) return 'description is too long';
  if (!SPORTS.includes(String(workout['sport']))) return 'sport is not known';
  for (const name of ['workoutProvider', 'workoutSourceId'])
    if (!isText(workout[name], 20)) return `${name} is missing or too long`;
  if (ownerId !== undefined && ownerId !== null && !isWhole(ownerId))
    return 'Cannot deserialize value of type java.lang.Long from String: ownerId';
  if (!Array.isArray(segments) || segments.length === 0) return 'segments are missing';

  const rows: Step[] = [];
  for (const segment of segments) {
    if (!isObject(segment) || !SPORTS.includes(String(segment['sport'])))
      return 'segment has no known sport';
    if (!isWhole(segment['segmentOrder'])) return 'segmentOrder is missing';
    const mistake = mistakeInSteps(segment['steps'], rows, assumptions, 0);
    if (mistake) return mistake;
  }
  const orders = rows.map(({ stepOrder }) => Number(stepOrder));
  if (orders.some((order, index) => index > 0 && order <= Number(orders[index - 1])))
    return 'stepOrder must be unique and rising';
  const counted = assumptions.repeatsCountAsSteps
    ? rows
    : rows.filter(({ type }) => type === 'WorkoutStep');
  if (counted.length > MAX_STEPS) return `Workout has more than ${MAX_STEPS} steps`;
  return undefined;
}

function mistakeInSteps(
  steps: unknown,
  rows: Step[],
  assumptions: Assumptions,
  depth: number,
): string | undefined {
  if (!Array.isArray(steps) || steps.length === 0) return 'steps are missing';
  for (const step of steps) {
    if (!isObject(step)) return 'step must be an object';
    rows.push(step);
    if (!isWhole(step['stepOrder'])) return 'stepOrder is missing';
    const mistake =
      step['type'] === 'WorkoutRepeatStep'
        ? mistakeInRepeat(step, rows, assumptions, depth)
        : mistakeInStep(step);
    if (mistake) return mistake;
  }
  return undefined;
}

function mistakeInRepeat(
  step: Step,
  rows: Step[],
  assumptions: Assumptions,
  depth: number,
): string | undefined {
  if (depth > 0 && assumptions.nestedRepeats === 'refused') return 'A repeat inside a repeat';
  if (!REPEATS.includes(String(step['repeatType']))) return 'repeatType is not known';
  if (!isPositive(step['repeatValue'])) return 'repeatValue must be positive';
  return mistakeInSteps(step['steps'], rows, assumptions, depth + 1);
}

function mistakeInStep(step: Step): string | undefined {
  const { durationType, targetType, targetValue, targetValueLow, targetValueHigh } = step;
  if (step['type'] !== 'WorkoutStep') return 'type of step is not known';
  if (!isText(step['description'] ?? '', 512)) return 'description of step is too long';
  if (!INTENSITIES.includes(String(step['intensity']))) return 'intensity is not known';
  if (!DURATIONS.includes(String(durationType))) return 'durationType is not known';
  if (!DURATION_VALUES.some((known) => known === step['durationValueType']))
    return 'durationValueType is not known';
  if (['TIME', 'DISTANCE'].includes(String(durationType)) && !isPositive(step['durationValue']))
    return `${String(durationType)} needs a positive durationValue`;
  if (!TARGETS.includes(String(targetType))) return 'targetType is not known';
  if (!TARGET_VALUES.some((known) => known === step['targetValueType']))
    return 'targetValueType is not known';
  if (targetType === 'OPEN') return undefined;

  const isRange = targetValueLow !== null && targetValueLow !== undefined;
  if (!isRange) return isPositive(targetValue) ? undefined : 'target has neither range nor zone';
  if (!isPositive(targetValueLow) || !isPositive(targetValueHigh))
    return 'target range must be positive';
  if (Number(targetValueLow) > Number(targetValueHigh))
    return 'targetValueLow is above targetValueHigh';
  const isSpeed = targetType === 'PACE' || targetType === 'SPEED';
  if (isSpeed && Number(targetValueHigh) > FASTEST_METRES_PER_SECOND)
    return 'target speed is not in metres per second';
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && Array.from(value).length <= longest;
}

function isWhole(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
