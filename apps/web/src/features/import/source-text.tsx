import { Check, CircleQuestionMark } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { cutRow, type SourceRow } from './mark-source.ts';

/** A question with its number on the screen, and the words of the script that it is about. */
type NumberedQuestion = { number: number; phrase: string };

type SourceTextProps = {
  rows: readonly SourceRow[];
  /** Other lines are in no workout. */
  areOthersSkipped: boolean;
  /** The open questions of a workout. */
  questionsOf: (workout: number) => readonly NumberedQuestion[];
  onChange: () => void;
};

/** A long text would make the page slow. */
const MAX_ROWS = 300;

/** The pasted text, with a mark at each line that became a workout, and its questions in place. */
export function SourceText({ rows, areOthersSkipped, questionsOf, onChange }: SourceTextProps) {
  const hasQuestions = rows.some(({ parts }) =>
    parts.some(({ workout }) => questionsOf(workout).length > 0),
  );
  return (
    <Card edgeToEdge aria-label="Your text" className="lg:sticky lg:top-5">
      <header className="flex min-h-14 items-center gap-3 border-b border-line px-(--gutter) py-2 md:px-5.5">
        <h2 className="text-lg">Your text</h2>
        <Button size="sm" variant="quiet" className="ml-auto" onClick={onChange}>
          Edit text
        </Button>
      </header>
      <section
        // A long text scrolls beside the result; the keyboard can scroll it, too.
        aria-label="Pasted text"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="grid max-h-[76dvh] gap-1.5 overflow-y-auto px-(--gutter) py-4 md:px-5.5"
      >
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          <Row key={index} {...{ row, questionsOf }} isSkipped={areOthersSkipped} />
        ))}
        {rows.length > MAX_ROWS && (
          <p className="text-sm text-ink-2">And {rows.length - MAX_ROWS} more lines.</p>
        )}
      </section>
      <ul
        aria-label="Legend"
        className="flex flex-wrap gap-x-5 gap-y-1.5 border-t border-line px-(--gutter) py-3 text-sm text-ink-2 md:px-5.5"
      >
        <li className="flex items-center gap-1.5">
          <Check aria-hidden className="size-4 text-ok" /> understood
        </li>
        {hasQuestions && (
          <li>
            <span className={QUESTION}>question</span>
          </li>
        )}
        {areOthersSkipped && rows.some(isOther) && (
          <li>
            <span className={SKIPPED}>skipped</span>
          </li>
        )}
      </ul>
    </Card>
  );
}

const QUESTION = 'border-b border-warn-line bg-warn-soft text-ink';
const SKIPPED = 'rounded-sm bg-surface-2 px-1 text-ink';

function isOther({ text, parts }: SourceRow): boolean {
  return parts.length === 0 && text.trim() !== '';
}

type RowProps = { row: SourceRow; isSkipped: boolean } & Pick<SourceTextProps, 'questionsOf'>;

function Row({ row, isSkipped, questionsOf }: RowProps) {
  const asks = row.parts.some(({ workout }) => questionsOf(workout).length > 0);
  return (
    <p className="grid min-h-4 grid-cols-[24px_minmax(0,1fr)] gap-x-2 break-words">
      <span className="pt-1">
        {row.parts.length > 0 &&
          (asks ? (
            <>
              <CircleQuestionMark aria-hidden className="size-4 text-warn" />
              <span className="sr-only">Question:</span>
            </>
          ) : (
            <>
              <Check aria-hidden className="size-4 text-ok" />
              <span className="sr-only">Understood:</span>
            </>
          ))}
      </span>
      <span
        className={classNames(
          'whitespace-pre-wrap',
          isSkipped && isOther(row) && `${SKIPPED} justify-self-start`,
        )}
      >
        {cutRow(row, questionsOf).map(({ text, number }, index) =>
          number === undefined ? (
            text
          ) : (
            <mark key={index} className={QUESTION}>
              {text}
              <sup className="ml-0.5 font-semibold">{number}</sup>
            </mark>
          ),
        )}
      </span>
    </p>
  );
}
