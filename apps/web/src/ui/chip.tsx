import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type ChipProps = Omit<ComponentProps<'button'>, 'type' | 'aria-pressed'> & {
  pressed: boolean;
  icon?: ReactNode;
};

/** A filter that can be on or off. */
export function Chip({ pressed, icon, className, children, ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={classNames(
        'inline-flex min-h-(--control-h) flex-none items-center gap-2 rounded-md border px-3 text-sm [&>.lucide]:size-3.75',
        pressed
          ? 'border-action bg-action font-semibold text-on-action forced-color-adjust-none forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
          : 'border-line-strong bg-surface font-medium hover:border-ink hover:bg-surface-2',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  );
}
