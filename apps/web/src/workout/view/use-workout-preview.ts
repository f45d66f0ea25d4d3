import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { PaceContext } from '../pace-context.ts';
import { readOnce } from '../read-once.ts';
import { readInFull, useReading } from '../use-reading.ts';
import type { ScriptEditorHandle } from '../editor/script-editor.tsx';
import { findLinked, type NextIndex, type Pointed } from './use-linked-step.ts';

// A length that is typed in the builder is read at once.
const loadBuilder = async () =>
  (await Promise.all([import('../build/start-builder.tsx'), readInFull()]))[0];

type Chosen = Pointed & { isFromText: boolean };

/**
 * A script in an athlete's paces, in three views with one highlight. Spread `editor` on a ScriptEditor and `view`
 * on a WorkoutChart and a StepTable. Only the highlight is state.
 */
export function useWorkoutPreview(script: string, paceContext: PaceContext) {
  const { speeds, units } = paceContext;
  const [chosen, setChosen] = useState<Chosen>();
  const handle = useRef<ScriptEditorHandle>(null);

  // Deferred, so that typing never waits for the preview.
  const latest = useMemo(() => ({ script, chosen }), [script, chosen]);
  const shown = useDeferredValue(latest);
  const text = shown.script;
  const read = useReading(readOnce);
  const reading = useMemo(() => read(text, speeds), [read, text, speeds]);
  const { resolved, places } = reading;
  const linked = shown.chosen && findLinked(shown.chosen, resolved);

  function linkNode(node: number | undefined, isFromText: boolean) {
    setChosen((current) => {
      if (node !== undefined) return { node, isFromText };
      // The editor reports late that the pointer has left it, when another view may already have a highlight.
      return isFromText && current && !current.isFromText ? current : undefined;
    });
  }

  function linkIndex(next: NextIndex) {
    setChosen((current) => {
      const at = current && findLinked(current, resolved).index;
      const index = typeof next === 'function' ? next(at ?? -1) : next;
      const step = index === undefined ? undefined : resolved.unrolled[index];
      return step && { node: step.step.node, index, isFromText: false };
    });
  }

  function showText(node: number) {
    const place = places[node];
    if (place) handle.current?.focus(place.from);
  }

  return {
    reading,
    resolved,
    editor: {
      ref: handle,
      paceContext,
      // The editor marks its own highlight.
      linked: linked && !shown.chosen?.isFromText ? places[linked.node] : undefined,
      onPoint: (node: number | undefined) => linkNode(node, true),
    },
    /** For a WorkoutChart that changes the script. */
    edit: {
      text,
      speeds,
      handle,
      load: loadBuilder,
      onPoint: (pointed: Pointed | undefined) =>
        setChosen(pointed && { ...pointed, isFromText: false }),
    },
    view: {
      text,
      resolved,
      places,
      units,
      linked,
      onLink: linkIndex,
      onLinkNode: (node: number | undefined) => linkNode(node, false),
      onActivate: (index: number) => {
        const step = resolved.unrolled[index];
        if (step) showText(step.step.node);
      },
      onActivateNode: showText,
    },
  };
}
