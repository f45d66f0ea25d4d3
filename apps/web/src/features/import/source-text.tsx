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
    <Card edgeToEdge aria-label="Your text">
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
        {groupRows(rows.slice(0, MAX_ROWS)).map((group, index) =>
          isTableRow(group[0]) ? (
            <TextTable key={index} rows={group} questionsOf={questionsOf} />
          ) : (
            group.map((row, line) => (
              <Row
                key={`${index} ${line}`}
                {...{ row, questionsOf }}
                isSkipped={areOthersSkipped}
              />
            ))
          ),
        )}
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

function isTableRow(row: SourceRow | undefined): boolean {
  return row?.text.includes('\t') === true;
}

/** Rows of a table below each other, and the lines between tables. */
function groupRows(rows: readonly SourceRow[]): SourceRow[][] {
  const groups: SourceRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && isTableRow(group[0]) === isTableRow(row)) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

type TextTableProps = { rows: readonly SourceRow[] } & Pick<SourceTextProps, 'questionsOf'>;

/** Cells that were copied from a spreadsheet or a website, as they were there. */
function TextTable({ rows, questionsOf }: TextTableProps) {
  return (
    <table className="w-full text-sm">
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-line">
            {cellsOf(row).map((cell, column) => (
              <td
                key={column}
                className={classNames(
                  'px-1.5 py-1.5 align-top',
                  cell.parts.length === 0 && 'text-ink-2',
                )}
              >
                <Pieces row={cell} questionsOf={questionsOf} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellsOf({ text, parts }: SourceRow): SourceRow[] {
  let start = 0;
  return text.split('\t').map((cell) => {
    const [from, to] = [start, start + cell.length];
    start = to + 1;
    const own = parts
      .filter((part) => part.from < to && part.to > from)
      .map(({ workout, ...part }) => ({
        workout,
        from: Math.max(0, part.from - from),
        to: Math.min(cell.length, part.to - from),
      }));
    return { text: cell, parts: own };
  });
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
        <Pieces row={row} questionsOf={questionsOf} />
      </span>
    </p>
  );
}

/** A line with the words that questions are about. */
function Pieces({ row, questionsOf }: { row: SourceRow } & Pick<SourceTextProps, 'questionsOf'>) {
  return cutRow(row, questionsOf).map(({ text, number }, index) =>
    number === undefined ? (
      text
    ) : (
      <mark key={index} className={QUESTION}>
        {text}
        <sup className="ml-0.5 font-semibold">{number}</sup>
      </mark>
    ),
  );
}
