import type { User } from '@pacewright/contract';
import { createListeners } from '../../ui/store.ts';
import type { Credentials } from '../api/client.ts';
import { type ApiProblem, localProblem } from '../api/problem.ts';
import type { AccountApi } from './account-api.ts';
import type { Account, Identity } from './identity.ts';
import {
  isSignOutPending,
  readLocalAccount,
  readLocalUser,
  removeLocalUser,
  setSignOutPending,
  watchLocalUser,
  writeLocalAccount,
  writeLocalUser,
} from './local-user.ts';
import { setSignOutReason, type SignOutReason } from './sign-out-reason.ts';

/** The signed-in athlete, if any. Whether their email is verified is in `account.emailVerified`. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: User; account: Account };

export type ReadyState = Exclude<SessionState, { status: 'loading' }>;

export type SessionDeps = {
  loadIdentity: () => Promise<Identity>;
  /** Loads the API client, which sends this session's token. */
  loadAccountApi: (credentials: Credentials) => Promise<AccountApi>;
  page: { reload: () => void; open: (path: string) => void };
  /** Loads the access to an athlete's data on this device other than the sign-in, such as drafts. */
  loadLocalData: () => Promise<{
    removeDataOf: (athleteId: string) => Promise<void>;
    removeDataOfOthers: (athleteId: string) => Promise<void>;
  }>;
};

export type SessionStore = ReturnType<typeof createSessionStore>;

/** The longest that a call waits for the identity provider to confirm a sign-in from the last visit. */
const CONFIRM_TIMEOUT_MS = 10_000;

/**
 * The state of this tab's session. An athlete is signed in once both the identity provider and our API know them.
 * Every sign-out ends with a page load, so that nothing of one athlete is left in memory for the next.
 */
