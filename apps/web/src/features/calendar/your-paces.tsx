import { formatEnds, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { Link } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';

/** For phones, which have no strip of paces at the top. */
export function YourPaces({ paceContext: { speeds, units } }: { paceContext: PaceContext }) {
  if (!speeds) return null;
  return (
    <section aria-labelledby="your-paces" className="md:hidden">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="your-paces" className="text-lg">
          Your paces
        </h2>
        <Link to="/app/paces" className="text-sm font-medium">
          Change
        </Link>
      </div>
      <Card className="overflow-hidden">
        <p className="flex items-baseline justify-between gap-3 px-4 py-3 text-sm text-ink-2">
          {speeds.vdot === undefined ? (
            'Set by hand'
          ) : (
            <span>
              VDOT <b className="fig text-xl text-ink">{speeds.vdot.toFixed(1)}</b>
            </span>
          )}
          <span>{PACE_UNIT_LABELS[units]}</span>
        </p>
        <ul className="grid grid-cols-5 border-t border-line">
          {PACE_KEYS.map((key) => {
            const { faster, slower } = formatEnds(speeds.trainingPaces[key], units);
            return (
              <li
                key={key}
                className="grid justify-items-center gap-1 border-l border-line py-3 first:border-l-0"
              >
                <PaceLetter letter={key} className="text-xs" />
                <span className="sr-only">{PACE_NAMES[key]}</span>
                <span className="fig font-semibold">{faster}</span>
                <span className="fig text-ink-2">{slower}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
