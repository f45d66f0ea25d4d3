export { prepareWorkout, readWorkout } from './device-workout.ts';
export type { DeviceItem, DeviceStep, DeviceTarget, WrittenWorkout } from './device-workout.ts';
export { compileWorkout } from './compile.ts';
export type { StepVerdict, Verdict } from './compile.ts';
export * as devices from './devices.ts';
export type { Device } from './devices.ts';
export type { FlatItem } from './flatten-repeats.ts';
export { amountText, stepLines, targetText } from './step-lines.ts';
export { describeApple, encodeApple } from './apple.ts';
export { encodeFit, encodeSchedule, serialNumberOf } from './fit-encode.ts';
export { encodeWatchFiles, WATCH_FILES_README } from './watch-files.ts';
export type { DatedWorkout } from './watch-files.ts';
export { describeFit } from './fit-describe.ts';
export { decodeShare, encodeShare } from './share.ts';
export type { SharedReading, SharedWorkout } from './share.ts';
export { decodeSquad, encodeSquad } from './share-squad.ts';
export type { SharedSquad, SharedSquadReading } from './share-squad.ts';
export { decodeSharedPlan, encodeSharedPlan } from './share-plan.ts';
export type { SharedPlanReading } from './share-plan.ts';
export type { ShareLink } from './packed-text.ts';
export { writeCalendar, writeCalendarParts } from './calendar.ts';
export { writeIntervalsIcu } from './intervals-icu.ts';
export type { TextOutput } from './intervals-icu.ts';
export {
  compareEvents,
  confirmEvents,
  expectEvents,
  expectRemoval,
  EXTERNAL_ID_PREFIX,
  MAX_EVENTS_PER_CALL,
  removeEvents,
  writeEvent,
} from './intervals-icu-events.ts';
export type { DesiredEvent, IntervalsIcuEvent, SentEvents } from './intervals-icu-events.ts';
export { writeZwift } from './zwift.ts';
export { writeGarmin } from './garmin.ts';
export type { GarminBody, GarminWorkout } from './garmin.ts';
