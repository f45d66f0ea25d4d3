import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BackLink, OvalPage } from '../../ui/oval-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

type AuthPageProps = { title: string; dense?: boolean; children: ReactNode };

/** The card of a visitor who is on the way in. */
export function AuthPage({ title, dense = false, children }: AuthPageProps) {
  useTitle(title);
  return (
    <OvalPage dense={dense} back={<BackLink href="/">Back to home</BackLink>}>
      <h1>{title}</h1>
      {children}
    </OvalPage>
  );
}

/** Parts the two ways to sign in. */
export function OrWithEmail() {
  return (
    <div className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or with email
    </div>
  );
}

/** The question under a card, the link that answers it, and the way around both. */
export function OtherWay({ children }: { children: ReactNode }) {
  return (
    <p className="text-center text-[0.9375rem] text-ink-2 [&_a]:font-[620] [&_a]:text-ink">
      {children}
      <span className="mt-1.5 block">
        <Link to="/try">Try it without an account</Link>
      </span>
    </p>
  );
}
