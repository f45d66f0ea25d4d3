import { decodeShare, type SharedReading, type SharedWorkout } from '@pacewright/delivery';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Note } from '../../ui/note.tsx';
import { Workbench } from './workbench.tsx';

/** A workout that came in a link, or an empty page to write one on. No account, and no server. */
export function SharedWorkoutScreen() {
  const { hash } = useLocation();
  const reading = useShared(hash);
  if (!reading) return null;

  return (
    // Another link opened in this tab is another workout.
    <Workbench
      key={hash}
      start={reading.ok ? reading.workout : NOTHING}
      isShared={reading.ok && hash.length > 1}
    >
      {!reading.ok && (
        <Note kind="error" title="This workout did not arrive.">
          {reading.reason}
        </Note>
      )}
    </Workbench>
  );
}

const NOTHING: SharedWorkout = { title: '', script: '' };

/** Undefined until it is read, which takes a moment. */
function useShared(hash: string): SharedReading | undefined {
  const [read, setRead] = useState<{ hash: string; reading: SharedReading }>();
  useEffect(() => {
    let isCurrent = true;
    void decodeLink(hash).then((reading) => {
      if (isCurrent) setRead({ hash, reading });
    });
    return () => {
      isCurrent = false;
    };
  }, [hash]);
  return read?.hash === hash ? read.reading : undefined;
}

async function decodeLink(hash: string): Promise<SharedReading> {
  return hash.length > 1 ? decodeShare(hash) : { ok: true, workout: NOTHING };
}
