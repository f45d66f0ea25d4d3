import type { GarminDelivery } from '@pacewright/contract';
import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { longDay } from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { useDelivery } from './delivery-queries.ts';
import { DeliverySteps } from './delivery-steps.tsx';
import type { Sendable } from './sendable.ts';
import { standingOf } from './standing.ts';
import { StandingWords } from './standing-words.tsx';

type DeliveryDialogProps = {
  what: Sendable;
  athlete: Athlete;
  onSend: (what: Sendable) => void;
  onClose: () => void;
};

/** How something stands at Garmin, in full, and everything that can be done about it. */
export function DeliveryDialog({ what, athlete, onSend, onClose }: DeliveryDialogProps) {
  const { delivery, days, isHeldUp } = useDelivery(what);
  const today = useToday();
  const standing = delivery && standingOf(delivery, isHeldUp, today);

  return (
    <Dialog
      title={`${what.title} on Garmin`}
      description={standing?.sentence ?? 'It isn’t on Garmin.'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
          <DeliverySteps {...{ what, delivery, onSend }} onDone={onClose} />
        </>
      }
    >
      {standing?.detail && <p className="text-sm text-ink-2">{standing.detail}</p>}
      {delivery?.sentAt && <Paces delivery={delivery} athlete={athlete} />}
      {days.length > 0 && (
        <ul aria-label="Days on Garmin" className="grid gap-1.5 text-sm">
          {days.map((day) => (
            <li key={day.entryId} className="flex flex-wrap justify-between gap-x-3">
              <span>{day.day && longDay(day.day, today)}</span>
              <StandingWords standing={standingOf(day, isHeldUp, today)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The paces it was sent in, beside those of now where they differ. */
function Paces({ delivery, athlete }: { delivery: GarminDelivery; athlete: Athlete }) {
  const { trainingPaces, vdot } = delivery.paces;
  const now = delivery.pacesChanged ? athlete.speeds?.trainingPaces : undefined;
  return (
    <table className="w-full text-sm">
      <caption className="pb-1.5 text-left text-ink-2">
        Paces it was sent with, {PACE_UNIT_LABELS[athlete.units]}
        {vdot !== undefined && `, VDOT ${vdot.toFixed(1)}`}
      </caption>
      {now && (
        <thead>
          <tr className="text-left text-xs text-ink-2">
            <th scope="col" className="font-[540]">
              Pace
            </th>
            <th scope="col" className="font-[540]">
              As sent
            </th>
            <th scope="col" className="font-[540]">
              Now
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {PACE_KEYS.map((key) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-[540]">
              <span className="inline-flex items-center gap-2">
                <PaceLetter letter={key} className="text-[0.6875rem]" />
                {PACE_NAMES[key]}
              </span>
            </th>
            <td className="fig">{formatRange(trainingPaces[key], athlete.units)}</td>
            {now && <td className="fig font-[640]">{formatRange(now[key], athlete.units)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
