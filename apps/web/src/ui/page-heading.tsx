import type { ReactNode } from 'react';
import { useTitle } from './use-title.ts';

type PageHeadingProps = {
  title: string;
  /** A line above the title, such as a date. */
  over?: ReactNode;
  /** A line under the title. */
  under?: ReactNode;
  /** Buttons at the end of the row. */
  actions?: ReactNode;
};

/** The heading of a screen. It also sets the document title. */
export function PageHeading({ title, over, under, actions }: PageHeadingProps) {
  useTitle(title);

  return (
    <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
      <div className="min-w-0">
        {over && <p className="mb-1 font-medium text-ink-2">{over}</p>}
        <h1>{title}</h1>
        {under && <p className="mt-1.5 text-ink-2 empty:hidden">{under}</p>}
      </div>
      {actions && (
        <div className="flex grow flex-wrap items-center justify-end gap-3">{actions}</div>
      )}
    </div>
  );
}
