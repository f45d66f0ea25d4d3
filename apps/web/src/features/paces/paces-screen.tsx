import type { AthletePaces, NewRace, PacesToSave } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey, raceName } from '@pacewright/pace';
import { Printer } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { showOutcome, useAction } from '../../ui/use-action.ts';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { formatDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { type PacesDraft, readDraft, startDraft } from './paces-draft.ts';
import { PacesPanels, type Visited } from './paces-panels.tsx';
import {
  type ListedRace,
  useAddRace,
  useDeleteRace,
  usePaces,
  useRaces,
  useSavePaces,
} from './paces-queries.ts';
import { PrintedPaces } from './printed-paces.tsx';
import { type RaceField, raceFormOf } from './race-form.ts';
import { RacesCard } from './races-card.tsx';

export function PacesScreen() {
  const saved = usePaces();
  const today = useToday();
  // Undefined without changes, so that changes from another device appear.
  const { state } = useLocation();
  const [changed, setChanged] = useState(() => startWithResult(saved, state));
  // Else a reload would bring it back.
  useEffect(() => history.replaceState({ ...history.state, usr: null }, ''), []);
  const [visited, setVisited] = useState<Visited>(new Set());
  const form = useRef<HTMLFormElement>(null);

  function start(): void {
    setChanged(undefined);
    setVisited(new Set());
    requestAnimationFrame(focusTop);
  }

  const draft = changed ?? startDraft(saved);
  const reading = readDraft(draft, saved, today);
  const saving = useSave(saved, start);
  const races = useRaces().data ?? [];
  const removeRace = useRemoveRace(saved);

  function visit(field: RaceField | PaceKey): void {
    setVisited((before) => new Set([...before, field]));
  }

  function discard(): void {
    start();
    saving.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!reading.isChanged) return;
    if (reading.toSave) return saving.save(reading.toSave);
    setVisited(new Set([...RACE_FIELDS, ...PACE_KEYS]));
    // The fields get aria-invalid with the next render.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    );
  }

  function use(used: NewRace): void {
    setChanged({ ...draft, raceForm: raceFormOf(used) });
    const heading = document.getElementById('race');
    heading?.focus();
    heading?.scrollIntoView({ block: 'center' });
  }

  return (
    <div className={reading.isChanged ? 'max-md:pb-17' : undefined}>
      <form ref={form} noValidate onSubmit={submit}>
        <PageHeading
          title="Paces"
          under={
            <span className="max-md:hidden">One race in, five ranges out. Change any of them.</span>
          }
          actions={
            <Actions isChanged={reading.isChanged} isBusy={saving.isBusy} onDiscard={discard} />
          }
        />
        {saving.error && (
          <Alert kind="error" title="Not saved." className="mb-4">
            {saving.error.message} What you entered is still here.
          </Alert>
        )}
        <PacesPanels
          draft={draft}
          reading={reading}
          visited={visited}
          today={today}
          races={races}
          onChange={setChanged}
          onVisit={visit}
          methodLink={<Link to="/app/paces/method">The formulae, and where others differ</Link>}
        />
        {reading.isChanged && <PhoneActions isBusy={saving.isBusy} onDiscard={discard} />}
      </form>
      <RacesCard
        today={today}
        onUse={use}
        onDelete={(removed) => void removeRace(removed)}
        className="mt-4 md:mt-6"
      />
      <PrintSheet>
        {() => (
          // Invalid changes are not printed.
          <PrintedPaces paces={reading.toSave ?? saved} units={draft.paceUnits} />
        )}
      </PrintSheet>
      <UnsavedChanges
        when={reading.isChanged}
        isSaving={saving.isBusy}
        description="Your paces won’t change."
        stay="Keep editing"
      />
    </div>
  );
}

const WITH_RESULT = z.object({
  result: z.object({ distance: z.number(), timeInSeconds: z.number() }),
});

/** The form with a result that another screen has found. */
function startWithResult(saved: AthletePaces, state: unknown): PacesDraft | undefined {
  const result = z.safeParse(WITH_RESULT, state).data?.result;
  return result && { ...startDraft(saved), raceForm: raceFormOf({ ...result, racedOn: '' }) };
}

/** The pressed button may be gone. */
function focusTop(): void {
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

type ActionsProps = { isChanged: boolean; isBusy: boolean; onDiscard: () => void };

function Actions({ isChanged, isBusy, onDiscard }: ActionsProps) {
  return (
    <>
      <IconButton
        label="Print your paces"
        icon={<Printer aria-hidden />}
        onClick={() => window.print()}
        className="md:hidden"
      />
      {isChanged && (
        <div className="flex items-center gap-3 max-md:hidden">
          <span className="text-sm text-ink-2">Unsaved changes</span>
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
      <SaveButton type="submit" busy={isBusy} isOffered={isChanged} className="max-md:hidden">
        Save paces
      </SaveButton>
    </>
  );
}

function PhoneActions({ isBusy, onDiscard }: Omit<ActionsProps, 'isChanged'>) {
  return (
    <SaveBar>
      <Button variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        Save paces
      </Button>
    </SaveBar>
  );
}

const RACE_FIELDS: RaceField[] = ['distance', 'time', 'racedOn'];

/** Saves, with Undo in the toast. */
function useSave(saved: AthletePaces, onSaved: () => void) {
  const mutation = useSavePaces();
  // Separate, so that a failed undo is not shown as a failed save of the form.
  const undoing = useSavePaces();
  const deleteRace = useDeleteRace();
  const races = useRaces().data;

  async function save(toSave: PacesToSave): Promise<void> {
    if (mutation.isPending) return;
    const now = await mutation.mutateAsync(toSave);
    onSaved();
    // Undo also deletes a race that this save created.
    const isNew = races && now.race && races.every(({ id }) => id !== now.race?.id);
    const added = isNew ? now.race?.id : undefined;
    showOutcome({ title: 'Paces saved', undo: () => undo(saved, added) });
  }

  async function undo(before: AthletePaces, added: string | undefined): Promise<void> {
    await undoing.mutateAsync(before);
    if (added) await deleteRace.mutateAsync(added);
  }

  return {
    // The screen shows the failure from `error`.
    save: (toSave: PacesToSave) => void save(toSave).catch(() => undefined),
    isBusy: mutation.isPending,
    error: mutation.error,
    reset: () => mutation.reset(),
  };
}

/** Removes a race, with Undo in the toast. */
function useRemoveRace(saved: AthletePaces) {
  const remove = useDeleteRace();
  const add = useAddRace();
  const savePaces = useSavePaces();

  const { run } = useAction();

  function restore({ setsPaces, ...race }: ListedRace): Promise<unknown> {
    return setsPaces ? savePaces.mutateAsync({ ...saved, race }) : add.mutateAsync(race);
  }

  return async (race: ListedRace): Promise<void> => {
    const name = `${raceName(race.distance)} on ${formatDay(race.racedOn)}`;
    await run({
      run: () => remove.mutateAsync(race.id),
      done: () => ({ title: `${name} removed`, isRemoval: true, undo: () => restore(race) }),
      failed: `Couldn’t remove ${name}`,
    });
  };
}
