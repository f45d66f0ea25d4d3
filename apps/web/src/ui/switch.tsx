import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode };

/** A setting that takes effect immediately. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-(--control-h-sm) items-center gap-2.5 text-sm',
        className,
      )}
    >
      <input
        type="checkbox"
        // A checkbox announces its state, so aria-checked is not needed.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        {...input}
        className={
          'relative h-6 w-10 flex-none cursor-pointer appearance-none rounded-full border border-line-strong bg-surface-2 transition-colors duration-(--dur-quick) focus-visible:rounded-full ' +
          "before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-line-strong before:transition-transform before:duration-(--dur-tap) before:content-[''] " +
          'checked:border-action checked:bg-action checked:before:translate-x-4 checked:before:bg-on-action ' +
          'forced-colors:before:bg-[CanvasText] forced-colors:checked:bg-[Highlight]'
        }
      />
      <span>{label}</span>
    </label>
  );
}
