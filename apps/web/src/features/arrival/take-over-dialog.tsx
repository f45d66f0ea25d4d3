import type { AthletePaces } from '@pacewright/contract';
import { checkRaceDate, formatRaceTime, raceName } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import { useRef, useState } from 'react';
import { useCall } from '../../api/call-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { hasRanges, type Kept, setDeclined } from '../../visitor/kept.ts';
import { pacesOf } from '../../visitor/own-paces.ts';
import { hasOwnPaces } from './has-own-paces.ts';
import { hasKeptPaces, takeOver, type TakenOver } from './take-over.ts';

type TakeOverDialogProps = {
  kept: Kept;
  /** The account's own, which nothing replaces unasked. */
  paces: AthletePaces;
  today: string;
  onTaken: () => void;
};

/** Asks whether what was made here before signing in comes along, and shows what that is. */
export function TakeOverDialog({ kept, paces, today, onTaken }: TakeOverDialogProps) {
  const call = useCall();
  // Without anything else to take along, yes means the paces.
  const [isOnlyPaces] = useState(kept.workouts.length === 0);
  const [withPaces, setWithPaces] = useState(isOnlyPaces || !hasOwnPaces(paces));
  const [racedOn, setRacedOn] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const day = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const hasPaces = hasKeptPaces(kept);
  const needsDay = hasPaces && withPaces && kept.race !== undefined && !kept.race.racedOn;
  const wrongDay = needsDay ? checkRaceDate(racedOn, today) : undefined;

  async function take(): Promise<void> {
    setIsAsked(true);
    if (wrongDay) return day.current?.focus();
    setIsBusy(true);
    setFailure(undefined);
    const choice = { withPaces: hasPaces && withPaces, racedOn };
    try {
      tell(await takeOver(choice, { call, before: paces }));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setIsBusy(false);
    onTaken();
  }

  return (
    <Dialog
      alert
      title="Save this to your account?"
      description="You made it on this device before you signed in."
      onClose={() => {
        if (!isBusy) leave();
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={leave}>
            Not now
          </Button>
          <Button variant="primary" data-autofocus busy={isBusy} onClick={() => void take()}>
            {failure ? 'Try again' : 'Save'}
          </Button>
        </>
      }
    >
      {failure && (
        <Note kind="error" title="Not everything was saved.">
          {failure} Nothing is lost: everything listed here is still on this device.
        </Note>
      )}
      {hasPaces && (
        <div className="grid gap-2">
          <h3 className="text-base">Paces</h3>
          {isOnlyPaces ? (
            <p>{describePaces(kept)}</p>
          ) : (
            <Checkbox
              checked={withPaces}
              onChange={({ target }) => setWithPaces(target.checked)}
              label={describePaces(kept)}
            />
          )}
          {hasOwnPaces(paces) && (
            <p className="text-sm text-ink-2">
              Your account has {paces.vdot ? `VDOT ${paces.vdot.toFixed(1)}` : 'its own paces'}.{' '}
              {withPaces ? 'These replace it.' : 'It won’t change.'}
            </p>
          )}
          {needsDay && (
            <Field
              label="Day of the race"
              type="date"
              max={today}
              value={racedOn}
              error={racedOn || isAsked ? wrongDay : undefined}
              ref={day}
              onChange={({ target }) => setRacedOn(target.value)}
              className="max-w-52"
              inputClassName="fig"
            />
          )}
        </div>
      )}
      {kept.workouts.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-base">{countWorkouts(kept.workouts.length)}</h3>
          <ul className="rounded-md border border-line">
            {kept.workouts.map(({ id, title, script }) => (
              <li key={id} className="border-line px-3.5 py-2 not-first:border-t">
                <span className="block truncate font-[620]">{titleOf({ title, script })}</span>
                <span className="block truncate font-mono text-xs text-ink-2">{script}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function leave(): void {
  setDeclined(true);
  showToast.undo('Still on this device', () => setDeclined(false), 'saved');
}

function describePaces(kept: Kept): string {
  const { race, vdot } = pacesOf(kept);
  if (!race || vdot === undefined) return 'The ranges you set by hand';
  const from = `${raceName(race.distance)} in ${formatRaceTime(race.timeInSeconds)}`;
  const byHand = hasRanges(kept.ranges) ? ', with the ranges you set by hand' : '';
  return `From ${from}: VDOT ${vdot.toFixed(1)}${byHand}`;
}

/** Said after the dialog is gone. What was refused stays here and is not asked about again. */
function tell({ workouts, paces, refusals }: TakenOver): void {
  if (refusals.length > 0) setDeclined(true);
  for (const { title, reason } of refusals)
    showToast.failure(`${title} stays on this device`, { detail: reason });
  const news = [paces && 'your paces', workouts > 0 && countWorkouts(workouts)].filter(Boolean);
  if (news.length > 0) showToast.success(`Saved to your account: ${news.join(' and ')}`);
}

function countWorkouts(count: number): string {
  return count === 1 ? '1 workout' : `${count} workouts`;
}
