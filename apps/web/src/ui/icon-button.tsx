import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** What a screen reader says; also shown on hover. */
  label: string;
  icon: ReactNode;
  /** 32 px instead of 40; both are 44 where a finger is the pointer. */
  small?: boolean;
};

export function IconButton({ label, icon, small = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classNames(
        'inline-grid flex-none place-items-center rounded-md bg-transparent text-ink-2 hover:bg-surface-2 hover:text-ink disabled:text-ink-disabled disabled:hover:bg-transparent',
        small ? 'size-8 pointer-coarse:size-11' : 'size-(--control-h)',
        className,
      )}
    >
      {icon}
    </button>
  );
}
