import type { AthletePaces, PacesToSave } from '@pacewright/contract';
import { type RaceResult, readRace } from '@pacewright/pace';
import { useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { RaceInput } from '../../visitor/race-input.tsx';
import { RaceDayField, useRaceDay } from './race-day-field.tsx';

type FirstRaceProps = {
  paces: AthletePaces;
  today: string;
  onRace: (paces: PacesToSave) => Promise<unknown>;
  /** Called when it is saved or skipped. */
  onPassed: () => void;
};

/** The only question to a new athlete without paces. */
export function FirstRace({ paces, today, onRace, onPassed }: FirstRaceProps) {
  const [race, setRace] = useState<RaceResult>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const reading = race && readRace(race);
  const time = useRef<HTMLInputElement>(null);
  const day = useRaceDay(today);

  async function save(): Promise<void> {
    setIsSubmitted(true);
    if (!race || !reading?.ok) return time.current?.focus();
    if (!day.isValid) return day.focus();
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { vdot, trainingPaces } = reading;
      const { paceUnits } = paces;
      const { racedOn } = day;
      await onRace({ trainingPaces, vdot, paceUnits, race: { ...race, racedOn } });
      onPassed();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsBusy(false);
  }

  return (
    <Card edgeToEdge aria-label="Getting started" className="px-(--gutter) py-6 md:p-8">
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div>
          <h2 className="text-2xl font-bold [font-stretch:var(--wdth-display)]">
            What have you raced lately?
          </h2>
          <p className="mt-2 max-w-[60ch] text-ink-2">
            One result gives you five training paces. No race? Start with typical ranges and change
            them any time.
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
          <RaceInput
            race={undefined}
            onRace={setRace}
            missing={isSubmitted ? 'Enter your finish time, or start without a race' : undefined}
            timeRef={time}
            byHand="/app/paces"
          />
          <div className="flex items-start gap-x-2 sm:gap-x-3">
            <span aria-hidden className="flex min-h-(--control-h) items-center font-medium">
              on
            </span>
            <RaceDayField {...day.field} labelHidden className="w-44" />
          </div>
          <p aria-live="polite" className="flex min-h-(--control-h) items-center">
            {reading?.ok && (
              <span>
                VDOT <b className="fig text-lg">{reading.vdot.toFixed(1)}</b>
              </span>
            )}
          </p>
        </div>
        {failure && (
          <Alert kind="error" title="Not saved.">
            {failure}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={isBusy}>
            Use this race
          </Button>
          <Button disabled={isBusy} onClick={onPassed}>
            I haven’t raced
          </Button>
        </div>
      </form>
    </Card>
  );
}
