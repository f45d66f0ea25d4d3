import type { CalendarEntry } from '@pacewright/contract';
import { Button } from '../../ui/button.tsx';
import { nameOption } from './entry-option.ts';
import type { EntryActions } from './use-entry-actions.ts';

type DayOptionsProps = { entry: CalendarEntry; actions: EntryActions };

/** A16. The other options of a day, each of which can be chosen instead. */
export function DayOptions({ entry, actions }: DayOptionsProps) {
  const { own, done } = entry;
  if (done || !own || own.alternatives.length === 0) return null;
  return (
    <ul aria-label="Alternatives" className="mt-3.5 flex flex-wrap gap-2">
      {own.alternatives.map((option, index) => (
        // Options may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="max-w-full">
          <Button
            size="sm"
            className="max-w-full"
            onClick={() => void actions.choose(entry, option)}
          >
            <span className="truncate">Switch to {nameOption(option)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
