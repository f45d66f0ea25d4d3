export type {
  Access,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RequestOf,
} from './endpoint.ts';
export { problem, PROBLEMS, type ProblemBody, type ProblemCode } from './problem.ts';
export { getLive, getReady } from './health.ts';
export {
  getProfile,
  logout,
  registerUser,
  updateProfile,
  type User,
  user,
  username,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './users.ts';
export { deleteAccount, exportAccount } from './account.ts';
export {
  addRace,
  type AthletePaces,
  athletePaces,
  calculateVdot,
  deleteRace,
  getPaces,
  listRaces,
  type NewRace,
  type PacesToSave,
  paceUnits,
  type Race,
  race,
  savePaces,
  trainingPaces,
} from './paces.ts';
export { diagnostic, parseWorkout, scriptReading, totals, workout } from './script.ts';
export {
  changeWorkout,
  copyWorkout,
  DAYS_TO_RESTORE,
  deleteWorkout,
  getWorkout,
  listDeletedWorkouts,
  listRefusals,
  listWorkouts,
  listWorkoutTags,
  MOST_TAGS,
  MOST_WORKOUTS_ON_A_PAGE,
  NOTES_MAX_LENGTH,
  restoreWorkout,
  savedReading,
  type SavedReading,
  savedWorkout,
  type SavedWorkout,
  saveWorkout,
  TAG_MAX_LENGTH,
  tidyTag,
  TITLE_MAX_LENGTH,
  type WorkoutToSave,
} from './workouts.ts';
export {
  addToCalendar,
  type CalendarEntry,
  calendarEntry,
  listCalendar,
  markDone,
  markUndone,
  MOST_DAYS_AT_ONCE,
  MOST_WORKOUTS_A_DAY,
  moveInCalendar,
  removeFromCalendar,
} from './calendar.ts';
export {
  connectGarmin,
  disconnectGarmin,
  type GarminStatus,
  garminStatus,
  getGarminStatus,
} from './garmin.ts';
