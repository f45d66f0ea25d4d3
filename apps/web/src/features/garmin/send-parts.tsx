import { Suspense } from 'react';
import { useToday } from '../../days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDelivery } from './delivery-queries.ts';
import { useGarminDesk } from './garmin-desk.tsx';
import { useGarminStatus } from './garmin-queries.ts';
import type { Sendable } from './sendable.ts';
import { standingOf } from './standing.ts';
import { toneClass, ToneIcon } from './tone.tsx';

type SendButtonProps = {
  what: Sendable;
  /** The main thing to do on its screen, until it is done. */
  main?: boolean;
};

/**
 * The one button: sends what is not at Garmin, and says of the rest how it stands. Nothing where there is no
 * Garmin to send to.
 */
export function SendButton({ what, main = false }: SendButtonProps) {
  const { data: status } = useGarminStatus();
  const { delivery, isHeldUp } = useDelivery(what);
  const desk = useGarminDesk();
  const today = useToday();

  if (!status?.available) return null;
  if (!delivery)
    return (
      <Button
        variant={main ? 'primary' : 'secondary'}
        className={main ? 'max-md:grow' : undefined}
        icon={<ToneIcon tone="new" />}
        busy={desk.isSending}
        onClick={() => desk.send(what)}
      >
        Send to Garmin
      </Button>
    );
  const { tone, words, next } = standingOf(delivery, isHeldUp, today);
  return (
    <Button
      className={main ? 'max-md:grow' : undefined}
      icon={
        <span className={toneClass(tone)}>
          <ToneIcon tone={tone} />
        </span>
      }
      busy={desk.isSending}
      onClick={() => desk.show(what)}
    >
      {next ?? words}
    </Button>
  );
}

/** Most workouts make no news. */
const DeliveryNote = lazyPart(async () => (await import('./delivery-note.tsx')).DeliveryNote);

/** What the runner should know of it without asking, and what to do. */
export function SendNews({ what }: { what: Sendable }) {
  const { delivery, isHeldUp } = useDelivery(what);
  const desk = useGarminDesk();
  const today = useToday();
  if (!delivery) return null;
  const standing = standingOf(delivery, isHeldUp, today);
  if (!standing.isNews) return null;
  return (
    <Suspense>
      <DeliveryNote {...{ what, delivery, standing }} onSend={desk.send} />
    </Suspense>
  );
}
