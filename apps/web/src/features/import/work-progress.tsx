import { Button } from '../../ui/button.tsx';

/** How many of them are done. */
export type Progress = { what: 'Files' | 'Workouts'; done: number; of: number };

type WorkProgressProps = { progress: Progress; verb: string; onStop: () => void };

/** "12 of 300 read", as a bar and in words, with a way to stop. */
export function WorkProgress({ progress: { what, done, of }, verb, onStop }: WorkProgressProps) {
  return (
    <div className="grid gap-3 px-(--gutter) py-5 text-sm md:px-5.5">
      <progress
        className="w-full accent-ink"
        max={of}
        value={done}
        aria-label={`${what} ${verb}`}
      />
      <div className="flex items-center gap-3">
        <output>
          {done} of {of} {verb}
        </output>
        <Button className="ml-auto" onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  );
}
