import { type MiddlewareFunction, redirect } from 'react-router';
import { nextPath, withNextParam } from '../platform/session/next-path.ts';
import type { Session } from '../platform/session/session.ts';

/** Access rules of the pages. The API checks again. */
export function createGuards(session: Session) {
  return { requireVisitor, requireUnverified, requireVerified };

  async function requireVisitor({ url }: Parameters<MiddlewareFunction>[0]): Promise<void> {
    // Without a stored user the page renders at once; the layout around it checks the session in the background.
    if (!session.hasStoredUser()) return;
    const state = await session.ready();
    if (state.status === 'authenticated') throw redirect(nextPath(url.searchParams));
  }

  async function requireUnverified({ url }: Parameters<MiddlewareFunction>[0]): Promise<void> {
    const account = await requireAccount(url);
    if (account.emailVerified) throw redirect(nextPath(url.searchParams));
  }

  async function requireVerified({ url }: Parameters<MiddlewareFunction>[0]): Promise<void> {
    const account = session.restore() ?? (await requireAccount(url));
    if (!account.emailVerified) throw redirect(withNextParam('/verify-email', pathOf(url)));
  }

  async function requireAccount(url: URL) {
    const state = await session.ready();
    if (state.status !== 'authenticated') throw redirect(withNextParam('/login', pathOf(url)));
    return state.account;
  }
}

function pathOf({ pathname, search, hash }: URL): string {
  return `${pathname}${search}${hash}`;
}
