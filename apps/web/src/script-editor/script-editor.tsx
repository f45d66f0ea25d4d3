import { readScript, type ScriptReading, type Span } from '@pacewright/script';
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { CircleQuestionMark, WandSparkles } from 'lucide-react';
import { ariaKeys } from '../shortcuts/shortcuts.ts';
import type { EditorHandle, mountEditor, OpenProblem } from './code-mirror.ts';
import { ProblemNote } from './problem-note.tsx';
import type { Athlete } from './reading.ts';
import { TokenBar } from './token-bar.tsx';
// CodeMirror's too: a style sheet that did not load with a script is not asked for a second time.
import './code-mirror.css';
import './script-editor.css';
import './script-text.css';

export type ScriptEditorHandle = {
  /** Puts the caret into the text, at a place of it if one is given. */
  focus: (position?: number) => void;
  /** Gives the script its one spelling, unless it has mistakes. */
  format: () => void;
};

type ScriptEditorProps = {
  value: string;
  /** Hears every change, with what the new text means. */
  onChange: (text: string, reading: ScriptReading) => void;
  athlete: Athlete;
  label?: string;
  placeholder?: string;
  /** The place of the step that is looked at elsewhere. */
  linked?: Span | undefined;
  /** The repeat or step under the pointer or at the caret, by its number in the order of writing. */
  onPoint?: (node: number | undefined) => void;
  /** Opens an explanation of the language. There is no button for it without this. */
  onHelp?: (() => void) | undefined;
  /** False where the script is an example: without the bar of tokens. */
  hasTokens?: boolean;
  ref?: Ref<ScriptEditorHandle>;
};

const loadCodeMirror = () => import('./code-mirror.ts');

/** The text of a workout, explained as it is typed. A plain text box until CodeMirror has arrived. */
export function ScriptEditor({
  value,
  onChange,
  athlete: { speeds, units },
  label = 'Workout script',
  placeholder = 'For example, 15m E + 5x(3m I + 2m E) + 10m E',
  linked,
  onPoint,
  onHelp,
  hasTokens = true,
  ref,
}: ScriptEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLFieldSetElement>(null);
  const [editor, setEditor] = useState<EditorHandle>();
  const [problem, setProblem] = useState<OpenProblem>();
  const hintId = useId();
  const noteId = useId();

  const changed = useEffectEvent(onChange);
  const pointed = useEffectEvent((node: number | undefined) => onPoint?.(node));
  const start = useEffectEvent((mount: typeof mountEditor) => {
    if (!host.current) return undefined;
    const mounted = mount(host.current, {
      text: value,
      athlete: { speeds, units },
      placeholder,
      attributes: { 'aria-label': label, 'aria-describedby': `${noteId} ${hintId}` },
      events: {
        onChange: (text, reading) => changed(text, reading),
        onProblem: setProblem,
        onPoint: (node) => pointed(node),
        onAskForFixes: () => note.current?.querySelector('button')?.focus(),
      },
    });
    // Whoever is already typing goes on typing.
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
        // The plain box will do until the network is back.
        () => window.addEventListener('online', load, { once: true, signal: gone.signal }),
      );
    void load();
    return () => {
      gone.abort();
      mounted?.destroy();
      setEditor(undefined);
    };
  }, []);

  // At once: a letter typed before a later effect would be taken back by it.
  useLayoutEffect(() => editor?.setText(value), [editor, value]);
  useEffect(() => editor?.setAthlete({ speeds, units }), [editor, speeds, units]);
  useEffect(() => editor?.setLinked(linked), [editor, linked]);

  useLayoutEffect(() => {
    const element = note.current;
    if (!element || !editor || !problem) return undefined;
    const observer = new ResizeObserver(() => editor.setRoom(element.offsetHeight));
    observer.observe(element);
    editor.setRoom(element.offsetHeight);
    return () => observer.disconnect();
  }, [editor, problem]);

  useImperativeHandle(
    ref,
    () => ({
      focus: (position) => {
        if (editor) editor.focus(position);
        else plain.current?.focus();
      },
      format: () => editor?.format(),
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
            onChange={({ target }) => onChange(target.value, readScript(target.value, { speeds }))}
          />
        )}
        {editor && problem && (
          <ProblemNote
            ref={note}
            problem={problem}
            onFix={editor.applyFix}
            onLeave={() => editor.focus()}
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
          {editor && <TokenBar onInsert={editor.insert} onRise={editor.showCaret} />}
          <div className="script-actions">
            {editor && (
              <button
                type="button"
                className="script-action"
                aria-label="Format script"
                title="Format script"
                aria-keyshortcuts={ariaKeys('format')}
                onPointerDown={(event) => event.preventDefault()}
                onClick={editor.format}
              >
                <WandSparkles aria-hidden />
              </button>
            )}
            {onHelp && (
              <button
                type="button"
                className="script-action"
                aria-label="Script help"
                onClick={onHelp}
              >
                <CircleQuestionMark aria-hidden />
                Help
              </button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

const HINT =
  'F8 goes to the next mistake, Control and full stop to its fixes, Shift Alt F formats, Control Space completes.';
