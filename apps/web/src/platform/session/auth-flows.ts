import type { User } from '@pacewright/contract';
import type { Account, Identity } from './identity.ts';
import { removeLocalUser, setSignOutPending } from './local-user.ts';
import type { SessionDeps, SessionStore } from './session-store.ts';
import { setSignOutReason } from './sign-out-reason.ts';

export type Registration = { username: string; email: string; password: string };

/** The longest that a sign-out takes, and how much of it the API may have. */
const LOGOUT_TIMEOUT_MS = 3_000;
const API_TIMEOUT_MS = 2_000;

/**
 * Signing in and out, registering, and deleting the account. Each takes several steps, with a rollback of each.
 */
export function createAuthFlows(
  store: SessionStore,
  {
    page,
    toSessionError,
  }: Pick<SessionDeps, 'page'> & { toSessionError: (error: unknown) => Promise<unknown> },
) {
  return {
    signIn,
    register: (registration: Registration) => register(store, registration),
    signInWithGoogle,
    logout,
    logoutEverywhere,
    checkVerification,
    deleteAccount,
  };

  function signIn(email: string, password: string): Promise<void> {
    return store.runOperation(async () => {
      const provider = await readyIdentity(store);
      await completeSignIn(store, await provider.signIn(email, password), { isNew: false });
    });
  }

  /** Opens Google's window, so it must be called from a click. */
  async function signInWithGoogle(): Promise<void> {
    const provider = await store.loadIdentity();
    const { account, isNew } = await provider.signInWithGoogle();
    await store.runOperation(() => completeSignIn(store, account, { isNew }));
  }

  /** Signs out. Drafts stay only if the athlete is about to sign in again. */
  async function logout({ keepsDrafts = false } = {}): Promise<void> {
    store.startSigningOut();
    const removed = keepsDrafts ? undefined : store.removeLocalData();
    removeLocalUser();
    // The sign-in ends here with any answer of the API, or none.
    const revoked = store
      .loadAccountApi()
      .then((api) => api.logout())
      .catch(() => undefined);
    setSignOutPending(true);
    // On a network that hangs the provider waits for half a minute. The next page then signs out first.
    await Promise.race([
      Promise.all([Promise.race([revoked, wait(API_TIMEOUT_MS)]), removed]).then(
        store.signOutOfProvider,
      ),
      wait(LOGOUT_TIMEOUT_MS),
    ]).catch(() => undefined);
    page.open('/login');
  }

  /** Signs out on every device. Nobody is signed out if the API cannot be reached. */
  async function logoutEverywhere(): Promise<void> {
    await store.confirmed();
    await (await store.loadAccountApi()).logoutEverywhere();
    setSignOutReason('everywhere');
    await logout();
  }

  /** Whether the link in the verification mail has been opened, on any device. */
  function checkVerification(): Promise<boolean> {
    return store.runOperation(async () => {
      const provider = await store.loadIdentity();
      let account: Account;
      try {
        account = await provider.reload();
      } catch (error) {
        throw await toSessionError(error);
      }
      const state = store.state();
      if (state.status === 'authenticated') store.publish({ ...state, account });
      return account.emailVerified;
    });
  }

  /** Deletes everything: our rows first, the sign-in last. Safe to run again after a failure in between. */
  async function deleteAccount(): Promise<void> {
    await store.confirmed();
    await (await store.loadAccountApi()).deleteAccount();
    store.startSigningOut();
    const removed = store.removeLocalData();
    removeLocalUser();
    setSignOutReason('erased');
    await removed;
    await store.signOutOfProvider();
    page.open('/login');
  }
}

/** Waits for initialization, so that a sign-in can't race with restoring the previous user. */
async function readyIdentity(store: SessionStore): Promise<Identity> {
  await store.ready();
  return store.loadIdentity();
}

/** Loads or creates the profile, and rolls the sign-in back if that fails. */
async function completeSignIn(
  store: SessionStore,
  account: Account,
  { isNew }: { isNew: boolean },
): Promise<void> {
  try {
    const user = await (await store.loadAccountApi()).findOrRegister(account);
    store.setSignedIn(user, account);
    void store.removeDataOfOthers(user.id);
  } catch (error) {
    if (isNew) await removeAccount(store);
    else await store.signOutOfProvider();
    throw error;
  }
}

/** Creates the account. Returns whether the verification mail was sent. */
function register(
  store: SessionStore,
  { username, email, password }: Registration,
): Promise<{ mailSent: boolean }> {
  return store.runOperation(async () => {
    const provider = await readyIdentity(store);
    const account = await provider.createAccount(email, password);
    let user: User;
    try {
      user = await (await store.loadAccountApi()).register(account, { username });
    } catch (error) {
      const accountRemoved = await removeAccount(store);
      // The page reloads after a 401, and says this then.
      store.explainSignOut('not-registered');
      throw new RegistrationRolledBack({ accountRemoved, cause: error });
    }
    const mailSent = await provider.sendVerification().then(
      () => true,
      () => false,
    );
    store.setSignedIn(user, account);
    void store.removeDataOfOthers(user.id);
    return { mailSent };
  });
}

async function removeAccount(store: SessionStore): Promise<boolean> {
  try {
    // The API may have registered them although its answer was lost.
    await (await store.loadAccountApi()).deleteAccount();
  } catch {
    try {
      await (await store.loadIdentity()).deleteAccount();
    } catch {
      await store.signOutOfProvider();
      return false;
    }
  }
  await store.signOutOfProvider();
  return true;
}

/**
 * A registration that our API refused. `accountRemoved` is whether the provider's account could be removed
 * again.
 */
export class RegistrationRolledBack extends Error {
  readonly accountRemoved: boolean;

  constructor({ accountRemoved, cause }: { accountRemoved: boolean; cause: unknown }) {
    super('The registration was rolled back', { cause });
    this.name = 'RegistrationRolledBack';
    this.accountRemoved = accountRemoved;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
