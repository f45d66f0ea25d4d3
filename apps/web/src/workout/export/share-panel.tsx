import { encodeShare, type SharedWorkout } from '@pacewright/delivery';
import { titleOf } from '@pacewright/script';
import { useCallback } from 'react';
import { LinkPanel, useLink } from './link-panel.tsx';

/** A link that contains the workout. */
export function SharePanel({ workout }: { workout: SharedWorkout }) {
  const { title, script, notes } = workout;
  const encode = useCallback(() => encodeShare({ title, script, notes }), [title, script, notes]);
  const link = useLink(
    encode,
    'Your browser couldn’t create the link. Download the FIT file instead.',
  );
  return <LinkPanel path="/w" link={link} title={titleOf(workout)} noun="workout" />;
}
