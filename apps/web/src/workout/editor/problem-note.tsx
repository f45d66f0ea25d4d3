import type { Fix } from '@pacewright/script';
import { CircleAlert, CircleQuestionMark, Lightbulb } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { formatKeycaps, SHORTCUTS } from '../../platform/shortcuts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { PaceContext } from '../pace-context.ts';
import { useReading } from '../use-reading.ts';
import { answerAll } from './alike-questions.ts';
import type { ActiveProblem } from './code-mirror.ts';
import type { DistinctAnswer } from './distinct-answers.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import type { WrittenLanguage } from './written-language.ts';

type ProblemNoteProps = {
  problem: ActiveProblem;
  paceContext: PaceContext;
  language: Pick<WrittenLanguage, 'listAnswers' | 'countCertain'>;
  onFix: (fix: Fix, problem: ActiveProblem) => void;
  onFixAll: () => void;
  onNext: () => void;
  /** Hides all advice of this kind. */
  onHide?: ((code: string) => void) | undefined;
  /** Returns to the text. */
  onClose: () => void;
  ref: Ref<HTMLFieldSetElement>;
};

/** A mistake, a question or advice, shown below its line, with buttons that answer it. */
export function ProblemNote({
  problem,
  paceContext,
  language: { listAnswers, countCertain },
  onFix,
  onFixAll,
  onNext,
  onHide,
  onClose,
  ref,
}: ProblemNoteProps) {
  const { diagnostic, line, text, count, alike } = problem;
  const isMistake = diagnostic.severity === 'error';
  const [first, rest] = splitSentence(diagnostic.message);
  const answers = useMemo(
    () => listAnswers(problem, paceContext),
    [listAnswers, problem, paceContext],
  );
  // Fixing a whole text takes as long as reading it several times, so it waits for a pause.
  const checked = useDebouncedValue(text);
  const readCertain = useReading(countCertain);
  const certain = useMemo(() => readCertain(checked), [readCertain, checked]);
  const canHide = onHide !== undefined && !isMistake;
  // The rest of another problem is hidden again.
  const [expanded, setExpanded] = useState<ActiveProblem>();
  const isShort = answers.length > MAX_PHONE_ANSWERS && expanded !== problem;
  const [answeredAlike, setAnsweredAlike] = useState<ActiveProblem>();
  const isForAlike = answeredAlike === problem;
  const firstHidden = useRef<HTMLButtonElement>(null);
  const Icon = !isMistake ? Lightbulb : answers.length > 1 ? CircleQuestionMark : CircleAlert;

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  }

  const keys = { onMouseDown: keepFocus, onKeyDown: closeOnEscape };

  function showRest({ currentTarget }: MouseEvent) {
    const hasFocus = document.activeElement === currentTarget;
    flushSync(() => setExpanded(problem));
    // The button is gone now, and the focus with it. A tap left the focus in the text.
    if (hasFocus) firstHidden.current?.focus();
  }

  return (
    <fieldset
      ref={ref}
      aria-label={`${isMistake ? 'Problem' : 'Suggestion'} on line ${line}`}
      className={classNames('script-problem', !isMistake && 'is-advice')}
    >
      <Icon aria-hidden className="script-problem-icon" />
      <p>
        <b>
          <CodeText text={first} piece={text.slice(diagnostic.from, diagnostic.to)} />
        </b>{' '}
        {rest}
      </p>
      {(answers.length > 0 || certain > 1 || count > 1 || canHide) && (
        <div className={classNames('script-problem-fixes', isShort && 'is-short')}>
          {answers.map((answer, index) => (
            <Button
              key={answer.label}
              ref={index === MAX_PHONE_ANSWERS ? firstHidden : undefined}
              size="sm"
              variant={index === 0 ? 'primary' : 'secondary'}
              className={index < MAX_PHONE_ANSWERS ? undefined : 'script-further-answer'}
              {...keys}
              onClick={() => onFix(isForAlike ? answerAll(alike, answer) : answer, problem)}
            >
              <AnswerLabel {...answer} />
            </Button>
          ))}
          {isShort && (
            <Button size="sm" className="script-more-answers" {...keys} onClick={showRest}>
              More options
            </Button>
          )}
          {isMistake && answers.length > 0 && alike.length > 1 && (
            <Checkbox
              label={`Apply to ${alike.length - 1} more`}
              checked={isForAlike}
              {...keys}
              onChange={({ target }) => setAnsweredAlike(target.checked ? problem : undefined)}
            />
          )}
          <FurtherActions
            {...{ problem, certain, onFixAll, onNext, keys }}
            onHide={canHide ? onHide : undefined}
          />
          {answers.length > 0 && <FixKeys />}
        </div>
      )}
    </fieldset>
  );
}

type FurtherActionsProps = Pick<ProblemNoteProps, 'problem' | 'onFixAll' | 'onNext' | 'onHide'> & {
  /** Problems of the whole text with one certain fix. */
  certain: number;
  keys: Pick<ComponentProps<typeof Button>, 'onMouseDown' | 'onKeyDown'>;
};

/** What can be done besides answering. */
function FurtherActions({ problem, certain, onFixAll, onNext, onHide, keys }: FurtherActionsProps) {
  const { position, count } = problem;
  return (
    <>
      {certain > 1 && (
        <Button size="sm" {...keys} onClick={onFixAll}>
          Fix all {certain}
        </Button>
      )}
      {onHide && (
        <Button size="sm" {...keys} onClick={() => onHide(problem.diagnostic.code)}>
          Hide this suggestion
        </Button>
      )}
      {count > 1 && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`${position}/${count} Next problem`}
          {...keys}
          onClick={onNext}
        >
          <span className="fig">
            {position}/{count}
          </span>{' '}
          Next
        </Button>
      )}
    </>
  );
}

function FixKeys() {
  return (
    <span aria-hidden className="script-problem-keys">
      {formatKeycaps(FIX_KEYS)
        .flat()
        .map(({ cap }) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
    </span>
  );
}

/** Answers on a phone before the others are asked for: more of them would fill the screen. */
const MAX_PHONE_ANSWERS = 3;

/** Without the focus in the text the page would move, and the button with it. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** "Change to 400mtr", with the script in its own font, and what comes of it. */
function AnswerLabel({ label, edits, result }: DistinctAnswer) {
  const piece = edits.length === 1 ? (edits[0]?.insert.trim() ?? '') : '';
  const start = piece !== '' && label.endsWith(` ${piece}`) ? label.length - piece.length : -1;
  return (
    <span>
      {start === -1 ? (
        label
      ) : (
        <>
          {label.slice(0, start)}
          <span className="mono">{piece}</span>
        </>
      )}
      {result !== undefined && <span className="script-answer-result">, {result}</span>}
    </span>
  );
}

/** A message that may start with the piece of script it is about. */
function CodeText({ text, piece }: { text: string; piece: string }) {
  if (piece === '' || !text.startsWith(`${piece} `)) return text;
  return (
    <>
      <span className="mono">{piece}</span>
      {text.slice(piece.length)}
    </>
  );
}

const [FIX_KEYS] = SHORTCUTS.fix.keys;

/** The statement and the question after it. */
function splitSentence(message: string): [string, string] {
  const end = message.indexOf('. ');
  return end === -1 ? [message, ''] : [message.slice(0, end + 1), message.slice(end + 2)];
}
