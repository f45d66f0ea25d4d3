import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { useId } from 'react';
import { SharePanel } from '../../delivery/share-panel.tsx';
import { WatchPanel } from '../../delivery/watch-panel.tsx';
import type { Athlete } from '../../script-editor/reading.ts';
import { Card } from '../../ui/card.tsx';
import { showToast } from '../../ui/toast.tsx';

type DeliveryCardsProps = {
  workout: { id: string; title: string; script: string };
  athlete: Athlete;
};

/** The ways out of the library: onto the watch, and to somebody else. */
export function DeliveryCards({ workout, athlete }: DeliveryCardsProps) {
  const id = useId();
  const { speeds = { trainingPaces: DEFAULT_TRAINING_PACES }, units } = athlete;
  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[7fr_5fr]">
      <WatchPanel
        workout={workout}
        speeds={speeds}
        units={units}
        onSaved={(fileName) => showToast.success(`${fileName} is in your downloads`)}
      />
      <Card edgeToEdge aria-labelledby={id} className="grid gap-4 p-(--gutter) md:p-6">
        <h2 id={id}>Share it</h2>
        <SharePanel workout={{ title: workout.title, script: workout.script }} />
      </Card>
    </div>
  );
}
