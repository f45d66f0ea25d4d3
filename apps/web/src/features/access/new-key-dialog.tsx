import { KEY_DAYS, MAX_KEY_NAME_LENGTH, type Scope } from '@pacewright/contract';
import { type FormEvent, useId, useState } from 'react';
import { addDays } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { NewKey } from './access-queries.ts';
import { ScopeChoices } from './scope-choices.tsx';
import { withReading } from './scope-words.ts';

type NewKeyDialogProps = {
  busy: boolean;
  failure: Error | null;
  onMake: (key: NewKey) => void;
  onClose: () => void;
};

/** Asks what a key is for, what it may do, and when it ends. */
export function NewKeyDialog({ busy, failure, onMake, onClose }: NewKeyDialogProps) {
  const form = useId();
  const today = useToday();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['workouts:read', 'calendar:read']);
  const [days, setDays] = useState<NewKey['days']>(90);
  const [isChecked, setIsChecked] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (name.trim() !== '' && scopes.length > 0)
      onMake({ name, scopes: withReading(scopes), days });
  }

  return (
    <Dialog
      title="New key"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            Make the key
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {failure && (
          <Alert kind="error" title="Couldn’t make the key.">
            {failure.message}
          </Alert>
        )}
        <Field
          label="What is it for?"
          value={name}
          maxLength={MAX_KEY_NAME_LENGTH}
          placeholder="Assistant on my phone"
          autoComplete="off"
          error={isChecked && name.trim() === '' ? 'Enter what the key is for' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <ScopeChoices
          legend="It may"
          chosen={scopes}
          error={isChecked && scopes.length === 0 && 'Choose what the key may do'}
          onChange={setScopes}
        />
        <SelectField
          label="Ends"
          value={days}
          onChange={(event) =>
            setDays(KEY_DAYS.find((each) => each === Number(event.target.value)) ?? 90)
          }
        >
          {KEY_DAYS.map((each) => (
            <option key={each} value={each}>
              In {each} days, {dayAndMonth(addDays(today, each), today)}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}

function dayAndMonth(day: string, today: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  });
}
