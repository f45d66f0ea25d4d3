import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown on hover. */
  label: string;
  icon: ReactNode;
  /** 32 px instead of 40; both are 44 on touch screens. */
  small?: boolean;
};

export function IconButton({ label, icon, small = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classNames('icon-btn', small && 'size-8 pointer-coarse:size-11', className)}
    >
      {icon}
    </button>
  );
}
