import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** What every control that is filled in has around it. */
export type FieldText = {
  label: ReactNode;
  /** Says what is expected. An error takes its place. */
  hint?: ReactNode;
  /** Says what is wrong, under the control. */
  error?: ReactNode;
  /** Stands at the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
};

type Linked = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldFrameProps = FieldText & {
  id: string | undefined;
  className: string | undefined;
  children: (linked: Linked) => ReactNode;
};

/** A label above a control, a hint or an error under it, linked for screen readers. */
export function FieldFrame({
  label,
  hint,
  error,
  aside,
  labelHidden = false,
  id: givenId,
  className,
  children,
}: FieldFrameProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const told = error || hint ? `${id}-told` : undefined;

  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <div
        className={classNames(
          'flex items-baseline justify-between gap-3',
          labelHidden && 'sr-only',
        )}
      >
        <label htmlFor={id} className="text-sm leading-[1.3] font-[600]">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': told })}
      {error ? (
        <p
          id={told}
          className="flex items-start gap-1.5 text-sm leading-[1.4] font-[540] text-danger"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p id={told} className="text-xs text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The box that is typed in. 16 px, or phones zoom in on focus. */
export const CONTROL =
  'min-h-(--control-h) w-full rounded-md border border-line-strong bg-surface px-3 text-[1rem] transition-[border-color] duration-(--dur-quick) ' +
  'hover:border-ink focus-visible:rounded-md focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger-line aria-invalid:inset-ring aria-invalid:inset-ring-danger-line ' +
  '[&[readonly]]:border-transparent [&[readonly]]:bg-surface-2 disabled:border-transparent disabled:bg-surface-2 disabled:text-ink-disabled';
