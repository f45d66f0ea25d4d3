import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import * as z from 'zod/mini';
import { GarminDesk } from '../features/garmin/garmin-desk.tsx';
import type { Sendable } from '../features/garmin/sendable.ts';
import { SendButton, SendNews } from '../features/garmin/send-parts.tsx';
import { WorkoutScreen } from '../features/workouts/workout-screen.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useAthletePaces } from './athlete-paces.ts';

const HelpDialog = lazyDialog(
  async () => (await import('./script-help-dialog.tsx')).ScriptHelpDialog,
);

/** At two addresses, so that a new workout stays as it is when saving makes it one of the library. */
export function WorkoutPage() {
  const { id } = useParams();
  const { state, key } = useLocation();
  const athlete = useAthletePaces();
  const [first, setFirst] = useState<{ id: string; bench: string }>();
  const bench = id === undefined ? key : id === first?.id ? first.bench : id;

  return (
    <GarminDesk athlete={athlete}>
      <WorkoutScreen
        key={bench}
        {...{ id, athlete, garmin, HelpDialog }}
        start={z.safeParse(startState, state).data?.start}
        onFirstSave={(saved) => setFirst({ id: saved.id, bench })}
      />
    </GarminDesk>
  );
}

function garmin(what: Sendable) {
  return { button: <SendButton what={what} />, news: <SendNews what={what} /> };
}

/** What a link to a new workout may bring along. */
const startState = z.object({
  start: z.object({
    title: z.string(),
    script: z.string(),
    notes: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
  }),
});
