import type { GarminDelivery } from '@pacewright/contract';
import { Note } from '../../ui/note.tsx';
import { DeliverySteps } from './delivery-steps.tsx';
import type { Sendable } from './sendable.ts';
import type { Standing } from './standing.ts';
import { ToneIcon } from './tone.tsx';

type DeliveryNoteProps = {
  what: Sendable;
  delivery: GarminDelivery;
  standing: Standing;
  onSend: (what: Sendable) => void;
};

/** How a delivery stands, with the ways on, in the place it concerns. */
export function DeliveryNote({ what, delivery, standing, onSend }: DeliveryNoteProps) {
  const { tone, words, sentence, detail } = standing;
  return (
    <Note
      kind={tone === 'bad' ? 'error' : 'warning'}
      icon={<ToneIcon tone={tone} />}
      title={`${words}.`}
    >
      {sentence} {detail}
      <span className="mt-2 flex flex-wrap gap-2">
        <DeliverySteps {...{ what, delivery, onSend }} size="sm" />
      </span>
    </Note>
  );
}
