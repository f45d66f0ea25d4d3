import { encodeShare, type SharedWorkout } from '@pacewright/delivery';
import { readScript } from '@pacewright/script';
import { Save } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { OtherPrograms } from '../../delivery/other-programs.tsx';
import { SharePanel } from '../../delivery/share-panel.tsx';
import { WatchPanel } from '../../delivery/watch-panel.tsx';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useOwnPaces } from '../../visitor/own-paces.ts';
import { PacesLine } from '../../visitor/paces-line.tsx';
import { keepWorkout } from './kept-workout.ts';

type WorkbenchProps = { start: SharedWorkout; isShared: boolean; children?: ReactNode };

/** One workout to look at, change and take along, in the paces of whoever looks. */
export function Workbench({ start, isShared, children }: WorkbenchProps) {
  const [workout, setWorkout] = useState(start);
  const { paces, setRace, setUnits } = useOwnPaces();
  const { title, script } = workout;
  const mistakes = readScript(script, { speeds: paces }).diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
  // The same script is the same workout to a watch, whoever's link it came in.
  const written = { id: script, title, script };
  useLinkInAddress(workout, workout !== start);

  return (
    <div className="grid gap-5">
      <div>
        <PageHeading
          title={title || 'Workout'}
          over={isShared ? 'Shared workout' : 'Write a workout'}
          actions={<SaveButtons workout={workout} />}
        />
        {children}
      </div>
      <Card edgeToEdge className="grid gap-4 p-(--gutter) md:p-6">
        <PacesLine paces={paces} onRace={setRace} onUnits={setUnits} />
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        <Card edgeToEdge className="grid gap-4 p-(--gutter) md:p-6">
          <Field
            label="Title"
            value={title}
            maxLength={200}
            onChange={({ target }) => setWorkout({ ...workout, title: target.value })}
          />
          <TextAreaField
            label="Script"
            value={script}
            spellCheck={false}
            placeholder="15m E + 5x(3m I + 2m jog) + 10m E"
            error={mistakes[0]?.message}
            onChange={({ target }) => setWorkout({ ...workout, script: target.value })}
          />
        </Card>
        <div className="grid gap-5">
          <WatchPanel workout={written} speeds={paces} units={paces.units} />
          <Section title="Share it">
            <SharePanel workout={workout} />
          </Section>
          <Section title="Other programs">
            <OtherPrograms workout={written} speeds={paces} units={paces.units} />
          </Section>
        </div>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card edgeToEdge aria-labelledby={id} className="grid gap-4 p-(--gutter) md:p-6">
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  );
}

/** Keeps the workout on this device, and saves it once whoever keeps it is in. */
function SaveButtons({ workout }: { workout: SharedWorkout }) {
  const navigate = useNavigate();
  const isAthlete = useSession().looksSignedIn();
  const [isRefused, setIsRefused] = useState(false);
  if (workout.script.trim() === '') return null;

  function save(onwards: string): void {
    try {
      keepWorkout({ title: workout.title.trim() || 'Workout', script: workout.script });
    } catch {
      setIsRefused(true);
      return;
    }
    void navigate(onwards);
  }

  return (
    <>
      {isAthlete ? (
        <Button icon={<Save aria-hidden />} onClick={() => save('/app')}>
          Save to my library
        </Button>
      ) : (
        <>
          <Button icon={<Save aria-hidden />} onClick={() => save('/register')}>
            Create account and save
          </Button>
          <Button variant="quiet" onClick={() => save('/login')}>
            Sign in and save
          </Button>
        </>
      )}
      {isRefused && (
        <Note kind="error" title="Not kept.">
          This browser keeps nothing for websites. Copy the link below, sign in, then open it again.
        </Note>
      )}
    </>
  );
}

/** Makes the address the link of what is on the page, so that a reload loses nothing. */
function useLinkInAddress(workout: SharedWorkout, isChanged: boolean): void {
  const { title, script } = workout;
  useEffect(() => {
    if (!isChanged) return undefined;
    // Browsers refuse an address that changes with every key.
    const timer = setTimeout(async () => {
      const link = await encodeShare({ title, script });
      const address = link.ok ? `#${link.fragment}` : location.pathname;
      // Past the router, which would take it for another workout to open.
      history.replaceState(history.state, '', address);
    }, 500);
    return () => clearTimeout(timer);
  }, [title, script, isChanged]);
}
