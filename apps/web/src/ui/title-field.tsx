import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { useTitle } from './use-title.ts';

type TitleFieldProps = {
  value: string;
  onChange: (title: string) => void;
  /** The title of the page until one is typed. */
  untitled: string;
  placeholder: string;
  error?: string | undefined;
  /** A line under it, such as whether it is saved. */
  under?: ReactNode;
  /** The id of the form that Enter submits. */
  form?: string | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
};

/** The same box for the text and its mirror, so that lines break alike. */
const TITLE =
  'col-start-1 row-start-1 min-w-0 wrap-anywhere whitespace-pre-wrap text-2xl md:text-2xl leading-tight font-bold [font-stretch:var(--wdth-display)]';

/** Gives the last line its height when it is empty. */
const ZERO_WIDTH_SPACE = '\u200b';

/** An editable page heading. It wraps and grows with its text. */
export function TitleField({
  value,
  onChange,
  untitled,
  placeholder,
  error,
  under,
  form,
  ref,
}: TitleFieldProps) {
  const id = useId();
  useTitle(value || untitled);

  return (
    <div className="min-w-0 grow">
      <h1 className="sr-only">{value || untitled}</h1>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <div className="grid">
        {/* As high as the title, so that the field is too: not every browser sizes a field by its text. */}
        <span aria-hidden className={classNames(TITLE, 'invisible')}>
          {value || placeholder}
          {ZERO_WIDTH_SPACE}
        </span>
        <textarea
          id={id}
          ref={ref}
          form={form}
          rows={1}
          className={classNames(
            TITLE,
            'w-full resize-none overflow-hidden rounded-sm bg-transparent placeholder:text-ink-3',
          )}
          placeholder={placeholder}
          value={value}
          maxLength={200}
          enterKeyHint="done"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => onChange(target.value.replaceAll(/\s*\n\s*/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
      <p className="mt-0.5 min-h-5 text-sm text-ink-2">{under}</p>
    </div>
  );
}
