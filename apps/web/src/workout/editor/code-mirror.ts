import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Annotation, ChangeSet, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  placeholder,
  ViewPlugin,
} from '@codemirror/view';
import {
  type Edit,
  type Fix,
  fixAll,
  formatScript,
  onSecondReader,
  type Span,
} from '@pacewright/script';
import { type PastedSession, splitSessions } from '@pacewright/import/sessions';
import { codeMirrorKey } from '../../platform/shortcuts/shortcuts.ts';
import { keepCaretVisible, scrollToCaret } from './caret-visibility.ts';
import { scriptCompletion } from './completion.ts';
import { scriptHints } from './hints.ts';
import { insertToken } from './insert-token.ts';
import { script } from './language.ts';
import { highlightEffect, noteHeightEffect, scriptMarks } from './marks.ts';
import { trackHover, activeNode } from './hovering.ts';
import type { PaceContext } from '../pace-context.ts';
import {
  type EditorDiagnostic,
  paceContextFacet,
  findActiveProblem,
  isTypingField,
  listVisibleDiagnostics,
  typingPausedEffect,
  readAgainEffect,
  readingField,
} from './reading.ts';
import { kindOf } from './alike-questions.ts';
import type { InsertableToken } from './tokens.ts';

/** The diagnostic that is shown, its line, and the text it is about. */
export type ActiveProblem = {
  diagnostic: EditorDiagnostic;
  line: number;
  text: string;
  /** Its place among all that is shown, from 1. */
  position: number;
  count: number;
  /** It and all that are like it, in the order of the text. */
  alike: EditorDiagnostic[];
};

type EditorEvents = {
  /** The text was changed here, and not by setText. */
  onChange: (text: string) => void;
  onProblem: (problem: ActiveProblem | undefined) => void;
  /** The piece under the pointer, else at the caret, and its place. */
  onPoint: (node: number | undefined, place: Span | undefined) => void;
  /** The athlete pressed the shortcut for the fixes. */
  onShowFixes: () => void;
  /** The athlete asked for the short form of a script that differs from it. */
  onFormat: (change: FormatChange) => void;
  /** A text with several sessions was pasted. True if it is handled, and must not be inserted. */
  onPasteSessions: (paste: Paste) => boolean;
};

/** A pasted text and the sessions in it. */
export type Paste = { text: string; sessions: PastedSession[] };

/** A script and its short form. */
export type FormatChange = { before: string; after: string };

export type EditorHandle = {
  getText: () => string;
  setText: (text: string) => void;
  /**
   * Makes changes from outside the text as one step of its history. Each list of edits is for the text after the one
   * before. The caret stays in its words, and the focus where it is.
   */
  change: (changes: readonly (readonly Edit[])[]) => void;
  /** False if there is nothing to undo. */
  undo: () => boolean;
  redo: () => boolean;
  canUndo: () => boolean;
  canRedo: () => boolean;
  setAthlete: (paceContext: PaceContext) => void;
  setHighlighted: (spans: readonly Span[]) => void;
  /** Reads the text again, when something else has changed that its reading depends on. */
  readAgain: () => void;
  /** Reserves this height, in px, below the line of the active problem. */
  setNoteHeight: (height: number) => void;
  /** Makes a fix of a problem, unless the text has changed since. */
  applyFix: (fix: Fix, problem: ActiveProblem) => void;
  /** Makes every fix that is certain. */
  fixAll: () => void;
  showNextProblem: () => void;
  insert: (token: string) => void;
  /** Inserts a text at the caret, as if it was pasted. */
  paste: (text: string) => void;
  /** Asks for the short form, or goes to the first mistake. False if the script is in its short form already. */
  askToFormat: () => boolean;
  /** Replaces the text by its short form. */
  format: () => void;
  focus: (position?: number) => void;
  /** Moves the caret without focusing the text. */
  show: (position: number) => void;
  /** Scrolls to the caret. */
  scrollToCaret: () => void;
  destroy: () => void;
};

