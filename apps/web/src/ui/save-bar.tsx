import { type ReactNode, useLayoutEffect } from 'react';

/** The buttons of a screen above the navigation bar of a phone. Toasts appear clear of it, see toast.css. */
export function SaveBar({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.toggleAttribute('data-save-bar', true);
    return () => {
      page.toggleAttribute('data-save-bar', false);
    };
  }, []);

  return (
    <div className="save-bar fixed inset-x-0 bottom-[calc(64px+env(safe-area-inset-bottom))] z-9 grid grid-cols-[auto_1fr] gap-2 border-t border-line bg-surface px-4 py-2.5 md:hidden">
      {children}
    </div>
  );
}
