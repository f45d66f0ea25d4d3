import { readScript, resolveWorkout } from '@pacewright/script';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import type { Classic } from './classics.ts';

type ClassicsListProps = {
  paceContext: PaceContext;
  only: Classic[];
};

/** Sessions to start from, in the athlete's own paces. Opening one starts a new workout with it. */
export function ClassicsList({ paceContext, only }: ClassicsListProps) {
  return (
    <ul aria-label="Classic workouts" className="grid gap-2.5 *:min-w-0">
      {only.map((classic) => {
        const resolved = resolveWorkout(readScript(classic.script).workout, paceContext.speeds);
        return (
          <li key={classic.title}>
            <Link
              to="/app/workouts/new"
              state={{ start: classic }}
              className="flex items-center gap-4 rounded-md border border-line-strong bg-surface px-4 py-3 no-underline hover:border-ink hover:no-underline"
            >
              <MiniChart resolved={resolved} width={110} height={40} />
              <span className="min-w-0 grow">
                <span className="flex items-baseline gap-2.5">
                  <span className="truncate font-semibold">{classic.title}</span>
                  <span className="fig text-sm text-ink-2 max-md:hidden">
                    {formatMinutes(resolved.totals.time.seconds)}
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
