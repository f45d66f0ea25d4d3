/** Caps per athlete. A save above one is rejected with LIMIT_REACHED; stored data stays readable. */
export const MAX_WORKOUTS = 5000;
export const MAX_CALENDAR_ENTRIES = 20_000;
/** Of all texts on the calendar, as they are stored. */
export const MAX_CALENDAR_BYTES = 64_000_000;
export const MAX_ACTIVITIES = 20_000;
export const MAX_RACES = 1000;
export const MAX_TAGS_IN_LIBRARY = 200;
export const MAX_PLANS = 200;
export const MAX_SEASONS = 100;

/** Above the limits of single fields, so that the error can give the actual length. */
export const MAX_TEXT_LENGTH = 100_000;
