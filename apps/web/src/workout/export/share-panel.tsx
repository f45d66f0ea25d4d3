import { encodeShare, type ShareLink, type SharedWorkout } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { LinkPanel, useLink } from './link-panel.tsx';

/** A link that contains the workout. */
export function SharePanel({ workout }: { workout: SharedWorkout }) {
  const link = useWorkoutLink(workout);
  return (
    <div className="grid gap-4">
      <LinkPanel path="/w" link={link} title={titleOf(workout)} noun="workout" />
      {link?.ok && (
        <div className="border-t border-line pt-4">
          <Link to={`/squad#${link.fragment}`} className={buttonClass()}>
            Squad sheet
          </Link>
          <p className="mt-1.5 text-sm text-ink-2">Everyone’s lap times, from a list of runners.</p>
        </div>
      )}
    </div>
  );
}

export function useWorkoutLink({ title, script, notes }: SharedWorkout): ShareLink | undefined {
  const encode = useCallback(() => encodeShare({ title, script, notes }), [title, script, notes]);
  return useLink(encode, 'Your browser couldn’t create the link. Download the FIT file instead.');
}
