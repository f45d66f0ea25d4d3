import {
  decodeShare,
  encodeShare,
  type SharedReading,
  type SharedWorkout,
} from '@pacewright/delivery';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Note } from '../../ui/note.tsx';
import { keepWorkout } from '../../visitor/kept.ts';
import { SaveButtons, type SaveNews, SaveNote } from './save-buttons.tsx';
import { Workbench } from './workbench.tsx';

/** Not needed to look at a workout, so it loads after it. */
const AddToCalendar = lazyPart(async () => (await import('./add-to-calendar.tsx')).AddToCalendar);

/** A workout that came in a link. */
export function SharedWorkoutScreen() {
  const { hash } = useLocation();
  const reading = useShared(hash);
  if (!reading) return null;

  // Another link opened in this tab is another workout.
  return <SharedWorkoutBench key={hash} reading={reading} />;
}

/** Undefined until it is read, which takes a moment. */
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

function SharedWorkoutBench({ reading }: { reading: SharedReading }) {
  const [start] = useState(reading.ok ? reading.workout : NOTHING);
  const [workout, setWorkout] = useState(start);
  const [news, setNews] = useState<SaveNews>();
  const isAthlete = useSession().looksSignedIn();
  useLinkInAddress(workout, workout !== start);

  return (
    <Workbench
      workout={workout}
      onChange={setWorkout}
      over={start === NOTHING ? 'Write a workout' : 'Shared workout'}
      under={workout === start ? '' : 'Your changes are saved in this page’s link'}
      actions={<SaveButtons workout={workout} onNews={setNews} />}
      notes={
        <>
          {!reading.ok && (
            <Note kind="error" title="We couldn’t open this workout.">
              {reading.reason}
            </Note>
          )}
          <SaveNote news={news} />
        </>
      }
      isShown={start !== NOTHING}
      aside={
        workout.script.trim() !== '' && (
          <TakeItCard workout={workout} isAthlete={isAthlete} onNews={setNews} />
        )
      }
    />
  );
}

type TakeItCardProps = {
  workout: SharedWorkout;
  isAthlete: boolean;
  onNews: (news: SaveNews | undefined) => void;
};

/** What can be done with a workout besides saving it to a library. */
function TakeItCard({ workout, isAthlete, onNews }: TakeItCardProps) {
  const navigate = useNavigate();

  function keep(): void {
    if (keepWorkout(workout).isKept) void navigate('/try');
    else onNews({ kind: 'not-kept' });
  }

  return (
    <Card edgeToEdge aria-labelledby="keep" className="grid gap-3 px-4 py-5 md:px-5.5">
      <h2 id="keep" className="text-lg">
        Make it yours
      </h2>
      {!isAthlete && (
        <p className="text-[0.9375rem] text-ink-2">
          Nothing is saved until you choose to. Without an account it can stay on this device.
        </p>
      )}
      <Suspense>
        <AddToCalendar workout={workout} onNews={onNews} />
      </Suspense>
      {!isAthlete && (
        <Button wide onClick={keep}>
          Save on this device
        </Button>
      )}
    </Card>
  );
}

/** Makes the address the link of what is on the page, so that a reload loses nothing. */
function useLinkInAddress({ title, script, notes }: SharedWorkout, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    let isCurrent = true;
    // Browsers refuse an address that changes with every key.
    const timer = setTimeout(async () => {
      const link = await encodeShare({ title, script, notes }).catch(() => undefined);
      // Another page may be open by now, and must not get this address.
      if (!isCurrent || !link) return;
      const address = link.ok ? `#${link.fragment}` : location.pathname;
      // Past the router, which would take it for another workout to open.
      history.replaceState(history.state, '', address);
    }, 500);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [title, script, notes, isChanged]);
}
