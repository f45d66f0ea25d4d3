import type { Season, SeasonAction, SeasonPreview } from '@pacewright/contract';
import { useState } from 'react';
import { ApiProblem } from '../../platform/api/problem.ts';
import { type Answers, useActionPreview, useActOnSeason } from './seasons-queries.ts';

const NO_ANSWERS: Answers = { takeTheirs: [], keep: [] };

/** An action on a season: its preview, and doing what was previewed. Without an action there is neither. */
export function useSeasonAction(
  id: string,
  action: SeasonAction | undefined,
  answers: Answers = NO_ANSWERS,
) {
  const preview = useActionPreview(id, action);
  const hasAnswers = answers.takeTheirs.length + answers.keep.length > 0;
  const answered = useActionPreview(id, hasAnswers ? action : undefined, answers);
  const act = useActOnSeason();
  const [hasChanged, setHasChanged] = useState(false);
  const [attempt, setAttempt] = useState(() => newAttempt(''));

  /** Returns the season, or undefined if it was not changed; the alerts then say why. */
  async function apply({ hash }: SeasonPreview): Promise<Season | undefined> {
    if (!action) return undefined;
    setHasChanged(false);
    // Another choice is another request, and a repeated one has the same key.
    const request = JSON.stringify([action, answers, hash]);
    const next = attempt.request === request ? attempt : newAttempt(request);
    setAttempt(next);
    try {
      const { idempotencyKey } = next;
      return await act.mutateAsync({ id, action, ...answers, hash, idempotencyKey });
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'PREVIEW_CHANGED')) return undefined;
      setHasChanged(true);
      await preview.refetch();
      return undefined;
    }
  }

  return {
    /** With every change and question, whatever the answers are. */
    preview: preview.data,
    /** The days that would have too many entries with these answers. If that can't be learned, the API decides. */
    full: answered.isError ? [] : (((hasAnswers && answered.data) || preview.data)?.full ?? []),
    isLoading: preview.isLoading,
    apply,
    isApplying: act.isPending,
    hasChanged,
    retry: () => void preview.refetch(),
    problems: {
      preview: preview.data ? null : preview.error,
      apply: hasChanged ? null : act.error,
    },
  };
}

function newAttempt(request: string) {
  return { request, idempotencyKey: crypto.randomUUID() as string };
}
