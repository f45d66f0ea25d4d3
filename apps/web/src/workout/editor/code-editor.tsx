import type { Span } from '@pacewright/script';
import {
  type ReactNode,
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
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { ProblemNote } from './problem-note.tsx';
import type { PaceContext } from '../pace-context.ts';
import { useReading } from '../use-reading.ts';
import { TokenBar } from './token-bar.tsx';
import type { WrittenLanguage } from './written-language.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
// CodeMirror's styles too: a style sheet that fails to load with a lazy script is never requested again.
import './code-mirror.css';
import './script-editor.css';
import './script-text.css';

export type CodeEditorHandle = {
  /** Focuses the text, at a position if one is given. */
  focus: (position?: number) => void;
  /** Moves the caret without focusing the text. */
  show: (position: number) => void;
  /** Reads the text again, when something else has changed that its reading depends on. */
  readAgain: () => void;
  /** Undefined until CodeMirror has loaded. */
  editor: EditorHandle | undefined;
  /** The text of the plain box before that, and replacing it. */
  getPlainText: () => string;
  setPlainText: (text: string) => void;
};

type CodeEditorProps = {
  language: WrittenLanguage;
  value: string;
  /** Called with the text after every change that is made here. */
  onChange: (text: string) => void;
  paceContext: PaceContext;
  label: string;
  placeholder: string;
  /** The pieces highlighted elsewhere. */
  linked: readonly Span[];
  /** The piece under the pointer or at the caret, by its number in the order of writing. */
  onPoint?: ((node: number | undefined, place: Span | undefined) => void) | undefined;
  /** Opens the help. Without it there is no Help button. */
  onHelp?: (() => void) | undefined;
  /** Answers a text with several sessions that was pasted. Without it every text is pasted as it is. */
  renderPaste?:
    | ((paste: Paste, actions: { pasteAsText: () => void; close: () => void }) => ReactNode)
    | undefined;
  /** Hides all advice of a kind. Without it advice has no such button. */
  onHideAdvice?: ((code: string) => void) | undefined;
  /** False hides the token bar, as for an example. */
  hasTokens?: boolean;
  /** The focus starts in it when its screen is navigated to. */
  isFirstFocus?: boolean | undefined;
  className?: string;
  ref?: Ref<CodeEditorHandle>;
};

const FormatDialog = lazyDialog(async () => (await import('./format-dialog.tsx')).FormatDialog);

/** An editor of a language. A plain text box until CodeMirror has loaded. */
export function CodeEditor({
  language,
  value,
  onChange,
  paceContext,
  label,
  placeholder,
  linked,
  onPoint,
  onHelp,
  renderPaste,
  onHideAdvice,
  hasTokens = true,
  isFirstFocus = false,
  className,
  ref,
}: CodeEditorProps) {
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
  // Writing a whole text again takes longer than reading it, so it waits for a pause.
  const shown = useDebouncedValue(value);
  const hasShortForm = useReading(language.canFormat);
  const canFormat = useMemo(
    () => hasShortForm(shown, paceContext),
    [hasShortForm, shown, paceContext],
  );
  const inset = useKeyboardInset();
  const hintId = useId();
  const noteId = useId();

  /** The text at this moment, which may be ahead of the last render. */
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const change = useCallback(
    (text: string) => {
      latest.current = text;
      onChange(text);
    },
    [onChange],
  );
  const changed = useEffectEvent(onChange);
  const pointed = useEffectEvent((node: number | undefined, place: Span | undefined) =>
    onPoint?.(node, place),
  );
  const pasted = useEffectEvent((next: Paste) => {
    if (!renderPaste) return false;
    setPaste(next);
    return true;
  });
  const load = useEffectEvent(() => language.load());
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
        onPoint: (node, place) => pointed(node, place),
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
    const attempt = () =>
      load().then(
        (mount) => {
          if (!gone.signal.aborted) mounted = start(mount);
        },
        // The plain box stays until the network is back.
        () => window.addEventListener('online', attempt, { once: true, signal: gone.signal }),
      );
    void attempt();
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
  const formatCommand = useMemo(
    () => ({ ...FORMAT_COMMAND, label: language.formatCommand }),
    [language],
  );
  useScreenCommand(formatCommand, editor && hasTokens ? format : undefined);

  useImperativeHandle(
    ref,
    () => ({
      focus: (position) => {
        if (editor) editor.focus(position);
        else plain.current?.focus();
      },
      show: (position) => editor?.show(position),
      readAgain: () => editor?.readAgain(),
      editor,
      getPlainText: () => latest.current,
      setPlainText: change,
    }),
    [editor, change],
  );

  return (
    <div className={classNames('script-editor', className)}>
      <div ref={host} className="script script-editor-text">
        {!editor && (
          <textarea
            ref={plain}
            data-first-focus={isFirstFocus || undefined}
            aria-label={label}
            aria-describedby={hintId}
            placeholder={placeholder}
            value={value}
            rows={Math.max(2, value.split('\n').length)}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            onChange={({ target }) => change(target.value)}
          />
        )}
        {editor && problem && (
          <ProblemNote
            ref={note}
            problem={problem}
            paceContext={paceContext}
            language={language}
            onFix={editor.applyFix}
            onFixAll={editor.fixAll}
            onNext={editor.showNextProblem}
            onHide={onHideAdvice}
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
            {editor && <TokenBar tokens={language.tokens} onInsert={editor.insert} />}
            <div className="script-actions">
              {editor && (
                <button
                  type="button"
                  // Invisible where there is nothing to do, so that nothing beside it moves.
                  className={classNames('script-action', !canFormat && 'invisible')}
                  aria-label="Tidy up"
                  title="Tidy up: use short notation"
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
                  aria-label={language.helpLabel}
                  title="Help, examples and all keywords"
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
      {editor &&
        paste &&
        renderPaste?.(paste, {
          pasteAsText: () => {
            setPaste(undefined);
            editor.paste(paste.text);
          },
          close: () => setPaste(undefined),
        })}
      {editor && formatChange && (
        <Suspense>
          <FormatDialog
            {...formatChange}
            {...language.formatDialog}
            renderText={language.renderText}
            onFormat={() => {
              setFormatChange(undefined);
              editor.format();
            }}
            onClose={() => setFormatChange(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

const FORMAT_COMMAND = {
  id: 'format',
  also: 'format short clean',
  Icon: WandSparkles,
  shortcut: 'format',
} as const;

const HINT =
  'F8: next problem. Control and full stop: show fixes. Shift Alt F: tidy up. Control Space: complete.';