/** A language that can be written here. */
export type EditorLanguage = {
  /** Reads, colours, completes and explains its text. */
  extensions: Extension;
  /** Makes every fix that is certain. */
  fixAll: (text: string) => { text: string; count: number };
  format: (text: string) => string;
  /** Inserts a token of its bar at the caret. */
  insertToken: (view: EditorView, token: string) => void;
};

function scriptLanguage(): EditorLanguage {
  return {
    extensions: [script(), scriptCompletion(), scriptHints()],
    fixAll,
    format: formatScript,
    insertToken: (view, token) => insertToken(view, token as InsertableToken),
  };
}

export type EditorOptions = {
  language?: EditorLanguage;
  text: string;
  paceContext: PaceContext;
  attributes: Record<string, string>;
  placeholder: string;
  events: EditorEvents;
};

/** Mounts CodeMirror in an element. The handle is the only way to control it. */
export function mountEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const { events, language = scriptLanguage() } = options;
  const paceContext = new Compartment();
  const nonce = findCspNonce();

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        paceContext.of(paceContextFacet.of(options.paceContext)),
        language.extensions,
        readingField,
        isTypingField,
        trackHover(),
        scriptMarks(),
        history(),
        drawSelection(),
        lineNumbers(),
        bracketMatching(),
        closeBrackets(),
        typeOverSelection(),
        EditorView.lineWrapping,
        keepCaretVisible(),
        placeholder(options.placeholder),
        EditorView.contentAttributes.of(options.attributes),
        EditorView.contentAttributes.of(({ state }) => ({
          'aria-invalid': String(
            listVisibleDiagnostics(state).some(({ severity }) => severity === 'error'),
          ),
        })),
        keys(events, language),
        splitPastes(events),
        reportChanges(events),
        reportProblem(parent, events),
        markFocus(parent),
        reportPoint(events),
      ],
    }),
  });

  const stopReading = onSecondReader(() => view.dispatch({ effects: readAgainEffect.of(null) }));

  return {
    getText: () => view.state.doc.toString(),
    change: (changes) => makeChanges(view, changes),
    undo: () => undo(view),
    redo: () => redo(view),
    canUndo: () => undoDepth(view.state) > 0,
    canRedo: () => redoDepth(view.state) > 0,
    setText: (text) => replaceText(view, text, setFromOutside.of(true)),
    setAthlete: (next) =>
      view.dispatch({ effects: paceContext.reconfigure(paceContextFacet.of(next)) }),
    setHighlighted: (spans) => view.dispatch({ effects: highlightEffect.of(spans) }),
    readAgain: () => view.dispatch({ effects: readAgainEffect.of(null) }),
    setNoteHeight: (height) => {
      view.dispatch({ effects: noteHeightEffect.of(height) });
      scrollToNote(view, parent);
    },
    applyFix: (fix, { text }) => {
      if (text === view.state.doc.toString()) applyFix(view, fix);
    },
    fixAll: () => makeCertainFixes(view, language),
    showNextProblem: () => goToProblem(view, 1),
    insert: (token) => {
      language.insertToken(view, token);
      view.focus();
    },
    paste: (text) => {
      view.dispatch(
        view.state.update(view.state.replaceSelection(text), {
          userEvent: 'input.paste',
          scrollIntoView: true,
        }),
      );
      view.focus();
    },
    askToFormat: () => askToFormat(view, events, language),
    format: () => format(view, language),
    focus: (position) => {
      view.focus();
      if (position !== undefined)
        view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
    },
    show: (position) => {
      const anchor = Math.min(position, view.state.doc.length);
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'nearest', yMargin: 60 }),
      });
    },
    scrollToCaret: () => scrollToCaret(view),
    destroy: () => {
      stopReading();
      view.destroy();
    },
  };
}

function keys(events: EditorEvents, language: EditorLanguage): Extension {
  return keymap.of([
    { key: codeMirrorKey('fix'), run: () => (events.onShowFixes(), true) },
    { key: codeMirrorKey('nextMistake'), run: (view) => goToProblem(view, 1) },
    { key: codeMirrorKey('lastMistake'), run: (view) => goToProblem(view, -1) },
    {
      key: codeMirrorKey('format'),
      run: (view) => {
        if (!askToFormat(view, events, language))
          view.dispatch({ effects: EditorView.announce.of('Already tidy') });
        return true;
      },
    },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]);
}

