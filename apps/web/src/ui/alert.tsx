import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type AlertProps = {
  kind: 'success' | 'warning' | 'error' | 'info';
  /** A short bold title before the text. */
  title?: ReactNode;
  /** Replaces the kind's icon. */
  icon?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** A message next to its subject. Screen readers announce it, errors immediately. */
export function Alert({ kind, title, icon, children, className }: AlertProps) {
  const { boxClass, textClass, Icon } = KIND[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex gap-3 rounded-md border px-3.5 py-3 text-sm leading-[1.45]',
        boxClass,
        className,
      )}
    >
      <span className={classNames('mt-px flex-none', textClass)}>
        {icon ?? <Icon aria-hidden />}
      </span>
      <div className="min-w-0">
        {title && <strong className={textClass}>{title}</strong>} {children}
      </div>
    </div>
  );
}

const KIND = {
  success: { boxClass: 'border-ok-line bg-ok-soft', textClass: 'text-ok', Icon: CircleCheck },
  warning: {
    boxClass: 'border-warn-line bg-warn-soft',
    textClass: 'text-warn',
    Icon: TriangleAlert,
  },
  error: {
    boxClass: 'border-danger-line bg-danger-soft',
    textClass: 'text-danger',
    Icon: CircleAlert,
  },
  info: { boxClass: 'border-line bg-surface', textClass: 'text-ink', Icon: Info },
};
