import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-(--control-h-sm) items-center gap-2.5 text-[0.9375rem]',
        className,
      )}
    >
      <input type="checkbox" {...input} className="size-[18px] flex-none accent-action" />
      <span>{label}</span>
    </label>
  );
}