export function createSessionStore(
  deps: SessionDeps,
  getToken: (options?: { refresh?: boolean }) => Promise<string>,
) {
  let state: SessionState = { status: 'loading' };
  let initialization: Promise<void> | undefined;
  let identity: Promise<Identity> | undefined;
  let accountApi: Promise<AccountApi> | undefined;
  /** Multi-step operations in progress. Auth events are ignored until it is 0. */
  let pendingOperations = 0;
  /** The state is from the last visit, and the identity provider has not confirmed it yet. */
  let isUnconfirmed = false;
  let pendingSignOut: SignOutReason | undefined;
  /** The next page is loading, so events no longer matter. */
  let isSigningOut = false;
  const changes = createListeners();
  const externalChanges = createListeners();

  return {
    state: () => state,
    subscribe: changes.subscribe,
    /** Notifies when another tab changed who is signed in, or whether their email is verified. */
    onExternalChange: externalChanges.subscribe,
    /** Whether someone was signed in here last. Needs no network and no identity provider. */
    hasStoredUser: () => readLocalUser() !== undefined,
    ready,
    restore,
    confirmed,
    loadIdentity,
    loadAccountApi,
    publish,
    setSignedIn,
    setUser,
    runOperation,
    endSession,
    explainSignOut,
    startSigningOut,
    signOutOfProvider,
    removeLocalData,
    removeDataOfOthers,
  };

  function loadIdentity(): Promise<Identity> {
    identity ??= deps.loadIdentity().catch((error: unknown) => {
      // The next attempt loads again: the network may be back.
      identity = undefined;
      throw localProblem('UNREACHABLE', { cause: error });
    });
    return identity;
  }

  function loadAccountApi(): Promise<AccountApi> {
    accountApi ??= deps
      .loadAccountApi({ token: getToken, end: endSession })
      .catch((error: unknown) => {
        accountApi = undefined;
        throw localProblem('UNREACHABLE', { cause: error });
      });
    return accountApi;
  }

  /** Waits until it is known who is signed in. */
  async function ready(): Promise<ReadyState> {
    initialization ??= initialize().catch((error: unknown) => {
      initialization = undefined;
      throw error;
    });
    await initialization;
    // initialize() has published one of the other two.
    return state as ReadyState;
  }

  /**
   * The account of the athlete who is signed in, or was in the last visit, without waiting for the identity
   * provider: it needs a network, and stored data can be read without one.
   */
  function restore(): Account | undefined {
    if (state.status === 'loading') {
      const user = readLocalUser();
      const account = readLocalAccount();
      if (user && account) {
        isUnconfirmed = true;
        publish({ status: 'authenticated', user, account });
        ready().catch(() => undefined);
      }
    }
    return state.status === 'authenticated' ? state.account : undefined;
  }

  /**
   * Waits until the identity provider has confirmed the sign-in. Nothing is sent on behalf of an athlete
   * before.
   */
  async function confirmed(): Promise<void> {
    if (!isUnconfirmed) return;
    await Promise.race([
      ready(),
      new Promise((_resolve, reject) =>
        setTimeout(() => reject(localProblem('UNREACHABLE')), CONFIRM_TIMEOUT_MS),
      ),
    ]);
  }

  async function initialize(): Promise<void> {
    // Both are loaded in parallel. Visitors never need the API client, so its failure is ignored.
    loadAccountApi().catch(() => undefined);
    const hadUser = readLocalUser() !== undefined;
    const provider = await loadIdentity();
    const account = await firstAccount(provider);
    const user = readLocalUser();

    if (account && !user && (hadUser || isSignOutPending())) {
      // Signed out meanwhile, in another tab or on the page before. The provider was still looking the account up.
      await signOutOfProvider();
      setSignedOut();
    } else if (account && isAnotherAccount(account)) {
      removeLocalUser();
      setSignedOut();
    } else if (account) {
      await setAccount(account, user);
      writeLocalAccount(account);
      // The page may be one for visitors, or for those whose email is verified.
      const isChanged = !hadUser || user?.email !== account.email;
      if (isChanged || (isUnconfirmed && !account.emailVerified)) externalChanges.notify();
    } else {
      if (user) setSignOutReason('signed-out');
      removeLocalUser();
      setSignOutPending(false);
      setSignedOut();
    }
    isUnconfirmed = false;
    provider.watch(reconcile);
    watchLocalUser(() => (readLocalUser() ? reconcile() : void signOutWithOtherTab()));
  }

  /** Whether the account on the screen is not the one that the identity provider knows. */
  function isAnotherAccount({ uid }: Account): boolean {
    return isUnconfirmed && state.status === 'authenticated' && state.account.uid !== uid;
  }

  /** A page that shows an athlete's data is loaded again. */
  function setSignedOut(): void {
    if (isSigningOut) return;
    if (isUnconfirmed) {
      isSigningOut = true;
      deps.page.reload();
    } else publish({ status: 'unauthenticated' });
  }

  /** Another tab signed out. Sign out here too: the provider may still be storing a refreshed token. */
  async function signOutWithOtherTab(): Promise<void> {
    if (isSigningOut || state.status !== 'authenticated') return;
    isSigningOut = true;
    await signOutOfProvider();
    deps.page.reload();
  }

  async function setAccount(account: Account, user: User | undefined): Promise<void> {
    // An address that differs was changed since the user was stored.
    if (user?.email !== account.email) {
      setSignedIn(await (await loadAccountApi()).findOrRegister(account), account);
      return;
    }

    publish({ status: 'authenticated', user, account });
    const before = state;
    // Another device may have changed the profile. Without an answer the stored one will do.
    loadAccountApi()
      .then((api) => api.findOrRegister(account))
      .then(
        (found) => {
          // A change that was made here meanwhile is newer than the answer.
          if (state === before) setUser(found);
        },
        () => undefined,
      );
  }

  /** Ends a session that the API or the identity provider no longer accepts. */
  async function endSession({ code }: Pick<ApiProblem, 'code'>): Promise<void> {
    pendingSignOut = SIGN_OUT_REASONS[code] ?? 'signed-out';
    // A registration in progress is rolled back first.
    if (pendingOperations === 0) await signOutAndReload(pendingSignOut);
  }

  /** Gives a sign-out that waits for the end of an operation a better reason. */
  function explainSignOut(reason: SignOutReason): void {
    if (pendingSignOut) pendingSignOut = reason;
  }

  async function signOutAndReload(reason: SignOutReason): Promise<void> {
    if (isSigningOut) return;
    isSigningOut = true;
    const removed = reason === 'deleted' ? removeLocalData() : undefined;
    removeLocalUser();
    setSignOutReason(reason);
    await removed;
    await signOutOfProvider();
    deps.page.reload();
  }

  function startSigningOut(): void {
    isSigningOut = true;
  }

  async function signOutOfProvider(): Promise<void> {
    const provider = await loadIdentity();
    // Fails only where the browser refuses storage; the local user is removed either way.
    await provider.signOut().catch(() => undefined);
    setSignOutPending(false);
  }

  /** Removes the athlete's other data on this device. Must begin before the local user is removed. */
  async function removeLocalData(): Promise<void> {
    const athlete = state.status === 'authenticated' ? state.user : readLocalUser();
    // A browser that refuses storage has stored nothing.
    if (athlete)
      await deps
        .loadLocalData()
        .then(({ removeDataOf }) => removeDataOf(athlete.id))
        .catch(() => undefined);
  }

  async function removeDataOfOthers(athleteId: string): Promise<void> {
    await deps
      .loadLocalData()
      .then((data) => data.removeDataOfOthers(athleteId))
      .catch(() => undefined);
  }

  /** Stores the athlete as the API just answered. */
  function setUser(user: User): void {
    if (state.status === 'authenticated') setSignedIn(user, state.account);
  }

  function setSignedIn(user: User, account: Account): void {
    setSignOutPending(false);
    writeLocalUser(user);
    publish({ status: 'authenticated', user, account });
  }

  /** Holds back auth events and sign-outs until the operation is complete. */
  async function runOperation<Result>(operation: () => Promise<Result>): Promise<Result> {
    pendingOperations++;
    try {
      return await operation();
    } finally {
      pendingOperations--;
      if (pendingOperations === 0 && pendingSignOut) await signOutAndReload(pendingSignOut);
      else reconcile();
    }
  }

  /** Adopts changes of other tabs, once the provider and the local user agree. */
  function reconcile(): void {
    if (isSigningOut || pendingOperations > 0 || isUnconfirmed || state.status === 'loading')
      return;
    void loadIdentity().then((provider) => {
      const account = provider.current();
      const user = readLocalUser();
      if (state.status === 'authenticated') {
        if (account?.uid !== state.account.uid) {
          isSigningOut = true;
          return deps.page.reload();
        }
        if (publish({ ...state, account, user: user ?? state.user })) externalChanges.notify();
      } else if (account && user?.email === account.email) {
        publish({ status: 'authenticated', user, account });
        externalChanges.notify();
      }
    });
  }

  function publish(next: SessionState): boolean {
    if (JSON.stringify(next) === JSON.stringify(state)) return false;
    state = next;
    if (next.status === 'authenticated' && !isUnconfirmed) writeLocalAccount(next.account);
    changes.notify();
    return true;
  }
}

const SIGN_OUT_REASONS: Partial<Record<ApiProblem['code'], SignOutReason>> = {
  ACCOUNT_DISABLED: 'disabled',
  ACCOUNT_DELETED: 'deleted',
  EMAIL_RECLAIMED: 'reclaimed',
};

function firstAccount(provider: Identity): Promise<Account | undefined> {
  return new Promise((resolve) => {
    const stop = provider.watch((account) => {
      resolve(account);
      // The listener may be called before watch has returned.
      queueMicrotask(() => stop());
    });
  });
}
