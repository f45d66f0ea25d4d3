import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { classNames } from './class-names.ts';

type CenteredCardLayoutProps = {
  /** Shown at the top right, usually a BackLink. */
  back?: ReactNode;
  /** Smaller gaps, for a long form. */
  dense?: boolean;
  /** Shows a dot on the inside lane that runs one lap every five seconds. */
  lapping?: boolean;
  children: ReactNode;
};

/** One card inside a running track. On a phone the lanes are stripes at the top. */
export function CenteredCardLayout({
  back,
  dense = false,
  lapping = false,
  children,
}: CenteredCardLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_auto_1fr] overflow-clip max-oval:bg-surface">
      <div aria-hidden className="grid grid-rows-[repeat(5,7px)] gap-0.5 oval:hidden">
        {LANES.map((lane) => (
          <span key={lane} className={lane} />
        ))}
      </div>
      <header className="row-start-2 flex items-center justify-between px-4 py-2 oval:px-(--gutter) oval:py-5">
        <a href="/" className="flex min-h-11 items-center no-underline hover:no-underline">
          <Logo />
        </a>
        {back}
      </header>
      <main className="row-start-3 grid px-5 pt-3 pb-10 oval:place-items-center oval:px-6 oval:pt-18 oval:pb-24 oval:[@media(max-height:820px)]:pt-16 oval:[@media(max-height:820px)]:pb-19">
        <div className="relative w-full oval:grid oval:w-[min(1060px,100%)] oval:place-items-center oval:rounded-full oval:bg-surface oval:px-6 oval:py-10 oval:lanes-around oval:[@media(max-height:820px)]:py-6">
          {lapping && (
            <div
              aria-hidden
              className="pointer-events-none absolute -inset-1.5 rounded-full max-oval:hidden"
            >
              <span className="absolute top-0 left-0 -m-2.5 size-5 rounded-full bg-ink ring-[3px] ring-surface lap-dot" />
            </div>
          )}
          <div
            className={classNames(
              'mx-auto grid w-full max-w-105 oval:max-w-96 [&_h1]:text-2xl',
              dense ? 'gap-3.5' : 'gap-4.5',
            )}
          >
            {children}
          </div>
        </div>
      </main>
    </div>
  );
}

/** The link at the top right. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium no-underline hover:underline"
    >
      <ArrowLeft aria-hidden />
      {children}
    </a>
  );
}

const LANES = ['bg-pace-r', 'bg-pace-i', 'bg-pace-t', 'bg-pace-m', 'bg-pace-e'];
