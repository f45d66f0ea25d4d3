import type { Season, SeasonAction, SeasonPreview } from '@pacewright/contract';
import { useState } from 'react';
import { ApiProblem } from '../../platform/api/problem.ts';
import { type Answer, useActionPreview, useActOnSeason } from './seasons-queries.ts';

/** The athlete's word on a preview: the plan's version of some questions, and days that stay as they are. */
export type Answers = { takeTheirs: Answer[]; keep: string[] };

const NO_ANSWERS: Answers = { takeTheirs: [], keep: [] };

/** An action on a season: its preview, and doing what was previewed. Without an action there is neither. */
export function useSeasonAction(
  id: string,
  action: SeasonAction | undefined,
  answers: Answers = NO_ANSWERS,
) {
  const preview = useActionPreview(id, action);
  const act = useActOnSeason();
  const [hasChanged, setHasChanged] = useState(false);
  const [attempt, setAttempt] = useState(() => newAttempt(''));

  /** Returns the season, or undefined if it was not changed; the alerts then say why. */
  async function apply({ hash }: SeasonPreview): Promise<Season | undefined> {
    if (!action) return undefined;
    setHasChanged(false);
    // Another choice is another request, and a repeated one has the same key.
    const request = JSON.stringify([action, answers, hash]);
    const own = attempt.request === request ? attempt : newAttempt(request);
    setAttempt(own);
    try {
      const { idempotencyKey } = own;
      return await act.mutateAsync({ id, action, ...answers, hash, idempotencyKey });
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'PREVIEW_CHANGED')) return undefined;
      setHasChanged(true);
      await preview.refetch();
      return undefined;
    }
  }

  return {
    preview: preview.data,
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
