import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BackLink, CenteredCardLayout } from '../../ui/centered-card-layout.tsx';
import { useTitle } from '../../ui/use-title.ts';

type AuthPageProps = { title: string; dense?: boolean; children: ReactNode };

/** The layout of the sign-in pages. */
export function AuthPage({ title, dense = false, children }: AuthPageProps) {
  useTitle(title);
  return (
    <CenteredCardLayout dense={dense} back={<BackLink href="/">Back to home</BackLink>}>
      <h1>{title}</h1>
      {children}
    </CenteredCardLayout>
  );
}

/** The line between Google and the form. */
export function AuthDivider() {
  return (
    <div className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or with email
    </div>
  );
}

/** The links under the form. */
export function AuthFooter({ children }: { children: ReactNode }) {
  return (
    <p className="text-center text-sm text-ink-2 [&_a]:font-semibold [&_a]:text-ink">
      {children}
      <span className="mt-1.5 block">
        <Link to="/try">Try it without an account</Link>
      </span>
    </p>
  );
}
