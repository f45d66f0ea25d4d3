import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type SaveButtonProps = Omit<ComponentProps<typeof Button>, 'variant'> & {
  /** Whether there is something to save. */
  isOffered: boolean;
};

/** Saves a form or a text. Grey while there is nothing to save. */
export function SaveButton({ isOffered, className, children = 'Save', ...props }: SaveButtonProps) {
  return (
    <Button
      {...props}
      variant="primary"
      // aria-disabled, because disabled would drop the focus when it is pressed.
      aria-disabled={!isOffered || undefined}
      className={classNames('transition-none', !isOffered && NOTHING_TO_SAVE, className)}
    >
      {children}
    </Button>
  );
}

const NOTHING_TO_SAVE =
  'border-transparent! bg-surface-2! text-ink-disabled! cursor-not-allowed active:translate-y-0';
