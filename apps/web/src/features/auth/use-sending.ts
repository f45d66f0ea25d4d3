import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Errors } from './checks.ts';

type Sending<Field extends string> = {
  fields: readonly Field[];
  check: (values: Record<Field, string>) => Errors<Field>;
  /** Sends the values. Returns what is to be said beside the fields when it fails. */
  send: (values: Record<Field, string>) => Promise<Errors<Field> | undefined>;
};

/**
 * A form that is checked, then sent once. What was typed stays; errors stand beside their fields and the
 * focus goes to the first.
 */
export function useSending<Field extends string>({ fields, check, send }: Sending<Field>) {
  const [errors, setErrors] = useState<Errors<Field>>({});
  const [busy, setBusy] = useState(false);
  // State is too late for a second submit in the same moment.
  const underWay = useRef(false);

  function show(form: HTMLFormElement, next: Errors<Field>): void {
    flushSync(() => setErrors(next));
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (underWay.current) return;
    const form = event.currentTarget;
    const values = readValues(form, fields);

    const wrong = check(values);
    show(form, wrong);
    if (Object.keys(wrong).length > 0) return;

    underWay.current = true;
    setBusy(true);
    await send(values)
      .then((failed) => show(form, failed ?? {}))
      .finally(() => {
        underWay.current = false;
        setBusy(false);
      });
  }

  return { errors, busy, formProps: { noValidate: true, onSubmit: submit } };
}

function readValues<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const data = new FormData(form);
  const entries = fields.map((field) => {
    const value = data.get(field);
    return [field, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(entries) as Record<Field, string>;
}
