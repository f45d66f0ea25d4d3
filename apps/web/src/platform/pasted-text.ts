/** The address of the screen that reads texts. */
const READING = '/app/workouts/import';

/** A navigation to the reading of a text that was pasted or written on another screen. */
export function readingOf(text: string) {
  return { to: READING, options: { state: { text } } };
}
