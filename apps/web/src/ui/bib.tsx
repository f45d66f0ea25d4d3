import type { ReactNode } from 'react';

type BibProps = {
  label: string;
  /** Undefined shows a dash. */
  figure: string | undefined;
  caption: ReactNode;
};

/** A race number with one large figure. */
export function Bib({ label, figure, caption }: BibProps) {
  return (
    <div className="bib">
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
      <b>{label}</b>
      <strong className={figure === undefined ? 'text-ink-disabled' : undefined}>
        {figure ?? '–'}
      </strong>
      <span>{caption}</span>
    </div>
  );
}
