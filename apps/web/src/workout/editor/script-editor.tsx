import { type ScriptReading, type Span, writeScript } from '@pacewright/script';
import {
  type Ref,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { CircleQuestionMark, WandSparkles } from 'lucide-react';
import { useScreenCommand } from '../../platform/commands/screen-commands.ts';
import { ariaKeys } from '../../platform/shortcuts/shortcuts.ts';
import type {
  ActiveProblem,
  EditorHandle,
  FormatChange,
  mountEditor,
  Paste,
} from './code-mirror.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { FormatDialog } from './format-dialog.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { PaceContext } from '../pace-context.ts';
import type { PastedSession } from '../paste/split-sessions.ts';
import { readOnce } from '../read-once.ts';
import { TokenBar } from './token-bar.tsx';
import { useKeyboardInset } from './use-keyboard-inset.ts';
// CodeMirror's styles too: a style sheet that fails to load with a lazy script is never requested again.
import './code-mirror.css';
import './script-editor.css';
import './script-text.css';

export type ScriptEditorHandle = {
  /** Focuses the text, at a position if one is given. */
  focus: (position?: number) => void;
};

type ScriptEditorProps = {
  value: string;
  /** Called with the text after every change that is made here. */
  onChange: (text: string) => void;
  paceContext: PaceContext;
  label?: string;
  placeholder?: string;
  /** The step highlighted elsewhere. */
  linked?: Span | undefined;
  /** The repeat or step under the pointer or at the caret, by its number in the order of writing. */
  onPoint?: (node: number | undefined) => void;
  /** Opens the help. Without it there is no Help button. */
  onHelp?: (() => void) | undefined;
  /** Saves a session of a pasted text as a workout. Without it every text is pasted as it is. */
  onAddSession?: ((session: PastedSession) => Promise<void>) | undefined;
  /** False hides the token bar, as for an example. */
  hasTokens?: boolean;
  ref?: Ref<ScriptEditorHandle>;
};

const loadCodeMirror = () => import('./code-mirror.ts');
const PasteDialog = lazyDialog(async () => (await import('../paste/paste-dialog.tsx')).PasteDialog);

/** The editor of a workout's script. A plain text box until CodeMirror has loaded. */
export function ScriptEditor({
  value,
  onChange,
  paceContext,
  label = 'Workout script',
  placeholder = 'For example, 15m E + 5x(3m I + 2m E) + 10m E',
  linked,
  onPoint,
  onHelp,
  onAddSession,
  hasTokens = true,
  ref,
}: ScriptEditorProps) {
  const { speeds, units } = paceContext;
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLFieldSetElement>(null);
  const [editor, setEditor] = useState<EditorHandle>();
  const [active, setActive] = useState<ActiveProblem>();
  // Its answers are read in full, which a letter need not wait for.
  const problem = useDeferredValue(active);
  const [formatChange, setFormatChange] = useState<FormatChange>();
  const [paste, setPaste] = useState<Paste>();
  const shown = useDeferredValue(value);
  const canFormat = useMemo(
    () => differsFromShortForm(shown, readOnce(shown, speeds)),
    [shown, speeds],
  );
  const inset = useKeyboardInset();
  const hintId = useId();
  const noteId = useId();

  const changed = useEffectEvent(onChange);
  const pointed = useEffectEvent((node: number | undefined) => onPoint?.(node));
  const pasted = useEffectEvent((next: Paste) => {
    if (!onAddSession) return false;
    setPaste(next);
    return true;
  });
  const start = useEffectEvent((mount: typeof mountEditor) => {
    if (!host.current) return undefined;
    const mounted = mount(host.current, {
      text: value,
      paceContext,
      placeholder,
      attributes: { 'aria-label': label, 'aria-describedby': `${noteId} ${hintId}` },
      events: {
        onChange: (text) => changed(text),
        onProblem: setActive,
        onPoint: (node) => pointed(node),
        onShowFixes: () => note.current?.querySelector('button')?.focus(),
        onFormat: setFormatChange,
        onPasteSessions: (next) => pasted(next),
      },
    });
    // Someone already typing in the plain box continues in the editor.
    if (plain.current && document.activeElement === plain.current)
      mounted.focus(plain.current.selectionStart);
    setEditor(mounted);
    return mounted;
  });

  useEffect(() => {
    let mounted: EditorHandle | undefined;
    const gone = new AbortController();
    const load = () =>
      loadCodeMirror().then(
        ({ mountEditor }) => {
          if (!gone.signal.aborted) mounted = start(mountEditor);
        },
        // The plain box stays until the network is back.
        () => window.addEventListener('online', load, { once: true, signal: gone.signal }),
      );
    void load();
    return () => {
      gone.abort();
      mounted?.destroy();
      setEditor(undefined);
    };
  }, []);

  // In a layout effect: a later effect would undo a letter typed before it.
  useLayoutEffect(() => editor?.setText(value), [editor, value]);
  useEffect(() => editor?.setAthlete({ speeds, units }), [editor, speeds, units]);
  useEffect(() => editor?.setHighlighted(linked), [editor, linked]);

  // The bar moved above the phone's keyboard, where it may cover the caret.
  useLayoutEffect(() => {
    if (inset > 0) editor?.scrollToCaret();
  }, [editor, inset]);

  useLayoutEffect(() => {
    const element = note.current;
    if (!element || !editor || !problem) return undefined;
    const observer = new ResizeObserver(() => editor.setNoteHeight(element.offsetHeight));
    observer.observe(element);
    editor.setNoteHeight(element.offsetHeight);
    return () => observer.disconnect();
  }, [editor, problem]);

  const format = useCallback(() => {
    if (!editor?.askToFormat()) showToast.success('Already tidy');
  }, [editor]);
  useScreenCommand(FORMAT_COMMAND, editor && hasTokens ? format : undefined);

  useImperativeHandle(
    ref,
    () => ({
      focus: (position) => {
        if (editor) editor.focus(position);
        else plain.current?.focus();
      },
    }),
    [editor],
  );

  return (
    <div className="script-editor">
      <div ref={host} className="script script-editor-text">
        {!editor && (
          <textarea
            ref={plain}
            aria-label={label}
            aria-describedby={hintId}
            placeholder={placeholder}
            value={value}
            rows={Math.max(2, value.split('\n').length)}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
        {editor && problem && (
          <ProblemNote
            ref={note}
            problem={problem}
            paceContext={paceContext}
            onFix={editor.applyFix}
            onFixAll={editor.fixAll}
            onNext={editor.showNextProblem}
            onClose={() => editor.focus()}
          />
        )}
      </div>
      <p id={noteId} aria-live="polite" className="sr-only">
        {editor && problem && `Line ${problem.line}: ${problem.diagnostic.message}`}
      </p>
      <p id={hintId} className="sr-only">
        {HINT}
      </p>
      {hasTokens && (
        <div className="script-bar">
          <div
            className={classNames('script-bar-row', inset > 0 && 'is-on-keyboard')}
            style={inset > 0 ? { bottom: inset } : undefined}
          >
            {editor && <TokenBar onInsert={editor.insert} />}
            <div className="script-actions">
              {editor && (
                <button
                  type="button"
                  // Invisible where there is nothing to do, so that nothing beside it moves.
                  className={classNames('script-action', !canFormat && 'invisible')}
                  aria-label="Tidy up"
                  title="Tidy up: write it the short way"
                  aria-keyshortcuts={ariaKeys('format')}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={editor.askToFormat}
                >
                  <WandSparkles aria-hidden />
                </button>
              )}
              {onHelp && (
                <button
                  type="button"
                  className="script-action"
                  aria-label="Script help"
                  title="Help, examples and all words"
                  onClick={onHelp}
                >
                  <CircleQuestionMark aria-hidden />
                  <span className="max-md:hidden">Help</span>
                </button>
              )}
            </div>
          </div>
        </div>
      )}
      {editor && paste && onAddSession && (
        <Suspense>
          <PasteDialog
            sessions={paste.sessions}
            description="Add each as a workout, or paste it all into this one. Open questions can wait: every workout stays editable."
            paceContext={paceContext}
            onAdd={onAddSession}
            other={{
              label: 'Paste as text',
              onChoose: () => {
                setPaste(undefined);
                editor.paste(paste.text);
              },
            }}
            onClose={() => setPaste(undefined)}
          />
        </Suspense>
      )}
      {editor && formatChange && (
        <FormatDialog
          {...formatChange}
          onFormat={() => {
            setFormatChange(undefined);
            editor.format();
          }}
          onClose={() => setFormatChange(undefined)}
        />
      )}
    </div>
  );
}

function differsFromShortForm(text: string, { workout, diagnostics }: ScriptReading): boolean {
  if (diagnostics.some(({ severity }) => severity === 'error')) return false;
  return workout.items.length > 0 && writeScript(workout) !== text.trim();
}

const FORMAT_COMMAND = {
  id: 'format',
  label: 'Tidy up the script',
  also: 'format short clean',
  Icon: WandSparkles,
  shortcut: 'format',
} as const;

const HINT =
  'F8 goes to the next mistake, Control and full stop to its fixes, Shift Alt F tidies up, Control Space completes.';
