import type { PaceUnits } from '@pacewright/pace';
import { applyFix, type ResolvedWorkout } from '@pacewright/script';
import { Redo2, TriangleAlert, Undo2 } from 'lucide-react';
import { createRef, type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { ChartEdit, MissedEvent } from './chart-edit.ts';
import type { BuilderState, BuilderView, Chosen, EditableText } from './builder-state.ts';
import { createBuilder } from './builder.ts';
import { BuilderFoot, BuilderSheet, BuilderToolbar } from './builder-tools.tsx';
import { ChartOverlay, ChartUnderlay } from './chart-overlay.tsx';
import { createListeners } from './chart-listeners.ts';
import { describeChosen } from './describe-chosen.ts';
import type { ChartGeometry } from './geometry.ts';
import { Starters } from './starters.tsx';
// With the builder, because the first screen has no room for it.
import './builder.css';

export type LoadedBuilder = ReturnType<typeof startBuilder>;

/** Everything that makes a chart editable, loaded when one is first touched. */
export function startBuilder(edit: ChartEdit, view: BuilderView, missed: MissedEvent[]) {
  const builder = createBuilder({
    view,
    onPoint: edit.onPoint,
    onRemove: (what, undo) => showToast.undo(what, undo),
    text: editableText(edit),
  });
  const drawing = createRef<SVGSVGElement>();
  const { listen, replay } = createListeners(builder, drawing, missed);
  const [Overlay, Underlay] = [ChartOverlay, ChartUnderlay];
  return { builder, drawing, listen, replay, listChosen, Head, Foot, Overlay, Underlay };
}

/** The text in CodeMirror, or in the plain box until that has loaded, which has no history. */
function editableText({ handle, text: drawn }: ChartEdit): EditableText {
  const readPlain = () => handle.current?.getPlainText() ?? drawn;
  const editor = () => handle.current?.editor;
  return {
    readText: () => editor()?.getText() ?? readPlain(),
    change: (changes) => {
      const loaded = editor();
      if (loaded) {
        loaded.change(changes);
        return;
      }
      const next = changes.reduce(
        (text, edits) => applyFix(text, { edits: [...edits] }),
        readPlain(),
      );
      handle.current?.setPlainText(next);
    },
    undo: () => editor()?.undo() ?? false,
    redo: () => editor()?.redo() ?? false,
    canUndo: () => editor()?.canUndo() ?? false,
    canRedo: () => editor()?.canRedo() ?? false,
  };
}

/** The blocks of the chosen steps. */
function listChosen(chosen: Chosen, { blocks }: ChartGeometry, resolved: ResolvedWorkout) {
  const { isChosen } = describeChosen(chosen, resolved);
  return blocks.filter(({ step }) => isChosen(step.step.node));
}

type PartProps = {
  loaded: LoadedBuilder | undefined;
  state: BuilderState | undefined;
  /** The workout as it is drawn. */
  resolved: ResolvedWorkout;
  edit: ChartEdit | undefined;
  units: PaceUnits;
  isNarrow: boolean;
};

/** Above the chart: the toolbar of the chosen steps, else what is there without one; undo and redo. */
function Head({ children, ...props }: PartProps & { children: ReactNode }) {
  const { loaded, state, edit, resolved, isNarrow, units } = props;
  const { builder, drawing } = loaded ?? {};
  if (!builder || !state || !edit) return children;
  return (
    <>
      {state.chosen && !isNarrow ? (
        <BuilderToolbar
          {...describeChosen(state.chosen, resolved)}
          {...{ builder, state, units }}
          speeds={edit.speeds}
          onLeave={() => drawing?.current?.focus({ preventScroll: true })}
        />
      ) : (
        children
      )}
      <div className="build-history">
        <IconButton
          small
          label="Undo"
          icon={<Undo2 aria-hidden />}
          disabled={!state.canUndo}
          onClick={builder.undo}
        />
        <IconButton
          small
          label="Redo"
          icon={<Redo2 aria-hidden />}
          disabled={!state.canRedo}
          onClick={builder.redo}
        />
      </div>
    </>
  );
}

/** Below the chart: what changes together, refusals, and the sheet of a phone. */
function Foot({ loaded, state, edit, resolved, isNarrow, units }: PartProps) {
  if (!loaded || !state || !edit) return null;
  const { builder, drawing } = loaded;
  const focusChart = () => drawing.current?.focus({ preventScroll: true });
  const tools = state.chosen && {
    ...describeChosen(state.chosen, resolved),
    builder,
    state,
    units,
    speeds: edit.speeds,
  };
  return (
    <>
      {tools ? (
        <BuilderFoot {...tools} onLeave={focusChart} hasNote={!isNarrow} />
      ) : (
        <p className="build-foot">
          <span className="for-pointer">Click a lane to add a step, or drag a block.</span>
          <span className="for-touch">Tap a lane to add a step, or a block to change it.</span>
        </p>
      )}
      {state.refusal !== undefined && (
        <p className="build-refusal">
          <TriangleAlert aria-hidden /> {state.refusal}
        </p>
      )}
      <Announcement message={state.message} />
      {resolved.unrolled.length === 0 && (
        <Starters
          speeds={edit.speeds}
          units={units}
          onPlace={(script) => {
            builder.replaceText(script);
            focusChart();
          }}
        />
      )}
      {tools && isNarrow && <BuilderSheet {...tools} onLeave={focusChart} chart={drawing} />}
    </>
  );
}

const ANNOUNCE_MS = 400;

/** Said once changes pause, so that held keys are not read one by one. */
function Announcement({ message }: { message: BuilderState['message'] }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!message) return undefined;
    // Emptied first: the same sentence twice is said twice.
    const empty = setTimeout(() => setSaid(''), ANNOUNCE_MS / 2);
    const timer = setTimeout(() => setSaid(message.text), ANNOUNCE_MS);
    return () => {
      clearTimeout(empty);
      clearTimeout(timer);
    };
  }, [message]);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}