function splitPastes({ onPasteSessions }: EditorEvents): Extension {
  return EditorView.domEventHandlers({
    paste: ({ clipboardData }) => {
      const text = clipboardData?.getData('text/plain') ?? '';
      const sessions = splitSessions(text);
      // CodeMirror does not insert what a handler returns true for.
      return sessions ? onPasteSessions({ text, sessions }) : false;
    },
  });
}

/**
 * Inserts text that is typed over a selection. Chromium would copy the style of the replaced text into an attribute, which
 * the content security policy refuses, and reports.
 */
function typeOverSelection(): Extension {
  return EditorView.domEventHandlers({
    beforeinput: (event, view) => {
      const { data, inputType, isComposing } = event;
      const { main, ranges } = view.state.selection;
      if (inputType !== 'insertText' || !data || isComposing || main.empty || ranges.length > 1)
        return false;
      event.preventDefault();
      const insert = () =>
        view.state.update(view.state.replaceSelection(data), {
          userEvent: 'input.type',
          scrollIntoView: true,
        });
      const isHandled = view.state
        .facet(EditorView.inputHandler)
        .some((handle) => handle(view, main.from, main.to, data, insert));
      if (!isHandled) view.dispatch(insert());
      return true;
    },
  });
}

/** Marks changes made by setText, so that they are not reported back. */
const setFromOutside = Annotation.define<boolean>();

/** How long a pause must be before the word at the caret is checked. */
const PAUSE_MS = 700;

function reportChanges({ onChange }: EditorEvents): Extension {
  let pause: ReturnType<typeof setTimeout> | undefined;
  return EditorView.updateListener.of(({ docChanged, state, view, transactions }) => {
    if (!docChanged) return;
    if (!transactions.every((one) => one.annotation(setFromOutside)))
      onChange(state.doc.toString());
    clearTimeout(pause);
    pause = setTimeout(() => {
      // The editor may have been destroyed since.
      if (view.dom.isConnected) view.dispatch({ effects: typingPausedEffect.of(null) });
    }, PAUSE_MS);
  });
}

