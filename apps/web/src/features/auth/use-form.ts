import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorText, FormError } from './messages.ts';
import type { Errors } from './validation.ts';

type FormOptions<Field extends string> = {
  fields: readonly Field[];
  check: (values: Record<Field, string>) => Errors<Field>;
  /** Sends the values. Resolves with an error that it has explained itself. */
  send: (values: Record<Field, string>) => Promise<ErrorText | void>;
  /** What is shown if it fails: an error of a single field, or of the whole form. */
  explain: (error: unknown) => FormError<Field> | undefined;
  /** A failure from before, such as one that loaded the page again. */
  before?: () => ErrorText | undefined;
};

/**
 * A form that is validated, then sent once. The typed values stay, errors appear at their fields, and the focus
 * goes to the first error.
 */
export function useForm<Field extends string>({
  fields,
  check,
  send,
  explain,
  before,
}: FormOptions<Field>) {
  const [errors, setErrors] = useState<Errors<Field>>({});
  const [failure, setFailure] = useState(before);
  const [busy, setBusy] = useState(false);
  // A ref, because state would be too late for a second submit in the same tick.
  const isSubmitting = useRef(false);

  function show(form: HTMLFormElement, next: Errors<Field>): void {
    flushSync(() => setErrors(next));
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSubmitting.current) return;
    const form = event.currentTarget;
    const values = readValues(form, fields);

    const invalid = check(values);
    show(form, invalid);
    if (Object.keys(invalid).length > 0) return;

    isSubmitting.current = true;
    setBusy(true);
    setFailure(undefined);
    const error = await send(values).catch(explain);
    if (error && 'fields' in error) show(form, error.fields);
    else setFailure(error ?? undefined);
    isSubmitting.current = false;
    setBusy(false);
  }

  return { errors, failure, setFailure, busy, formProps: { noValidate: true, onSubmit: submit } };
}

function readValues<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const typed = new FormData(form);
  // Forms have no files.
  const values = fields.map((field) => [field, (typed.get(field) as string | null) ?? '']);
  return Object.fromEntries(values) as Record<Field, string>;
}
