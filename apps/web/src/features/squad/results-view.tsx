import { plural } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import { Copy, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shortDate } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { describeRep, type RunnerResult, writeResults } from './results.ts';
import type { Timing } from './stopwatch-store.ts';

type ResultsViewProps = { timing: Timing; results: readonly RunnerResult[]; onClear: () => void };

/** All times, to copy or print. */
export function ResultsView({ timing, results, onClear }: ResultsViewProps) {
  const [copy, setCopy] = useState<{ text: string; isDone: boolean }>();
  const day = useDayOf(timing);
  const text = writeResults(timing, day, results);

  async function copyTimes(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopy({ text, isDone: true });
    } catch {
      setCopy({ text, isDone: false });
    }
  }

  return (
    <section aria-label="Times" className="stopwatch-results">
      <header>
        <h3>Times</h3>
        <p>{[day, plural(results.length, 'runner')].filter(Boolean).join(', ')}</p>
        <div className="stopwatch-actions">
          <Button icon={<Copy aria-hidden />} onClick={() => void copyTimes()}>
            Copy times
          </Button>
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print times
          </Button>
          <Button variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={onClear}>
            Clear times
          </Button>
        </div>
        <output className="block text-sm empty:hidden">
          {copy?.text === text &&
            (copy.isDone
              ? 'Times copied.'
              : 'Your browser blocked copying. Select the times below and copy them.')}
        </output>
      </header>
      {results.length > 0 ? (
        <ResultsTable results={results} />
      ) : (
        <p className="text-ink-2">No times yet. Start a group, then choose a name as it passes.</p>
      )}
    </section>
  );
}

export function PrintedResults({ timing, results }: Omit<ResultsViewProps, 'onClear'>) {
  return (
    <div className="squad-print">
      <header>
        <p className="text-2xl leading-tight font-bold break-words">{titleOf(timing)}</p>
        <p className="text-sm">{useDayOf(timing)}</p>
      </header>
      <ResultsTable results={results} />
    </div>
  );
}

/** "17 Nov" */
function useDayOf({ presses: [first] }: Timing): string {
  const today = useToday();
  return first ? shortDate(first.at, today) : '';
}

/** Reps wrap, so that any number of them fits a phone and a page. */
function ResultsTable({ results }: Pick<ResultsViewProps, 'results'>) {
  return (
    <table className="stopwatch-times">
      <thead>
        <tr>
          <th scope="col">Runner</th>
          <th scope="col">Reps</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ name, reps }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <ol>
                {reps.map((each, index) => {
                  const { main, more } = describeRep(each);
                  return (
                    <li key={index}>
                      <span className="fig">
                        <span className="sr-only">Rep </span>
                        {each.rep}
                      </span>{' '}
                      <span className="fig">
                        {main && <b>{main} </b>}
                        <small>{more}</small>
                      </span>
                    </li>
                  );
                })}
              </ol>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
