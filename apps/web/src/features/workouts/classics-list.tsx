import { readScript, resolveWorkout } from '@pacewright/script';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptText } from '../../script-editor/script-text.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import type { Classic } from './classics.ts';

type ClassicsListProps = {
  athlete: Athlete;
  only: Classic[];
};

/** Sessions to start from, drawn in the athlete's own paces. Opening one starts a new workout with it. */
export function ClassicsList({ athlete, only }: ClassicsListProps) {
  return (
    <ul aria-label="Classic sessions" className="grid gap-2.5 *:min-w-0">
      {only.map((classic) => {
        const resolved = resolveWorkout(readScript(classic.script).workout, athlete.speeds);
        return (
          <li key={classic.title}>
            <Link
              to="/app/workouts/new"
              state={{ start: classic }}
              className="flex items-center gap-4 rounded-md border border-line-strong bg-surface px-4 py-3 no-underline hover:border-ink hover:no-underline"
            >
              <MiniProfile resolved={resolved} width={110} height={40} />
              <span className="min-w-0 grow">
                <span className="flex items-baseline gap-2.5">
                  <span className="truncate font-[660]">{classic.title}</span>
                  <span className="fig text-sm text-ink-2 max-md:hidden">
                    {inMinutes(resolved.totals.time.seconds)}
                  </span>
                </span>
                <span className="block text-sm leading-relaxed text-ink-2 md:truncate">
                  <ScriptText script={classic.script} />
                </span>
              </span>
              <ArrowRight aria-hidden />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
