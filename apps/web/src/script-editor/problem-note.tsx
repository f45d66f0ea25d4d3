import type { Fix } from '@pacewright/script';
import { CircleAlert, Lightbulb } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { capsOf, SHORTCUTS } from '../shortcuts/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import type { OpenProblem } from './code-mirror.ts';

type ProblemNoteProps = {
  problem: OpenProblem;
  onFix: (fix: Fix) => void;
  /** Back to the text. */
  onLeave: () => void;
  ref: Ref<HTMLFieldSetElement>;
};

/** What is wrong on a line, below that line, with buttons that fix it. */
export function ProblemNote({ problem, onFix, onLeave, ref }: ProblemNoteProps) {
  const { diagnostic, line } = problem;
  const isMistake = diagnostic.severity === 'error';
  const [first, rest] = splitSentence(diagnostic.message);
  const Icon = isMistake ? CircleAlert : Lightbulb;

  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onLeave();
  }

  return (
    <fieldset
      ref={ref}
      aria-label={`${isMistake ? 'Problem' : 'Advice'} in line ${line}`}
      className={classNames('script-problem', !isMistake && 'is-advice')}
    >
      <Icon aria-hidden className="script-problem-icon" />
      <p>
        <b>
          <Words text={first} />
        </b>{' '}
        {rest}
      </p>
      {diagnostic.fixes.length > 0 && (
        <div className="script-problem-fixes">
          {diagnostic.fixes.map((fix, index) => (
            <Button
              key={fix.label}
              size="sm"
              variant={index === 0 ? 'primary' : 'secondary'}
              // The text keeps the focus. Without it the page would move, and the button from under the finger.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onFix(fix)}
              onKeyDown={leave}
            >
              <Label text={fix.label} />
            </Button>
          ))}
          <span aria-hidden className="script-problem-keys">
            {capsOf(FIX_KEYS)
              .flat()
              .map(({ cap }) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
          </span>
        </div>
      )}
    </fieldset>
  );
}

/** "Change to 400mtr": the piece of script as script. */
function Label({ text }: { text: string }) {
  const [, verb, piece] = /^(Change to|Insert|Add) (.+)$/.exec(text) ?? [];
  if (verb === undefined) return text;
  return (
    <span>
      {verb} <span className="mono">{piece}</span>
    </span>
  );
}

/** A message often starts with the piece of script it is about. */
function Words({ text }: { text: string }) {
  const [, piece, rest] = /^(\d\S*)( .*)$/.exec(text) ?? [];
  if (piece === undefined) return text;
  return (
    <>
      <span className="mono">{piece}</span>
      {rest}
    </>
  );
}

const [FIX_KEYS] = SHORTCUTS.fix.keys;

/** The news, and what to ask about it. */
function splitSentence(message: string): [string, string] {
  const end = message.indexOf('. ');
  return end === -1 ? [message, ''] : [message.slice(0, end + 1), message.slice(end + 2)];
}
