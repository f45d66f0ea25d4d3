export type {
  Access,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RequestOf,
} from './endpoint.ts';
export {
  DAYS_OF_WRITES,
  type Key,
  KEY_DAYS,
  keyWrite,
  type KeyWrite,
  listKeys,
  listWrites,
  makeKey,
  MAX_KEY_NAME_LENGTH,
  MAX_KEYS,
  MAX_WRITES,
  revokeKey,
} from './access.ts';
export { answerApp, type AppRequest, readAppRequest } from './apps.ts';
export { includesScope, type Scope, SCOPES } from './scopes.ts';
export { type ProblemCode, PROBLEMS } from './problem-codes.ts';
export { mistake, type Mistake } from './mistake.ts';
export { parsePlan } from './plan-reading.ts';
export { problem, type ProblemBody } from './problem.ts';
export { getLive, getReady } from './health.ts';
export {
  FIRST_STEPS,
  getProfile,
  logout,
  logoutEverywhere,
  registerUser,
  updateProfile,
  type User,
  user,
  username,
} from './users.ts';
export { usernameFor, usernameProblem } from './username.ts';
export { truncate } from './text.ts';
export {
  MAX_ACTIVITIES,
  MAX_CALENDAR_BYTES,
  MAX_CALENDAR_ENTRIES,
  MAX_PLANS,
  MAX_RACES,
  MAX_SEASONS,
  MAX_TAGS_IN_LIBRARY,
  MAX_WORKOUTS,
} from './caps.ts';
export { deleteAccount, exportAccount } from './account.ts';
export { isRaceEntry, isRestEntry, isRunEntry, isSkippedEntry, kindOfEntry } from './entry-kind.ts';
export {
  FEED_DAYS,
  getCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from './calendar-feed.ts';
export {
  addRace,
  type AthletePaces,
  athletePaces,
  badSpeedsMessage,
  calculateVdot,
  deleteRace,
  getPaces,
  listRaces,
  type NewRace,
  type RaceToAdd,
  type PacesToSave,
  paceUnits,
  type Race,
  race,
  savePaces,
  saveUnits,
  trainingPaces,
} from './paces.ts';
export { parseWorkout } from './script.ts';
export {
  changeWorkout,
  copyWorkout,
  DAYS_TO_RESTORE,
  deleteWorkout,
  getWorkout,
  listDeletedWorkouts,
  validateWorkout,
  listWorkouts,
  listWorkoutTags,
  MAX_READING_BYTES,
  MAX_TAGS,
  MAX_WORKOUTS_PER_PAGE,
  MAX_NOTES_LENGTH,
  restoreWorkout,
  type SavedReading,
  savedWorkout,
  type SavedWorkout,
  saveWorkout,
  normalizeTag,
  MAX_TITLE_LENGTH,
  titleWithSuffix,
  type WorkoutOrder,
  type WorkoutToSave,
} from './workouts.ts';
export {
  deleteWorkouts,
  MAX_BATCH_SCRIPT_LENGTH,
  MAX_WORKOUTS_PER_BATCH,
  saveWorkouts,
} from './workout-batches.ts';
export {
  addToCalendar,
  type CalendarEntry,
  calendarEntry,
  changeEntryContent,
  chooseAlternative,
  day,
  listCalendar,
  listDaysAhead,
  markDone,
  markUndone,
  MAX_DAYS_AHEAD,
  MAX_CALENDAR_DAYS,
  MAX_WORKOUTS_PER_DAY,
  moveInCalendar,
  removeFromCalendar,
} from './calendar.ts';
export { type CalendarChanges, changeCalendar, MAX_CALENDAR_CHANGES } from './calendar-changes.ts';
export {
  type EntryContentToSave,
  type EntryOption,
  type TimeOfDay,
  timeOfDay,
  type PlannedDayReply,
  skippedDay,
  validateEntryContent,
} from './entry-content.ts';
export {
  changePlan,
  deletePlan,
  getPlan,
  listDeletedPlans,
  listPlans,
  MAX_PLAN_LENGTH,
  MAX_PLANS_PER_PAGE,
  planTextProblem,
  restorePlan,
  savedPlan,
  type SavedPlan,
  savePlan,
} from './plans.ts';
export {
  actOnSeason,
  DAYS_TO_UNDO,
  deleteSeason,
  getSeason,
  listSeasons,
  MAX_DAYS_TO_MOVE,
  previewSeason,
  previewSeasonAction,
  season,
  type Season,
  type SeasonAction,
  type SeasonAnchor,
  type SeasonChange,
  seasonPreview,
  type SeasonPreview,
  type SeasonQuestion,
  type SeasonSummary,
  startSeason,
  undoSeasonAction,
} from './seasons.ts';
export {
  type Activity,
  activity,
  type ActivityDetail,
  activityDetail,
  annotateActivity,
  compareActivityWith,
  deleteActivity,
  getActivity,
  listActivities,
  MAX_ACTIVITY_NOTES_LENGTH,
  MAX_COMPARED_STEPS,
  MAX_EFFORT,
  MAX_TRACE_BYTES,
  type NewActivity,
  type NewComparison,
  type StoredComparison,
  storeActivity,
} from './activities.ts';
export {
  connectGarmin,
  DELIVERY_PROBLEMS,
  type DeliveryProblem,
  disconnectGarmin,
  GARMIN_CONSENT_TEXTS,
  GARMIN_CONSENT_VERSION,
  garminDelivery,
  type GarminDelivery,
  type GarminStatus,
  getGarminStatus,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  resolveDelivery,
  unscheduleAtGarmin,
} from './garmin.ts';
export { listOutdatedDeliveries } from './garmin-outdated.ts';
