import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** Drawn by CSS, because a native empty box ignores the theme's colours. The tick is a clipped square. */
const BOX =
  'grid size-4.5 flex-none appearance-none place-items-center rounded-sm border border-line-strong bg-surface hover:border-ink checked:border-action checked:bg-action ' +
  "before:size-3 before:scale-0 before:bg-on-action before:content-[''] before:[clip-path:polygon(14%_44%,0_65%,50%_100%,100%_16%,80%_0,43%_62%)] checked:before:scale-100 " +
  'disabled:opacity-50 forced-colors:appearance-auto forced-colors:before:hidden';

export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-(--control-h-sm) items-center gap-2.5 text-sm',
        className,
      )}
    >
      <input type="checkbox" {...input} className={BOX} />
      <span>{label}</span>
    </label>
  );
}
