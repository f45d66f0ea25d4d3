import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type NoteProps = {
  kind: 'success' | 'warning' | 'error' | 'info';
  /** The news in a few words, before the rest. */
  title?: ReactNode;
  /** Replaces the icon of its kind. */
  icon?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** Something to know, in the place it concerns. A screen reader says it when it appears, an error at once. */
export function Note({ kind, title, icon, children, className }: NoteProps) {
  const { look, word, Icon } = KIND[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex gap-3 rounded-md border px-3.5 py-3 text-sm leading-[1.45]',
        look,
        className,
      )}
    >
      <span className={classNames('mt-px flex-none', word)}>{icon ?? <Icon aria-hidden />}</span>
      <div className="min-w-0">
        {title && <strong className={word}>{title}</strong>} {children}
      </div>
    </div>
  );
}

const KIND = {
  success: { look: 'border-ok-line bg-ok-soft', word: 'text-ok', Icon: CircleCheck },
  warning: { look: 'border-warn-line bg-warn-soft', word: 'text-warn', Icon: TriangleAlert },
  error: { look: 'border-danger-line bg-danger-soft', word: 'text-danger', Icon: CircleAlert },
  info: { look: 'border-line bg-surface', word: 'text-ink', Icon: Info },
};
