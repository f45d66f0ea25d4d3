import type { ReactNode } from 'react';
import { Link } from 'react-router';

type ActionRowProps = {
  icon: ReactNode;
  name: string;
  detail?: ReactNode;
  /** At its end: what happens, as an icon or in a word. */
  end?: ReactNode;
  /** It shows or hides what follows it. */
  isExpanded?: boolean;
  /** It has the focus when the dialog opens. */
  isFirst?: boolean;
  /** Below it: its outcome, or what it shows. */
  children?: ReactNode;
} & ({ onClick: () => void; to?: never } | { to: string; onClick?: never });

/** One of several actions of a dialog or a card. */
export function ActionRow({ icon, name, detail, end, to, ...rest }: ActionRowProps) {
  const { onClick, isExpanded, isFirst, children } = rest;
  const shared = {
    className:
      '-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-4 rounded-md px-2 py-1.5 text-left font-normal no-underline hover:bg-surface-2 [&>.lucide]:size-4.5 [&>.lucide]:flex-none [&>.lucide]:text-ink-2',
  };
  const content = (
    <>
      {icon}
      <span className="min-w-0 grow">
        <span className="block font-semibold">{name}</span>{' '}
        {detail && <span className="block text-sm text-ink-2">{detail}</span>}
      </span>
      {end}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <button
          type="button"
          {...shared}
          aria-expanded={isExpanded}
          data-autofocus={isFirst || undefined}
          onClick={onClick}
        >
          {content}
        </button>
      ) : (
        <Link to={to} {...shared}>
          {content}
        </Link>
      )}
      {children && <div className="grid gap-2 pl-8.5">{children}</div>}
    </li>
  );
}
