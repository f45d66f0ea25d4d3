import { Timer } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import type { TrackViewProps } from './track-view.tsx';
import { TrackDialog, useTracked } from './use-tracked.ts';

type TrackButtonProps = Omit<TrackViewProps, 'onClose'> &
  Pick<ComponentProps<typeof Button>, 'className' | 'disabled' | 'wide'> & {
    /** Tells it from other workouts of the same screen. */
    id: string;
  };

/** Opens a workout in track mode. */
export function TrackButton({ id, wide, className, disabled, ...workout }: TrackButtonProps) {
  const [tracked, track] = useTracked();
  return (
    <>
      <Button
        icon={<Timer aria-hidden />}
        wide={wide}
        className={className}
        disabled={disabled}
        onClick={() => track(id)}
      >
        Track mode
      </Button>
      {tracked === id && !disabled && (
        <Suspense>
          <TrackDialog {...workout} onClose={() => track(undefined)} />
        </Suspense>
      )}
    </>
  );
}
