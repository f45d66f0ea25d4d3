/** How much one athlete can store. A save beyond it is answered LIMIT_REACHED; what is stored stays readable. */
export const MAX_WORKOUTS = 5000;
export const MAX_CALENDAR_ENTRIES = 20_000;
export const MAX_RACES = 1000;
export const MAX_TAGS_IN_LIBRARY = 200;

/** Longer than any text that is accepted, so that the answer can say by how much it is too long. */
export const MAX_TEXT_LENGTH = 100_000;
