import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';
  /** 32, 40 or 52 px high; larger on touch screens. */
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  wide?: boolean;
};

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    icon?: ReactNode;
    /** In progress: a spinner replaces the icon, and clicks are ignored. The button keeps the focus. */
    busy?: boolean;
  };

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      // Ignoring the click also ignores the submit that Enter in a field triggers.
      onClick={busy ? ignore : onClick}
      className={classNames(buttonClass({ variant, size, wide }), className)}
    >
      {busy ? <Spinner className="w-5.5" /> : icon}
      {children}
    </button>
  );
}

type ButtonLinkProps = ButtonLook & ComponentProps<'a'> & { icon?: ReactNode };

/** A link that looks like a button. For a router link use `buttonClass`. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, size, wide }), className)}>
      {icon}
      {children}
    </a>
  );
}

export function buttonClass({
  variant = 'secondary',
  size = 'md',
  wide = false,
}: ButtonLook = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, wide && 'w-full');
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
