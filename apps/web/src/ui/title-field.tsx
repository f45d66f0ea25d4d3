import { type ReactNode, type Ref, useId } from 'react';
import { useTitle } from './use-title.ts';

type TitleFieldProps = {
  value: string;
  onChange: (title: string) => void;
  /** What the page is called until it has a title. */
  untitled: string;
  placeholder: string;
  error?: string | undefined;
  /** A line under it, such as whether it is saved. */
  under?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The heading of a page that can be typed over. */
export function TitleField({
  value,
  onChange,
  untitled,
  placeholder,
  error,
  under,
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
      <input
        id={id}
        ref={ref}
        className="w-full min-w-0 rounded-sm bg-transparent text-2xl leading-tight font-[760] text-ellipsis [font-stretch:var(--wdth-display)] placeholder:text-ink-3"
        placeholder={placeholder}
        value={value}
        maxLength={200}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
      <p className="mt-0.5 min-h-5 text-sm text-ink-2">{under}</p>
    </div>
  );
}
