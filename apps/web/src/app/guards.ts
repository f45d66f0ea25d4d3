import { type MiddlewareFunction, redirect } from 'react-router';
import { nextPath, rememberingNext } from '../session/next-path.ts';
import type { Session } from '../session/session.ts';

/** Who may see a page. The API decides again for itself. */
export function createGuards(session: Session) {
  return { visitorsOnly, unverified, verified };

  async function visitorsOnly({ url }: Parameters<MiddlewareFunction>[0]): Promise<void> {
    // Without a stored user the page renders at once; the layout around it checks the session in the background.
    if (!session.looksSignedIn()) return;
    const state = await session.settled();
    if (state.status === 'authenticated') throw redirect(nextPath(url.searchParams));
  }

  async function unverified({ url }: Parameters<MiddlewareFunction>[0]): Promise<void> {
    const account = await requireAccount(url);
    if (account.emailVerified) throw redirect(nextPath(url.searchParams));
  }

  async function verified({ url }: Parameters<MiddlewareFunction>[0]): Promise<void> {
    const account = session.restore() ?? (await requireAccount(url));
    if (!account.emailVerified) throw redirect(rememberingNext('/verify-email', pathOf(url)));
  }

  async function requireAccount(url: URL) {
    const state = await session.settled();
    if (state.status !== 'authenticated') throw redirect(rememberingNext('/login', pathOf(url)));
    return state.account;
  }
}

function pathOf({ pathname, search, hash }: URL): string {
  return `${pathname}${search}${hash}`;
}
