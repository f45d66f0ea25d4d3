import { RACE_DISTANCES, type RaceResult, readRace } from '@pacewright/pace';
import type { ScriptReading } from '@pacewright/script';
import { Link } from 'react-router';

type RaceResultLineProps = {
  reading: ScriptReading;
  /** Stores the paces of a visitor. An athlete saves them in the form. */
  onUse?: ((result: RaceResult) => void) | undefined;
  className?: string;
};

/** Below the editor, as far from the edge of the card as its text. */
const IN_CARD = 'px-4 pb-3.5 text-sm md:px-5';

/** "5k 21:30" is a workout, but who writes nothing else may mean a race. */
export function RaceResultLine({ reading, onUse, className = IN_CARD }: RaceResultLineProps) {
  const result = findRace(reading);
  return (
    result && (
      <p className={className}>
        Is this a race result?{' '}
        <Link
          to={onUse ? '/try/paces' : '/app/paces'}
          state={{ result }}
          className="font-semibold"
          onClick={() => onUse?.(result)}
        >
          Use it for your paces
        </Link>
      </p>
    )
  );
}

/** A race distance and a goal, without other steps and without questions. */
function findRace({ workout, diagnostics }: ScriptReading): RaceResult | undefined {
  const [step, other] = workout.items;
  if (other || step?.kind !== 'step' || diagnostics.some(({ severity }) => severity === 'error'))
    return undefined;
  const { amount, target } = step;
  if (amount.kind !== 'distance' || target.kind !== 'goal') return undefined;
  const result = { distance: amount.metres, timeInSeconds: target.seconds };
  const isRaced = RACE_DISTANCES.some(({ metres }) => metres === result.distance);
  return isRaced && readRace(result).ok ? result : undefined;
}
