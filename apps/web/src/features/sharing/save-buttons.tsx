import type { SavedWorkout } from '@pacewright/contract';
import type { SharedWorkout } from '@pacewright/delivery';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../api/call-context.ts';
import { localProblem } from '../../api/problem.ts';
import { useSession } from '../../session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { forgetWorkout, keepWorkout } from '../../visitor/kept.ts';

type SaveButtonsProps = {
  workout: SharedWorkout;
  /** What it is kept under on this device, if it is. */
  keptAs?: string | undefined;
  /** Hears how it went, where there is more to say than a button can. */
  onNews: (news: SaveNews | undefined) => void;
};

export type SaveNews =
  | { kind: 'saved'; workout: SavedWorkout }
  | { kind: 'planned'; workout: SavedWorkout; day: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'not-kept' };

/** Saves at once for an athlete. For anyone else it is kept here, and comes along once they are in. */
export function SaveButtons({ workout, keptAs, onNews }: SaveButtonsProps) {
  const navigate = useNavigate();
  const session = useSession();
  const call = useCall();
  const [isBusy, setIsBusy] = useState(false);
  if (workout.script.trim() === '') return null;

  function saveLater(onwards: string): void {
    const { isKept } = keepWorkout(workout, keptAs);
    if (isKept) void navigate(onwards);
    else onNews({ kind: 'not-kept' });
  }

  async function saveNow(): Promise<void> {
    const state = await session.settled();
    if (state.status !== 'authenticated' || !state.account.emailVerified) return saveLater('/app');

    const { saveOnce } = await loadSaving();
    const saved = await saveOnce(call, workout);
    if (keptAs) forgetWorkout(keptAs);
    onNews({ kind: 'saved', workout: saved });
  }

  async function save(): Promise<void> {
    setIsBusy(true);
    onNews(undefined);
    await saveNow().catch((error: unknown) =>
      onNews({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
    setIsBusy(false);
  }

  if (session.looksSignedIn())
    return (
      <Button
        variant="primary"
        icon={<Save aria-hidden />}
        busy={isBusy}
        onClick={() => void save()}
      >
        Save to my library
      </Button>
    );
  return (
    <>
      <Button variant="quiet" onClick={() => saveLater('/login')}>
        Sign in and save
      </Button>
      <Button variant="primary" icon={<Save aria-hidden />} onClick={() => saveLater('/register')}>
        Create account and save
      </Button>
    </>
  );
}

/** Loaded on demand: most of those who open a link only look at it. */
async function loadSaving() {
  try {
    return await import('../../visitor/save-once.ts');
  } catch (error) {
    throw localProblem('UNREACHABLE', { cause: error });
  }
}

export function SaveNote({ news }: { news: SaveNews | undefined }) {
  if (!news) return null;
  if (news.kind === 'saved')
    return (
      <Note kind="success" title={`${news.workout.title} is in your library.`}>
        <Link to={`/app/workouts/${news.workout.id}`} className="font-[620]">
          Open it
        </Link>
      </Note>
    );
  if (news.kind === 'planned')
    return (
      <Note kind="success" title={`${news.workout.title} is on your calendar.`}>
        <Link to={`/app/calendar?day=${news.day}`} className="font-[620]">
          Open the calendar
        </Link>
      </Note>
    );
  if (news.kind === 'failed')
    return (
      <Note kind="error" title="Not saved.">
        {news.reason} What you wrote is still here.
      </Note>
    );
  return (
    <Note kind="error" title="Not saved.">
      Your browser is blocking storage. Copy the link below, sign in, then open it again.
    </Note>
  );
}
