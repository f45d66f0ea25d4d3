import type { Call } from '../api/client.ts';
import { createAuthFlows } from './auth-flows.ts';
import { createSessionStore, type SessionDeps } from './session-store.ts';
import { createTokens } from './token.ts';

export type Session = ReturnType<typeof createSession>;

/** The session of this tab: its state, signing in and out, and calls to the API as the signed-in athlete. */
export function createSession(deps: SessionDeps) {
  const store = createSessionStore(deps, (options) => tokens.getToken(options));
  const tokens = createTokens(store);
  const { page } = deps;
  const flows = createAuthFlows(store, { page, toSessionError: tokens.toSessionError });
  const call: Call = async (endpoint, ...request) => {
    await store.confirmed();
    return (await store.loadAccountApi()).call(endpoint, ...request);
  };

  return {
    call,
    state: store.state,
    subscribe: store.subscribe,
    onExternalChange: store.onExternalChange,
    hasStoredUser: store.hasStoredUser,
    ready: store.ready,
    restore: store.restore,
    setUser: store.setUser,
    identity: async () => {
      await store.confirmed();
      return store.loadIdentity();
    },
    token: tokens.getToken,
    ...flows,
  };
}
