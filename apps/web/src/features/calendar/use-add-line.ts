import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiProblem } from '../../platform/api/problem.ts';
import { useAddEntry } from '../../platform/api/queries/calendar.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { withDraftLock } from '../../platform/drafts/draft-locks.ts';
import { removeDraft, storeDraft } from '../../platform/drafts/draft-store.ts';
import { useAthlete } from '../../platform/session/session-context.ts';
import { showToast } from '../../ui/toast.tsx';
import { showOutcome } from '../../ui/use-action.ts';
import { useRemoveEntry } from './calendar-queries.ts';
import { type LineDraft, listLineDraftsOf } from './line-draft.ts';
import { messageOf } from '../../ui/message-of.ts';

const WAITING = ['lines that wait'];

export type Line = Pick<LineDraft, 'line' | 'day' | 'title' | 'script'>;

/** Adds a written line to the calendar. It is on this device until the server has it. */
export function useAddLine(today: string) {
  const { user } = useAthlete();
  const queryClient = useQueryClient();
  const { mutateAsync: addEntry } = useAddEntry();
  const { mutateAsync: removeEntry } = useRemoveEntry();
  const waiting = useQuery({ queryKey: WAITING, queryFn: () => listLineDraftsOf(user.id) }).data;
  /** The last line that failed: it may have arrived, so it is sent with the same key. */
  const failed = useRef<{ line: Line; key: string }>(undefined);

  async function send({ day, title, script }: Line, key: string): Promise<void> {
    const content = { kind: 'run' as const, title, script };
    const added = await addEntry({ content, day, idempotencyKey: key });
    showOutcome({
      title: `${title} added to ${formatLongDay(day, today)}`,
      undo: () => removeEntry(added),
    });
  }

  /** False if it is neither on the calendar nor on its way, so that it must stay where it was written. */
  async function add(line: Line): Promise<boolean> {
    const isAgain = failed.current && isSame(failed.current.line, line);
    const key = isAgain && failed.current ? failed.current.key : crypto.randomUUID();
    failed.current = undefined;
    const draft = { ...line, key, athleteId: user.id, version: null, sendsLater: true };
    const isStored = await storeDraft(draft).then(
      () => true,
      () => false,
    );
    let isTaken = true;
    await withDraftLock(key, async () => {
      try {
        await send(line, key);
        await removeDraft(key);
      } catch (error) {
        if (isStored && error instanceof ApiProblem && error.code === 'UNREACHABLE') return;
        isTaken = false;
        failed.current = { line, key };
        await removeDraft(key);
        const detail = messageOf(error);
        showToast.failure(`Couldn’t add ${line.title}`, { detail });
      }
    });
    await queryClient.invalidateQueries({ queryKey: WAITING });
    return isTaken;
  }

  /** Takes back a line that waits, to change it. */
  async function takeBack({ key }: LineDraft): Promise<void> {
    await removeDraft(key);
    await queryClient.invalidateQueries({ queryKey: WAITING });
  }

  return { add, waiting, takeBack };
}

function isSame(one: Line, other: Line): boolean {
  return one.line === other.line && one.day === other.day && one.script === other.script;
}
