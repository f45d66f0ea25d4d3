import { readScript, resolveWorkout, type ScriptReading } from '@pacewright/script';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Athlete } from '../script-editor/reading.ts';
import type { ScriptEditorHandle } from '../script-editor/script-editor.tsx';
import { findLinked, type NextIndex, type Pointed } from './use-linked-step.ts';

type Chosen = Pointed & { isFromText: boolean };

/**
 * One workout in three views that point at each other. Spread `editor` on a ScriptEditor and `view` on a
 * ProfileChart and a StepTable.
 */
export function useWorkshop(initial: string, athlete: Athlete) {
  const [script, setScript] = useState(() => read(initial, athlete));
  const [chosen, setChosen] = useState<Chosen>();
  const handle = useRef<ScriptEditorHandle>(null);

  // The letter itself is painted first. What it means is drawn right after, and never in its way.
  const now = useMemo(() => ({ script, chosen }), [script, chosen]);
  const shown = useDeferredValue(now);
  // Advice and totals are in the athlete's paces, so new paces mean a new reading.
  const { text, reading } = useMemo(
    () =>
      shown.script.speeds === athlete.speeds ? shown.script : read(shown.script.text, athlete),
    [shown.script, athlete],
  );
  const resolved = useMemo(
    () => resolveWorkout(reading.workout, athlete.speeds),
    [reading.workout, athlete.speeds],
  );
  const { places } = reading;
  const linked = shown.chosen && findLinked(shown.chosen, resolved);

  function linkNode(node: number | undefined, isFromText: boolean) {
    setChosen((current) => {
      if (node !== undefined) return { node, isFromText };
      // The text tells a moment late that it is left, when another view may have been entered.
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
    /** As it is typed. Everything else is what was understood of it last. */
    text: script.text,
    reading,
    resolved,
    /** Takes another text, as from a file or the way back. */
    setText: (next: string) => setScript(read(next, athlete)),
    editor: {
      ref: handle,
      value: script.text,
      athlete,
      // The text tints what it points at itself.
      linked: linked && !shown.chosen?.isFromText ? places[linked.node] : undefined,
      onChange: (next: string, nextReading: ScriptReading) =>
        setScript({ text: next, reading: nextReading, speeds: athlete.speeds }),
      onPoint: (node: number | undefined) => linkNode(node, true),
    },
    view: {
      text,
      resolved,
      places,
      units: athlete.units,
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

function read(text: string, { speeds }: Athlete) {
  return { text, speeds, reading: readScript(text, { speeds }) };
}
