import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../ui/toast.tsx';
import type { BuilderView } from '../build/builder-state.ts';
import type { ChartEdit, MissedEvent } from '../build/chart-edit.ts';
import type { LoadedBuilder, startBuilder } from '../build/start-builder.tsx';

/** A script to edit, and the builder that does it, see useWorkoutPreview. */
export type LoadableEdit = ChartEdit & {
  load: () => Promise<{ startBuilder: typeof startBuilder }>;
};

/** Loads the builder when the chart is first touched or focused, and gives it the events until then. */
export function useChartBuilder(
  edit: LoadableEdit | undefined,
  { resolved, places, axis }: Pick<BuilderView, 'resolved' | 'places' | 'axis'>,
) {
  const [loaded, setLoaded] = useState<LoadedBuilder>();
  const isLoading = useRef(false);
  const [missed] = useState<MissedEvent[]>([]);
  const state = useSyncExternalStore(
    (listener) => loaded?.builder.subscribe(listener) ?? (() => undefined),
    () => loaded?.builder.getState(),
  );
  const { text = '', speeds } = edit ?? {};
  const view = useMemo(
    () => ({ text, resolved, places, speeds, axis }),
    [text, resolved, places, speeds, axis],
  );

  useLayoutEffect(() => loaded?.builder.update(view), [loaded, view]);

  function start(): void {
    if (!edit || isLoading.current) return;
    isLoading.current = true;
    edit.load().then(
      (module) => setLoaded(module.startBuilder(edit, view, missed)),
      () => {
        // The next touch tries again.
        isLoading.current = false;
        showToast.failure('That didn’t load');
      },
    );
  }

  return { loaded, state, start, miss: (event: MissedEvent) => missed.push(event) };
}
