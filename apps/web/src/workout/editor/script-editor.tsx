import { fixAll, type ScriptReading, type Span, writeScript } from '@pacewright/script';
import { type Ref, Suspense, useMemo } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { PaceContext } from '../pace-context.ts';
import type { PastedSession } from '@pacewright/import/sessions';
import { readOnce } from '../read-once.ts';
import { CodeEditor, type CodeEditorHandle } from './code-editor.tsx';
import { listDistinctAnswers } from './distinct-answers.ts';
import { ScriptText } from './script-text.tsx';
import { TOKENS } from './tokens.ts';
import type { WrittenLanguage } from './written-language.ts';

export type ScriptEditorHandle = CodeEditorHandle;

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
  /** The focus starts in it when its screen is navigated to. */
  isFirstFocus?: boolean | undefined;
  ref?: Ref<ScriptEditorHandle>;
};

const PasteDialog = lazyDialog(async () => (await import('../paste/paste-dialog.tsx')).PasteDialog);

const SCRIPT: WrittenLanguage = {
  load: async () => (await import('./code-mirror.ts')).mountEditor,
  tokens: TOKENS,
  listAnswers: ({ text, diagnostic }, paceContext) =>
    listDistinctAnswers(text, diagnostic, paceContext),
  countCertain: (text) => fixAll(text).count,
  canFormat: (text, { speeds }) => differsFromShortForm(text, readOnce(text, speeds)),
  formatDialog: {
    title: 'Tidy up the script?',
    description: 'The workout stays the same, in short notation. You can undo this.',
  },
  renderText: (text) => <ScriptText script={text} />,
  formatCommand: 'Tidy up the script',
  helpLabel: 'Script help',
};

/** The editor of a workout's script. */
export function ScriptEditor({
  label = 'Workout script',
  placeholder = 'For example, 15m E + 5x(3m I + 2m E) + 10m E',
  linked,
  onAddSession,
  ...props
}: ScriptEditorProps) {
  const spans = useMemo(() => (linked ? [linked] : []), [linked]);
  return (
    <CodeEditor
      {...props}
      language={SCRIPT}
      label={label}
      placeholder={placeholder}
      linked={spans}
      renderPaste={
        onAddSession &&
        (({ sessions }, { pasteAsText, close }) => (
          <Suspense>
            <PasteDialog
              sessions={sessions}
              description="Add each as a workout, or paste it all into this one."
              paceContext={props.paceContext}
              onAdd={onAddSession}
              other={{ label: 'Paste as text', onChoose: pasteAsText }}
              onClose={close}
            />
          </Suspense>
        ))
      }
    />
  );
}

function differsFromShortForm(text: string, { workout, diagnostics }: ScriptReading): boolean {
  if (diagnostics.some(({ severity }) => severity === 'error')) return false;
  return workout.items.length > 0 && writeScript(workout) !== text.trim();
}
