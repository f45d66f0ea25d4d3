import { formatDuration, readScript, resolveWorkout } from '@pacewright/script';
import { Link } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { CLASSICS } from './classics.ts';

type ClassicsListProps = {
  athlete: Athlete;
  /** How many to show; all of them unless it is said. */
  most?: number;
  onDone?: () => void;
};

/** Sessions to start from, drawn in the athlete's own paces. Opening one makes a new workout of it. */
export function ClassicsList({ athlete, most = CLASSICS.length, onDone }: ClassicsListProps) {
  return (
    <section aria-label="Classic sessions" className="mb-5">
      <ul className="grid gap-2.5 md:grid-cols-2">
        {CLASSICS.slice(0, most).map((classic) => {
          const resolved = resolveWorkout(readScript(classic.script).workout, athlete.speeds);
          return (
            <li key={classic.title}>
              <Link
                to="/app/workouts/new"
                state={{ start: classic }}
                className="flex items-center gap-3.5 rounded-md border border-line bg-surface p-3 no-underline hover:border-line-strong hover:no-underline"
              >
                <MiniProfile resolved={resolved} width={84} height={36} />
                <span className="min-w-0 grow">
                  <span className="block truncate font-[620]">{classic.title}</span>
                  <span className="block truncate font-mono text-xs text-ink-2">
                    {classic.script}
                  </span>
                </span>
                <span className="fig text-sm">{formatDuration(resolved.totals.time.seconds)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {onDone && (
        <Card className="mt-3 flex justify-end border-0 bg-transparent">
          <Button size="sm" onClick={onDone}>
            Hide classic sessions
          </Button>
        </Card>
      )}
    </section>
  );
}
