import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** How many of them are done. */
export type Progress = { what: 'Files' | 'Runs' | 'Workouts'; done: number; of: number };

type WorkProgressProps = {
  progress: Progress;
  verb: string;
  /** Only the words are left. */
  isOver?: boolean;
  onStop?: (() => void) | undefined;
};

/** "12 of 300 read", as a bar and in words, with a way to stop. */
export function WorkProgress({
  progress: { what, done, of },
  verb,
  isOver = false,
  onStop,
}: WorkProgressProps) {
  return (
    <div
      className={classNames('grid gap-3 px-(--gutter) text-sm md:px-5.5', isOver ? 'py-3' : 'py-5')}
    >
      {!isOver && (
        <progress
          className="w-full accent-ink"
          max={of}
          value={done}
          aria-label={`${what} ${verb}`}
        />
      )}
      <div className="flex items-center gap-3">
        <output>
          {done} of {of} {verb}
        </output>
        {onStop && (
          <Button className="ml-auto" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
    </div>
  );
}
