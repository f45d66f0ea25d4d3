import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Oval } from './oval.tsx';

type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';
  /** 32, 40 or 52 px high; more where a finger is the pointer. */
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  wide?: boolean;
};

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    icon?: ReactNode;
    /** At work: the oval runs, the label stays, and it cannot be pressed again. It keeps the focus. */
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
      // Refusing the click also refuses the submit that Enter in a field asks this button for.
      onClick={busy ? refuse : onClick}
      className={classNames(buttonClass({ variant, size, wide }), className)}
    >
      {busy ? <Oval className="w-[22px]" /> : icon}
      {children}
    </button>
  );
}

type ButtonLinkProps = ButtonLook & ComponentProps<'a'> & { icon?: ReactNode };

/** Goes somewhere and looks like a button. For a router's link take `buttonClass`. */
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
  return classNames(BASE, VARIANT[variant], SIZE[size], wide && 'w-full');
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border leading-[1.2] font-[600] whitespace-nowrap no-underline hover:no-underline ' +
  'transition-[background-color,border-color,translate] duration-(--dur-quick) active:translate-y-px aria-busy:cursor-progress aria-busy:translate-y-0 ' +
  'disabled:translate-y-0 disabled:cursor-not-allowed disabled:border-transparent disabled:bg-surface-2 disabled:text-ink-disabled';

const VARIANT = {
  primary:
    'border-transparent bg-action text-on-action hover:bg-action-hover active:bg-action-active ' +
    '[--oval-track:color-mix(in_oklab,var(--on-action)_30%,transparent)]',
  secondary:
    'border-line-strong bg-surface text-ink hover:border-ink hover:bg-surface-2 active:bg-surface-3',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-surface-2 active:bg-surface-3',
  danger:
    'border-transparent bg-danger-solid text-on-danger hover:brightness-110 active:brightness-95 ' +
    '[--oval-track:color-mix(in_oklab,var(--on-danger)_30%,transparent)]',
  'danger-quiet': 'border-danger-line bg-transparent text-danger hover:bg-danger-soft',
};

const SIZE = {
  sm: 'min-h-(--control-h-sm) px-3 text-sm [&>.lucide]:size-4',
  md: 'min-h-(--control-h) px-4 text-[0.9375rem]',
  lg: 'min-h-[52px] px-[22px] text-[1.0625rem] [&>.lucide]:size-5',
};
