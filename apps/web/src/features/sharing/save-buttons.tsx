import { type SavedWorkout, saveWorkout } from '@pacewright/contract';
import type { SharedWorkout } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { Save } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../api/call-context.ts';
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
  | { kind: 'failed'; reason: string }
  | { kind: 'not-kept' };

/** Saves at once for an athlete. For anyone else it is kept here, and comes along once they are in. */
export function SaveButtons({ workout, keptAs, onNews }: SaveButtonsProps) {
  const navigate = useNavigate();
  const session = useSession();
  const call = useCall();
  const [attempt, setAttempt] = useState({ ...workout, key: '' });
  const [isBusy, setIsBusy] = useState(false);
  if (workout.script.trim() === '') return null;

  const named = { title: titleOf(workout), script: workout.script };

  function saveLater(onwards: string): void {
    const { isKept } = keepWorkout(named, keptAs);
    if (isKept) void navigate(onwards);
    else onNews({ kind: 'not-kept' });
  }

  async function saveNow(): Promise<void> {
    const state = await session.settled();
    if (state.status !== 'authenticated' || !state.account.emailVerified) return saveLater('/app');

    // The same text is the same workout, however often it takes to save it.
    const isSame = attempt.title === named.title && attempt.script === named.script;
    const key = isSame && attempt.key ? attempt.key : crypto.randomUUID();
    setAttempt({ ...named, key });
    const saved = await call(saveWorkout, { body: { workout: named }, idempotencyKey: key });
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

export function SaveNote({ news }: { news: SaveNews | undefined }) {
  if (!news) return null;
  if (news.kind === 'saved')
    return (
      <Note kind="success" title={`${news.workout.title} saved.`}>
        It is in your library now.{' '}
        <Link to={`/app/workouts/${news.workout.id}`} className="font-[620]">
          Open it
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
    <Note kind="error" title="Not kept.">
      This browser keeps nothing for websites. Copy the link below, sign in, then open it again.
    </Note>
  );
}
