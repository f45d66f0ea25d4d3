import type { AthletePaces } from '@pacewright/contract';
import { formatRaceTime, raceName, plural } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { showToast } from '../../ui/toast.tsx';
import { hasRanges, type VisitorData, setImportDeclined } from '../../visitor/visitor-store.ts';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';
import { hasOwnPaces } from './has-own-paces.ts';
import { RaceDayField, useRaceDay } from './race-day-field.tsx';
import {
  hasVisitorPaces,
  importVisitorData,
  importVisitorPaces,
  type ImportResult,
} from './import-visitor-data.ts';

type ImportVisitorDataDialogProps = {
  visitorData: VisitorData;
  /** The account's paces, replaced only if the athlete says so. */
  paces: AthletePaces;
  today: string;
  onImported: () => void;
};

/** Saves the visitor's paces in an account without paces, and asks whether to import anything else. */
export function ImportVisitorDataDialog(props: ImportVisitorDataDialogProps) {
  const { visitorData, paces, today, onImported } = props;
  const call = useCall();
  const [hasFailed, setHasFailed] = useState(false);
  const isStarted = useRef(false);
  const isUnasked = hasVisitorPaces(visitorData) && !hasOwnPaces(paces) && !hasFailed;

  const saved = useEffectEvent((isDayKnown: boolean) => {
    showToast.success(
      'Your paces are saved',
      isDayKnown ? undefined : 'The race counts as today’s. You can change its day in Paces.',
    );
    onImported();
  });
  useEffect(() => {
    if (!isUnasked || isStarted.current) return;
    isStarted.current = true;
    // If it fails, the dialog asks, and says why.
    const { race } = visitorData;
    importVisitorPaces(call, today).then(
      () => saved(!race || race.racedOn !== undefined),
      () => setHasFailed(true),
    );
  }, [isUnasked, call, today, visitorData]);

  return isUnasked ? null : <Question {...props} />;
}

/** Lists the visitor's data and asks whether to import it. */
function Question({ visitorData, paces, today, onImported }: ImportVisitorDataDialogProps) {
  const call = useCall();
  // With nothing else to import, Save means the paces.
  const [isOnlyPaces] = useState(visitorData.workouts.length + visitorData.plans.length === 0);
  const [withPaces, setWithPaces] = useState(isOnlyPaces || !hasOwnPaces(paces));
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const hasPaces = hasVisitorPaces(visitorData);
  const needsDay =
    hasPaces && withPaces && visitorData.race !== undefined && !visitorData.race.racedOn;
  const day = useRaceDay(today);

  async function runImport(): Promise<void> {
    if (needsDay && !day.isValid) return day.focus();
    setIsBusy(true);
    setFailure(undefined);
    const choice = { withPaces: hasPaces && withPaces, racedOn: day.racedOn };
    try {
      showResult(await importVisitorData(choice, { call, before: paces }));
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsBusy(false);
    onImported();
  }

  return (
    <Dialog
      alert
      title="Save this to your account?"
      description="You created it on this device before you signed in."
      onClose={() => {
        if (!isBusy) decline();
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={decline}>
            Not now
          </Button>
          <Button variant="primary" data-autofocus busy={isBusy} onClick={() => void runImport()}>
            {failure ? 'Try again' : 'Save'}
          </Button>
        </>
      }
    >
      {failure && (
        <Alert kind="error" title="Not everything was saved.">
          {failure} Everything listed here is still on this device.
        </Alert>
      )}
      {hasPaces && (
        <div className="grid gap-2">
          <h3 className="text-md">Paces</h3>
          {isOnlyPaces ? (
            <p>{describePaces(visitorData)}</p>
          ) : (
            <Checkbox
              checked={withPaces}
              onChange={({ target }) => setWithPaces(target.checked)}
              label={describePaces(visitorData)}
            />
          )}
          {hasOwnPaces(paces) && (
            <p className="text-sm text-ink-2">
              Your account has {paces.vdot ? `VDOT ${paces.vdot.toFixed(1)}` : 'other paces'}.{' '}
              {withPaces ? 'These will be used instead.' : 'Nothing will change.'}
            </p>
          )}
          {needsDay && <RaceDayField {...day.field} className="max-w-52" />}
        </div>
      )}
      <Documents {...visitorData} />
    </Dialog>
  );
}

function Documents({
  plans,
  workouts,
}: Pick<ImportVisitorDataDialogProps['visitorData'], 'plans' | 'workouts'>) {
  return (
    <>
      {plans.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-md">{plural(plans.length, 'plan')}</h3>
          <ul className="rounded-md border border-line">
            {plans.map(({ title, text }) => (
              <li
                key={text}
                className="truncate border-line px-3.5 py-2 font-semibold not-first:border-t"
              >
                {title}
              </li>
            ))}
          </ul>
        </div>
      )}
      {workouts.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-md">{plural(workouts.length, 'workout')}</h3>
          <ul className="rounded-md border border-line">
            {workouts.map(({ id, title, script }) => (
              <li key={id} className="border-line px-3.5 py-2 not-first:border-t">
                <span className="block truncate font-semibold">{titleOf({ title, script })}</span>
                <span className="block truncate font-mono text-xs text-ink-2">{script}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function decline(): void {
  setImportDeclined(true);
  showToast.undo('Still on this device', () => setImportDeclined(false), 'saved');
}

function describePaces(visitorData: VisitorData): string {
  const { race, vdot } = resolveVisitorPaces(visitorData);
  if (!race || vdot === undefined) return 'The ranges you set by hand';
  const from = `${raceName(race.distance)} in ${formatRaceTime(race.timeInSeconds)}`;
  const byHand = hasRanges(visitorData.ranges) ? ', with the ranges you set by hand' : '';
  return `From ${from}: VDOT ${vdot.toFixed(1)}${byHand}`;
}

/** Shows toasts once the dialog has closed. Rejected items stay on this device, without another prompt. */
function showResult({ workouts, plans, paces, rejected }: ImportResult): void {
  if (rejected.length > 0) setImportDeclined(true);
  for (const { title, reason } of rejected)
    showToast.failure(`${title} stays on this device`, { detail: reason });
  const saved = [
    paces && 'your paces',
    plans > 0 && plural(plans, 'plan'),
    workouts > 0 && plural(workouts, 'workout'),
  ].filter(Boolean);
  if (saved.length > 0) showToast.success(`Saved to your account: ${saved.join(' and ')}`);
}
