import type { AthleteSpeeds } from '@pacewright/script';
import type { RefObject } from 'react';
import type { ScriptEditorHandle } from '../editor/script-editor.tsx';
import type { Pointed } from '../view/use-linked-step.ts';

/** The script behind a chart that can be edited. */
export type ChartEdit = {
  /** The text that the chart shows. */
  text: string;
  speeds: AthleteSpeeds | undefined;
  handle: RefObject<ScriptEditorHandle | null>;
  /** Highlights a step in the text and the table. */
  onPoint: (pointed: Pointed | undefined) => void;
};

/** Clicks and keys on a chart whose builder is not loaded yet. */
export type MissedEvent = KeyboardEvent | MouseEvent;
