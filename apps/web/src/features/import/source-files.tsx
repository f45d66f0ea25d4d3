import type { Format } from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { Check, CircleAlert, FileDown } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { FileReading } from './read-files.ts';

type SourceFilesProps = {
  files: readonly FileReading[];
  runs: readonly File[];
  /** Chooses other files, where the page does not offer that already. */
  onOther: (() => void) | undefined;
  onOpenRuns: (runs: readonly File[]) => void;
};

/** More would make the page slow; those without a problem are in the result all the same. */
const MAX_SHOWN = 100;

/** The files that were read, those with a problem first. */
export function SourceFiles({ files, runs, onOther, onOpenRuns }: SourceFilesProps) {
  const sorted = files.toSorted(
    (a, b) => Number(b.problem !== undefined) - Number(a.problem !== undefined),
  );
  return (
    <Card edgeToEdge aria-label="Your files">
      <header className="flex min-h-14 items-center gap-3 border-b border-line px-(--gutter) py-2 md:px-5.5">
        <h2 className="text-lg">
          {files.length === 1 ? 'Your file' : `Your ${files.length} files`}
        </h2>
        {onOther && (
          <Button size="sm" variant="quiet" className="ml-auto" onClick={onOther}>
            Choose other files
          </Button>
        )}
      </header>
      <ul className="divide-y divide-line">
        {sorted.slice(0, MAX_SHOWN).map((file, index) => (
          <li
            key={index}
            className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 px-(--gutter) py-3 text-sm md:px-5.5"
          >
            <FileIcon file={file} />
            <div>
              <b className="block font-medium wrap-anywhere">{file.name}</b>
              <span className="text-ink-2">{describe(file)}</span>
            </div>
          </li>
        ))}
      </ul>
      {files.length > MAX_SHOWN && (
        <p className="border-t border-line px-(--gutter) py-3 text-sm text-ink-2 md:px-5.5">
          And {files.length - MAX_SHOWN} more.
        </p>
      )}
      {runs.length > 0 && (
        <div className="border-t border-line px-(--gutter) py-3 md:px-5.5">
          <Button size="sm" icon={<FileDown aria-hidden />} onClick={() => onOpenRuns(runs)}>
            {runs.length === 1 ? 'Add this run' : `Add ${runs.length} runs`}
          </Button>
        </div>
      )}
    </Card>
  );
}

function FileIcon({ file }: { file: FileReading }) {
  if (file.problem !== undefined)
    return <CircleAlert aria-hidden className="mt-px size-4.5 text-danger" />;
  if (file.isRun) return <FileDown aria-hidden className="mt-px size-4.5" />;
  return <Check aria-hidden className="mt-px size-4.5 text-ok" />;
}

function describe({ format, workoutCount, isRun, problem }: FileReading): string {
  if (problem !== undefined) return problem;
  if (isRun) return 'A recording, not a workout';
  // Only FIT has schedules. In other files all workouts are of other sports.
  if (workoutCount === 0)
    return format === 'fit' ? 'FIT: dates for other files' : `${FORMATS[format]}: no runs`;
  return `${FORMATS[format]}, ${plural(workoutCount, 'workout')}`;
}

const FORMATS: Record<Format, string> = {
  fit: 'FIT',
  zip: 'Archive',
  apple: 'Apple Watch',
  zwo: 'Zwift',
  tcx: 'TCX',
  erg: 'ERG',
  json: 'JSON',
  icalendar: 'Calendar',
  table: 'Table',
  'intervals-text': 'intervals.icu',
  text: 'Text',
  unknown: 'File',
};
