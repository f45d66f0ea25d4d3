import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  placeholder,
  ViewPlugin,
} from '@codemirror/view';
import {
  type Diagnostic,
  type Fix,
  formatScript,
  type ScriptReading,
  type Span,
} from '@pacewright/script';
import { codeMirrorKey } from '../shortcuts/shortcuts.ts';
import { caretInSight, showCaret } from './caret-in-sight.ts';
import { findCspNonce } from './csp-nonce.ts';
import { scriptCompletion } from './completion.ts';
import { scriptHints } from './hints.ts';
import { insertToken } from './insert-token.ts';
import { script } from './language.ts';
import { linkEffect, roomEffect, scriptMarks } from './marks.ts';
import { followPointing, pointedNode } from './pointing.ts';
import {
  type Athlete,
  athleteFacet,
  findOpen,
  isTypingField,
  listShown,
  pauseEffect,
  readingField,
} from './reading.ts';
import type { InsertableToken } from './tokens.ts';

/** What is said about the script at the moment, and on which line. */
export type OpenProblem = { diagnostic: Diagnostic; line: number };

export type EditorEvents = {
  onChange: (text: string, reading: ScriptReading) => void;
  onProblem: (problem: OpenProblem | undefined) => void;
  /** The repeat or step under the pointer, else at the caret. */
  onPoint: (node: number | undefined) => void;
  /** The athlete asks for the fixes by keyboard. */
  onAskForFixes: () => void;
};

export type EditorHandle = {
  setText: (text: string) => void;
  setAthlete: (athlete: Athlete) => void;
  setLinked: (span: Span | undefined) => void;
  /** Keeps this much room, in px, below the line that is talked about. */
  setRoom: (height: number) => void;
  applyFix: (fix: Fix) => void;
  insert: (token: InsertableToken) => void;
  format: () => void;
  focus: (position?: number) => void;
  /** Scrolls to where someone is writing. */
  showCaret: () => void;
  destroy: () => void;
};

type EditorOptions = {
  text: string;
  athlete: Athlete;
  attributes: Record<string, string>;
  placeholder: string;
  events: EditorEvents;
};

/** Puts CodeMirror into an element. Everything else talks to it through the handle. */
export function mountEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const { events } = options;
  const athlete = new Compartment();
  const nonce = findCspNonce();

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        athlete.of(athleteFacet.of(options.athlete)),
        readingField,
        isTypingField,
        script(),
        followPointing(),
        scriptMarks(),
        scriptCompletion(),
        scriptHints(),
        history(),
        drawSelection(),
        lineNumbers(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        caretInSight(),
        placeholder(options.placeholder),
        EditorView.contentAttributes.of(options.attributes),
        EditorView.contentAttributes.of(({ state }) => ({
          'aria-invalid': String(listShown(state).some(({ severity }) => severity === 'error')),
        })),
        keys(events),
        reportChanges(events),
        reportProblem(parent, events),
        reportPoint(events),
      ],
    }),
  });

  return {
    setText: (text) => replaceText(view, text),
    setAthlete: (next) => view.dispatch({ effects: athlete.reconfigure(athleteFacet.of(next)) }),
    setLinked: (span) => view.dispatch({ effects: linkEffect.of(span) }),
    setRoom: (height) => {
      view.dispatch({ effects: roomEffect.of(height) });
      showRoom(view, parent);
    },
    applyFix: (fix) => applyFix(view, fix),
    insert: (token) => {
      insertToken(view, token);
      view.focus();
    },
    format: () => format(view),
    focus: (position) => {
      view.focus();
      if (position !== undefined)
        view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
    },
    showCaret: () => showCaret(view),
    destroy: () => view.destroy(),
  };
}

function keys({ onAskForFixes }: EditorEvents): Extension {
  return keymap.of([
    { key: codeMirrorKey('fix'), run: () => (onAskForFixes(), true) },
    { key: codeMirrorKey('nextMistake'), run: (view) => goToProblem(view, 1) },
    { key: codeMirrorKey('lastMistake'), run: (view) => goToProblem(view, -1) },
    { key: codeMirrorKey('format'), run: format },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]);
}

/** How long a pause lets what stands at the caret be judged. */
const PAUSE_MS = 700;

function reportChanges({ onChange }: EditorEvents): Extension {
  let pause: ReturnType<typeof setTimeout> | undefined;
  return EditorView.updateListener.of(({ docChanged, state, view }) => {
    if (!docChanged) return;
    onChange(state.doc.toString(), state.field(readingField));
    clearTimeout(pause);
    pause = setTimeout(() => {
      // Nobody listens any more once the editor is gone.
      if (view.dom.isConnected) view.dispatch({ effects: pauseEffect.of(null) });
    }, PAUSE_MS);
  });
}

