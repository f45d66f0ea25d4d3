import {
  actOnSeason,
  addToCalendar,
  type BodyOf,
  changeEntryContent,
  changePlan,
  changeWorkout,
  type Endpoint,
  type EntryContentToSave,
  savePlan,
  saveWorkout,
  saveWorkouts,
  startSeason,
} from '@pacewright/contract';

/** A text in a body. `at` is its path there. */
export type SentText = { at: string; kind: 'script' | 'plan'; text: string };

/** The scripts and plans that a request would save. */
export function listTexts(endpoint: Endpoint, body: unknown): readonly SentText[] {
  return READERS.get(endpoint)?.(body) ?? [];
}

/** Every endpoint that saves a text which somebody wrote. */
const READERS = new Map<Endpoint, (body: unknown) => SentText[]>([
  reader(saveWorkout, ({ workout }) => [script('/workout/script', workout.script)]),
  reader(changeWorkout, ({ workout }) => [script('/workout/script', workout.script)]),
  reader(saveWorkouts, ({ workouts }) =>
    workouts.flatMap(({ workout }, index) =>
      workout ? [script(`/workouts/${index}/workout/script`, workout.script)] : [],
    ),
  ),
  reader(addToCalendar, ({ content }) => ofContent(content)),
  reader(changeEntryContent, ({ content }) => ofContent(content)),
  reader(savePlan, ({ text }) => [plan('/text', text)]),
  reader(changePlan, ({ text }) => [plan('/text', text)]),
  reader(startSeason, ({ text }) => [plan('/text', text)]),
  reader(actOnSeason, ({ action }) =>
    action.kind === 'text' ? [plan('/action/text', action.text)] : [],
  ),
]);

function reader<E extends Endpoint>(
  endpoint: E,
  read: (body: BodyOf<E>) => SentText[],
): [Endpoint, (body: unknown) => SentText[]] {
  // The body was validated by the schema of the same endpoint.
  return [endpoint, (body) => read(body as BodyOf<E>)];
}

/** A rest day or another activity has no script. */
function ofContent(content: EntryContentToSave | null | undefined): SentText[] {
  return content?.kind === 'run' ? [script('/content/script', content.script)] : [];
}

function script(at: string, text: string): SentText {
  return { at, kind: 'script', text };
}

function plan(at: string, text: string): SentText {
  return { at, kind: 'plan', text };
}
