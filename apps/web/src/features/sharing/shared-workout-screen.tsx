import {
  decodeShare,
  encodeShare,
  type SharedReading,
  type SharedWorkout,
} from '@pacewright/delivery';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { Alert } from '../../ui/alert.tsx';
import { saveVisitorWorkout } from '../../visitor/visitor-store.ts';
import { SaveButtons, type SaveOutcome, SaveAlert } from './save-buttons.tsx';
import { VisitorWorkoutEditor, type VisitorWorkoutEditorProps } from './visitor-workout-editor.tsx';

/** Not needed to look at a workout, so it loads after it. */
const AddToCalendar = lazyWhenOnline(
  async () => (await import('./add-to-calendar.tsx')).AddToCalendar,
);

type HelpProps = Pick<VisitorWorkoutEditorProps, 'HelpDialog'>;

/** A workout from a share link. */
export function SharedWorkoutScreen({ HelpDialog }: HelpProps) {
  const { hash } = useLocation();
  const reading = useShared(hash);
  if (!reading) return null;

  // Another link opened in this tab is another workout, with its own state.
  return <SharedWorkoutEditor key={hash} reading={reading} HelpDialog={HelpDialog} />;
}

/** Undefined until it is decoded, which is asynchronous. */
function useShared(hash: string): SharedReading | undefined {
  const [read, setRead] = useState<{ hash: string; reading: SharedReading }>();
  useEffect(() => {
    let isCurrent = true;
    void decodeLink(hash).then((reading) => {
      if (isCurrent) setRead({ hash, reading });
    });
    return () => {
      isCurrent = false;
    };
  }, [hash]);
  return read?.hash === hash ? read.reading : undefined;
}

const NOTHING: SharedWorkout = { title: '', script: '' };

async function decodeLink(hash: string): Promise<SharedReading> {
  return hash.length > 1 ? decodeShare(hash) : { ok: true, workout: NOTHING };
}

function SharedWorkoutEditor({ reading, HelpDialog }: HelpProps & { reading: SharedReading }) {
  const [start] = useState(reading.ok ? reading.workout : NOTHING);
  const [workout, setWorkout] = useState(start);
  const [outcome, setOutcome] = useState<SaveOutcome>();
  const isAthlete = useSession().hasStoredUser();
  useLinkInUrl(workout, workout !== start);

  return (
    <VisitorWorkoutEditor
      HelpDialog={HelpDialog}
      workout={workout}
      onChange={setWorkout}
      over={start === NOTHING ? 'Write a workout' : 'Shared workout'}
      under={workout === start ? '' : 'Your changes are saved in this page’s link'}
      actions={<SaveButtons workout={workout} onOutcome={setOutcome} />}
      alerts={
        <>
          {!reading.ok && (
            <Alert kind="error" title="We couldn’t open this workout.">
              {reading.reason}
            </Alert>
          )}
          <SaveAlert outcome={outcome} />
        </>
      }
      isChartFirst={start !== NOTHING}
      aside={
        workout.script.trim() !== '' && (
          <SaveOptionsCard workout={workout} isAthlete={isAthlete} onOutcome={setOutcome} />
        )
      }
    />
  );
}

type SaveOptionsCardProps = {
  workout: SharedWorkout;
  isAthlete: boolean;
  onOutcome: (outcome: SaveOutcome | undefined) => void;
};

/** Ways to keep a shared workout besides the library. */
function SaveOptionsCard({ workout, isAthlete, onOutcome }: SaveOptionsCardProps) {
  const navigate = useNavigate();

  function saveOnDevice(): void {
    if (saveVisitorWorkout(workout).isStored) void navigate('/try');
    else onOutcome({ kind: 'not-stored' });
  }

  return (
    <Card edgeToEdge aria-labelledby="save-options" className="grid gap-3 px-4 py-5 md:px-5.5">
      <h2 id="save-options" className="text-lg">
        Make it yours
      </h2>
      {!isAthlete && (
        <p className="text-sm text-ink-2">
          Nothing is saved until you choose to. Without an account, you can save it on this device.
        </p>
      )}
      <Suspense>
        <AddToCalendar workout={workout} onOutcome={onOutcome} />
      </Suspense>
      {!isAthlete && (
        <Button wide onClick={saveOnDevice}>
          Save on this device
        </Button>
      )}
    </Card>
  );
}

/** Puts the current workout into the page's URL, so that a reload loses nothing. */
function useLinkInUrl({ title, script, notes }: SharedWorkout, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    let isCurrent = true;
    // Browsers limit how often a page may change its URL.
    const timer = setTimeout(async () => {
      const link = await encodeShare({ title, script, notes }).catch(() => undefined);
      // Another page may be open by now, whose URL must not change.
      if (!isCurrent || !link) return;
      const url = link.ok ? `#${link.fragment}` : location.pathname;
      // Not through the router, which would open it as another workout.
      history.replaceState(history.state, '', url);
    }, 500);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [title, script, notes, isChanged]);
}