/** Reports the active problem, and stores the position of its note in two custom properties of the host. */
function reportProblem(host: HTMLElement, { onProblem }: EditorEvents): Extension {
  let last: EditorDiagnostic | undefined;

  function report(view: EditorView) {
    const { state } = view;
    const diagnostic = findActiveProblem(state);
    if (diagnostic !== last) {
      last = diagnostic;
      onProblem(diagnostic && describeProblem(state, diagnostic));
    }
    if (diagnostic)
      view.requestMeasure({
        key: host,
        read: () => {
          // The text may be shorter by now; the next report has its new problem.
          if (diagnostic.to > view.state.doc.length) return undefined;
          const { left, top } = host.getBoundingClientRect();
          const space = view.contentDOM.querySelector('.cm-note-space')?.getBoundingClientRect();
          const start = view.coordsAtPos(diagnostic.from, 1)?.left ?? left;
          const end = view.coordsAtPos(diagnostic.to, -1)?.left ?? start;
          return {
            top: space && space.top - top + host.scrollTop,
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
    // The initial text may have a problem already.
    ViewPlugin.define((view) => {
      queueMicrotask(() => report(view));
      return {};
    }),
  ];
}

function describeProblem(state: EditorState, diagnostic: EditorDiagnostic): ActiveProblem {
  const visible = listVisibleDiagnostics(state);
  const kind = kindOf(diagnostic);
  return {
    diagnostic,
    line: state.doc.lineAt(diagnostic.from).number,
    text: state.doc.toString(),
    position: visible.indexOf(diagnostic) + 1,
    count: visible.length,
    alike: state.field(readingField).diagnostics.filter((other) => kindOf(other) === kind),
  };
}

/** Scrolls the note into view, but only for the caret's own line. */
function scrollToNote(view: EditorView, host: HTMLElement): void {
  const { state } = view;
  const open = findActiveProblem(state);
  const line = state.doc.lineAt(state.selection.main.head);
  if (!open || open.from < line.from || open.from > line.to) return;
  view.requestMeasure({
    read: () => view.contentDOM.querySelector('.cm-note-space')?.getBoundingClientRect().bottom,
    write: (bottom = 0) => {
      host.scrollTop += Math.max(0, bottom - host.getBoundingClientRect().bottom);
    },
  });
}

/** The focus ring is around the box that scrolls. With :has() the whole text would be styled with every letter. */
function markFocus(host: HTMLElement): Extension {
  return EditorView.updateListener.of(({ focusChanged, view }) => {
    if (focusChanged) host.toggleAttribute('data-focused', view.hasFocus);
  });
}

/** Reports the active step whenever it changes. */
function reportPoint({ onPoint }: EditorEvents): Extension {
  return EditorView.updateListener.of(({ startState, state }) => {
    const node = activeNode(state);
    if (node !== activeNode(startState))
      onPoint(node, node === undefined ? undefined : state.field(readingField).places[node]);
  });
}

function makeChanges(view: EditorView, changes: readonly (readonly Edit[])[]): void {
  let all = ChangeSet.empty(view.state.doc.length);
  for (const edits of changes) all = all.compose(ChangeSet.of([...edits], all.newLength));
  view.dispatch({
    changes: all,
    userEvent: 'build',
    annotations: isolateHistory.of('full'),
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
  const { head } = view.state.selection.main;
  const around = edits.find(({ from, to }) => head >= from && head <= to);
  view.dispatch({
    changes,
    // Typing goes on where it was, or behind the words that were there.
    selection: { anchor: changes.mapPos(around?.to ?? head, 1) },
    userEvent: 'input.fix',
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    effects: typingPausedEffect.of(null),
  });
  announceRest(view, `Applied: ${label}`);
  view.focus();
}

function makeCertainFixes(view: EditorView, language: EditorLanguage): void {
  const { text, count } = language.fixAll(view.state.doc.toString());
  replaceText(view, text);
  view.dispatch({ effects: typingPausedEffect.of(null) });
  announceRest(view, `Fixed ${count}`);
  view.focus();
}

/** Announces a fix, and how much there is still to fix. */
function announceRest(view: EditorView, done: string): void {
  const left = view.state
    .field(readingField)
    .diagnostics.filter(({ severity }) => severity === 'error').length;
  const rest = left === 0 ? 'Nothing left to fix' : `${left} left`;
  view.dispatch({ effects: EditorView.announce.of(`${done}. ${rest}`) });
}

function askToFormat(
  view: EditorView,
  { onFormat }: EditorEvents,
  language: EditorLanguage,
): boolean {
  const mistake = view.state
    .field(readingField)
    .diagnostics.find(({ severity }) => severity === 'error');
  if (mistake) {
    view.focus();
    view.dispatch({
      selection: { anchor: mistake.from },
      scrollIntoView: true,
      effects: EditorView.announce.of('Fix the problems first, then tidy up'),
    });
    return true;
  }
  const before = view.state.doc.toString();
  const after = language.format(before);
  if (after === before) return false;
  onFormat({ before, after });
  return true;
}

function format(view: EditorView, language: EditorLanguage): void {
  replaceText(view, language.format(view.state.doc.toString()));
  view.dispatch({ effects: EditorView.announce.of('Tidied up') });
  view.focus();
}

/** Replaces only the part that differs, so that the caret and the history are preserved. */
function replaceText(view: EditorView, next: string, ...annotations: Annotation<unknown>[]): void {
  const current = view.state.doc.toString();
  // As CodeMirror breaks lines. Texts that were stored before may have other line breaks.
  const text = next.replaceAll(/\r\n?/g, '\n');
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
    // Undone in one step, separate from the letters typed before it.
    annotations: [isolateHistory.of('full'), ...annotations],
  });
}

/**
 * The nonce of this page's content security policy, for libraries that write a style element. The
 * server puts it in app.html; undefined where there is no policy, as in development.
 */
function findCspNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
  return nonce === '' || nonce === '__CSP_NONCE__' ? undefined : nonce;
}
