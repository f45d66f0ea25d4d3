import { RACE_REFUSALS } from '@pacewright/pace';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useAddRace } from './paces-queries.ts';
import { RaceFields } from './race-fields.tsx';
import { emptyRaceForm, type RaceField, readRaceForm } from './race-form.ts';

/** Keeps a race without touching the paces. */
export function AddRaceDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const [form, setForm] = useState(emptyRaceForm);
  const [visited, setVisited] = useState<ReadonlySet<RaceField>>(new Set());
  const add = useAddRace();
  const reading = readRaceForm(form, today);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (add.isPending) return;
    if (reading.kind === 'read') add.mutate(reading.race, { onSuccess: onClose });
    else setVisited(new Set(['distance', 'time', 'racedOn']));
  }

  return (
    <Dialog
      title="Add a race"
      description="Adds it to your races. Your paces won’t change."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="add-race" variant="primary" busy={add.isPending}>
            Add race
          </Button>
        </>
      }
    >
      <form id="add-race" noValidate onSubmit={submit} className="grid gap-4">
        <RaceFields
          {...{ form, visited, today }}
          reading={
            reading.kind === 'empty'
              ? {
                  kind: 'refused',
                  field: 'time',
                  message: RACE_REFUSALS.time_invalid,
                  choices: [],
                }
              : reading
          }
          onChange={setForm}
          onVisit={(field) => setVisited((before) => new Set([...before, field]))}
        />
        {reading.kind === 'read' && (
          <p className="text-sm text-ink-2">
            VDOT <b className="fig text-ink">{reading.reading.vdot.toFixed(1)}</b>
          </p>
        )}
        {add.error && (
          <Alert kind="error" title="Not added.">
            {add.error.message}
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
