import { useState } from 'react';
import { messageOf } from './message-of.ts';
import { showToast } from './toast.tsx';

/** Something the athlete does that is sent to the server, with the messages about it. */
export type Action<Result> = {
  run: () => Promise<Result>;
  /** The message when it succeeded. Undefined if the screen shows the result by itself. */
  done: (result: Result) => string | Outcome | undefined;
  /** The title of the message when it failed. The reason is added to it, and "Try again" where that may help. */
  failed: string;
};

export type Outcome = {
  title: string;
  detail?: string | undefined;
  /** Shows the sign of a deletion instead of a tick. */
  isRemoval?: boolean;
  /** Reverts the action. Resolves with a sentence if a part of it could not be reverted. */
  undo?: (() => Promise<unknown>) | undefined;
};

/**
 * Runs actions, one message for each: what happened with Undo where there is one, or what failed with "Try again".
 * Both buttons work after the screen has unmounted.
 */
export function useAction() {
  const [running, setRunning] = useState(0);

  /** Resolves with whether it succeeded at the first attempt. */
  async function run<Result>(action: Action<Result>): Promise<boolean> {
    setRunning((count) => count + 1);
    try {
      return await attempt(action);
    } finally {
      setRunning((count) => count - 1);
    }
  }

  return { run, isRunning: running > 0 };
}

async function attempt<Result>({ run, done, failed }: Action<Result>): Promise<boolean> {
  try {
    showOutcome(done(await run()));
    return true;
  } catch (error) {
    // With the current state it says that what was to be changed isn’t there any more: another attempt would fail too.
    const current = (error as { current?: unknown } | undefined)?.current;
    showToast.failure(failed, {
      detail: messageOf(error),
      retry: current ? undefined : () => void attempt({ run, done, failed }),
    });
    return false;
  }
}

/** The message alone, where the screen itself shows a failure. */
export function showOutcome(outcome: string | Outcome | undefined): void {
  if (outcome === undefined) return;
  if (typeof outcome === 'string') return showToast.success(outcome);
  const { title, detail, isRemoval, undo } = outcome;
  if (!undo) return showToast.success(title, detail);
  showToast.undo(title, () => void revert(undo), isRemoval ? 'removed' : 'saved', detail);
}

function revert(undo: NonNullable<Outcome['undo']>): Promise<boolean> {
  return attempt({
    run: undo,
    done: (rest) => {
      if (typeof rest !== 'string') return 'Undone';
      showToast.warning('Partly undone', rest);
      return undefined;
    },
    failed: 'Couldn’t undo',
  });
}
