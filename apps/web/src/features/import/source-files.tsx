import type { Format } from '@pacewright/import';
import { plural } from '@pacewright/pace';
import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileRow } from '../../ui/file-row.tsx';
import type { FileReading } from '../../workout/files/read-files.ts';

type SourceFilesProps = {
  files: readonly FileReading[];
  /** Whether the control with the focus is gone. */
  hasFocus: boolean;
  onClear: () => void;
  /** The recorded runs among the files. */
  children: ReactNode;
};

/** More would make the page slow; those without a problem are in the result all the same. */
const MAX_SHOWN = 100;

/** Each file that was read with what it is, those with a problem first, and recorded runs below. */
export function SourceFiles({ files, hasFocus, onClear, children }: SourceFilesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  const listed = files
    .filter(({ isRun }) => !isRun)
    .toSorted((a, b) => Number(b.problem !== undefined) - Number(a.problem !== undefined));
  return (
    <Card edgeToEdge aria-label="Your files" className="file-list">
      <header className="flex min-h-14 items-center gap-3 px-(--gutter) py-2 md:px-5.5">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {files.length === 1 ? 'Your file' : `Your ${files.length} files`}
        </h2>
        <Button size="sm" variant="quiet" className="ml-auto" onClick={onClear}>
          Start over
        </Button>
      </header>
      <ul className="empty:hidden">
        {listed.slice(0, MAX_SHOWN).map((file, index) => (
          <FileRow
            key={index}
            icon={
              file.problem === undefined ? (
                <Check aria-hidden className="text-ok" />
              ) : (
                <CircleAlert aria-hidden className="text-danger" />
              )
            }
            name={file.name}
            title={titleOf(file)}
          >
            <span className="text-ink-2">{file.problem ?? FORMATS[file.format]}</span>
          </FileRow>
        ))}
      </ul>
      {listed.length > MAX_SHOWN && (
        <p className="border-t border-line px-(--gutter) py-3 text-sm text-ink-2 md:px-5.5">
          And {listed.length - MAX_SHOWN} more.
        </p>
      )}
      {children}
    </Card>
  );
}

function titleOf({ format, workoutCount, problem }: FileReading): string {
  if (problem !== undefined) return 'Not added';
  if (workoutCount > 0) return plural(workoutCount, 'workout');
  // Only FIT has schedules. In other files all workouts are of other sports.
  return format === 'fit' ? 'Dates for other files' : 'No runs';
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