/** Says what to talk about, and keeps the place of the room for it in two custom properties of the host. */
function reportProblem(host: HTMLElement, { onProblem }: EditorEvents): Extension {
  let last: Diagnostic | undefined;

  function report(view: EditorView) {
    const { state } = view;
    const diagnostic = findOpen(state);
    if (diagnostic !== last) {
      last = diagnostic;
      onProblem(diagnostic && { diagnostic, line: state.doc.lineAt(diagnostic.from).number });
    }
    if (diagnostic)
      view.requestMeasure({
        key: host,
        read: () => {
          // The text may have become shorter since; what is wrong with it now is reported next.
          if (diagnostic.to > view.state.doc.length) return undefined;
          const { left, top } = host.getBoundingClientRect();
          const room = view.contentDOM.querySelector('.cm-room')?.getBoundingClientRect();
          const start = view.coordsAtPos(diagnostic.from, 1)?.left ?? left;
          const end = view.coordsAtPos(diagnostic.to, -1)?.left ?? start;
          return {
            top: room && room.top - top + host.scrollTop,
            pointer: (start + Math.max(start, end)) / 2 - left,
          };
        },
        write: (place) => {
          if (!place) return;
          const { top, pointer } = place;
          host.style.setProperty('--problem-top', top === undefined ? '-9999px' : `${top}px`);
          host.style.setProperty('--problem-pointer', `${pointer}px`);
        },
      });
  }

  return [
    EditorView.updateListener.of(({ view }) => report(view)),
    // There may be something to say about the text that was there from the start.
    ViewPlugin.define((view) => {
      queueMicrotask(() => report(view));
      return {};
    }),
  ];
}

/** Scrolls what is said about the line of the caret into sight, and nobody else's page. */
function showRoom(view: EditorView, host: HTMLElement): void {
  const { state } = view;
  const open = findOpen(state);
  const line = state.doc.lineAt(state.selection.main.head);
  if (!open || open.from < line.from || open.from > line.to) return;
  view.requestMeasure({
    read: () => view.contentDOM.querySelector('.cm-room')?.getBoundingClientRect().bottom,
    write: (bottom = 0) => {
      host.scrollTop += Math.max(0, bottom - host.getBoundingClientRect().bottom);
    },
  });
}

/** Tells which step is looked at, once for each change of it. */
function reportPoint({ onPoint }: EditorEvents): Extension {
  return EditorView.updateListener.of(({ startState, state }) => {
    const node = pointedNode(state);
    if (node !== pointedNode(startState)) onPoint(node);
  });
}

function goToProblem(view: EditorView, direction: 1 | -1): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  const problems = state.field(readingField).diagnostics;
  const next =
    direction === 1
      ? (problems.find(({ from }) => from > head) ?? problems[0])
      : (problems.findLast(({ from }) => from < head) ?? problems.at(-1));
  if (!next) return false;
  view.dispatch({
    selection: { anchor: next.from },
    scrollIntoView: true,
    effects: EditorView.announce.of(next.message),
  });
  return true;
}

function applyFix(view: EditorView, { label, edits }: Fix): void {
  const changes = view.state.changes(edits);
  const end = edits.at(-1)?.to ?? 0;
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(end, 1) },
    userEvent: 'input.fix',
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    effects: [pauseEffect.of(null), EditorView.announce.of(`Done: ${label}`)],
  });
  view.focus();
}

function format(view: EditorView): boolean {
  const mistake = view.state
    .field(readingField)
    .diagnostics.find(({ severity }) => severity === 'error');
  if (mistake) {
    view.focus();
    view.dispatch({
      selection: { anchor: mistake.from },
      scrollIntoView: true,
      effects: EditorView.announce.of('Not formatted. Fix the mistakes first'),
    });
    return true;
  }
  replaceText(view, formatScript(view.state.doc.toString()));
  view.dispatch({ effects: EditorView.announce.of('Formatted') });
  return true;
}

/** Changes only what differs, so that the caret and the history stay where they were. */
function replaceText(view: EditorView, text: string): void {
  const current = view.state.doc.toString();
  if (current === text) return;
  let start = 0;
  while (start < Math.min(current.length, text.length) && current[start] === text[start]) start++;
  let end = 0;
  const most = Math.min(current.length, text.length) - start;
  while (end < most && current.at(-1 - end) === text.at(-1 - end)) end++;
  view.dispatch({
    changes: {
      from: start,
      to: current.length - end,
      insert: text.slice(start, text.length - end),
    },
    // Taken back in one go, and not with the letters typed before it.
    annotations: isolateHistory.of('full'),
  });
}
