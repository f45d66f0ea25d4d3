import type { ProblemCode, User } from '@pacewright/contract';
import type { Call, Credentials } from '../api/client.ts';
import { type ApiProblem, localProblem } from '../api/problem.ts';
import type { Connection } from './connection.ts';
import { type Farewell, leaveFarewell } from './farewell.ts';
import {
  type Account,
  type BearerToken,
  type Identity,
  IdentityError,
  NO_USER,
} from './identity.ts';
import {
  readLocalAccount,
  readLocalUser,
  removeLocalUser,
  watchLocalUser,
  writeLocalAccount,
  writeLocalUser,
} from './local-user.ts';

/** Who is signed in. Whether their email is verified is a question of its own: `account.emailVerified`. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: User; account: Account };

export type SettledState = Exclude<SessionState, { status: 'loading' }>;

export type Registration = { username: string; email: string; password: string };

export type Session = ReturnType<typeof createSession>;

/** What the session needs of the world. */
type Surroundings = {
  loadIdentity: () => Promise<Identity>;
  /** Loads the way to the API, which carries this session's token. */
  connect: (credentials: Credentials) => Promise<Connection>;
  page: { reload: () => void; open: (path: string) => void };
  /** Loads the access to what an athlete's work leaves on this device besides the sign-in, such as drafts. */
  loadLocalData: () => Promise<{
    removeDataOf: (athleteId: string) => Promise<void>;
    removeDataOfOthers: (athleteId: string) => Promise<void>;
  }>;
};

const REFRESH_BEFORE_MS = 5 * 60_000;
const LOGOUT_WAIT_MS = 3_000;
/** The longest that a call waits for the identity provider to confirm a sign-in from the last visit. */
const CONFIRM_WAIT_MS = 10_000;

/**
 * The session of this tab. Someone is in once the identity provider knows them and so do we; every way
 * out ends in a fresh page, so nothing of one athlete is left in memory for the next.
 */
export function createSession({ loadIdentity, connect, page, loadLocalData }: Surroundings) {
  let state: SessionState = { status: 'loading' };
  let settling: Promise<void> | undefined;
  let identity: Promise<Identity> | undefined;
  let connection: Promise<Connection> | undefined;
  /** Steps under way here. What the provider tells in the meantime is half of the story. */
  let underWay = 0;
  /** The state is from the last visit, and the identity provider has not confirmed it yet. */
  let isUnconfirmed = false;
  let ending: Farewell | undefined;
  /** The token of the last refresh. */
  let newestToken: string | undefined;
  /** The next page is on its way; what this one hears no longer matters. */
  let leaving = false;
  const listeners = new Set<() => void>();
  const elsewhereListeners = new Set<() => void>();
  const call: Call = async (endpoint, ...request) => {
    await confirmed();
    return (await openConnection()).call(endpoint, ...request);
  };

  return {
    call,
    state: () => state,
    subscribe: (listener: () => void) => add(listeners, listener),
    /** Hears when another tab changed who is signed in, or whether their email is verified. */
    onChangeElsewhere: (listener: () => void) => add(elsewhereListeners, listener),
    /** Whether someone was signed in here last. Needs no network and no identity provider. */
    looksSignedIn: () => readLocalUser() !== undefined,
    settled,
    restore,
    identity: async () => {
      await confirmed();
      return openIdentity();
    },
    token,
    signIn,
    register,
    signInWithGoogle,
    logout,
    checkVerification,
    keepUser,
    eraseAccount,
  };

  function openIdentity(): Promise<Identity> {
    identity ??= loadIdentity().catch((error: unknown) => {
      // The next attempt asks again: the network may be back.
      identity = undefined;
      throw localProblem('UNREACHABLE', { cause: error });
    });
    return identity;
  }

  function openConnection(): Promise<Connection> {
    connection ??= connect({ token, end }).catch((error: unknown) => {
      connection = undefined;
      throw localProblem('UNREACHABLE', { cause: error });
    });
    return connection;
  }

  /** Someone new must not come in while the session still asks who was there before. */
  async function readyIdentity(): Promise<Identity> {
    await settled();
    return openIdentity();
  }

  /** Waits until it is known who is signed in. */
  async function settled(): Promise<SettledState> {
    settling ??= settle().catch((error: unknown) => {
      settling = undefined;
      throw error;
    });
    await settling;
    // settle() has published one of the other two.
    return state as SettledState;
  }

  /**
   * The account of whoever is signed in, or was in the last visit, without waiting for the identity provider:
   * it needs a network, and what is stored on this device can be read without one.
   */
  function restore(): Account | undefined {
    if (state.status === 'loading') {
      const user = readLocalUser();
      const account = readLocalAccount();
      if (user && account) {
        isUnconfirmed = true;
        publish({ status: 'authenticated', user, account });
        settled().catch(() => undefined);
      }
    }
    return state.status === 'authenticated' ? state.account : undefined;
  }

  /** Waits until the identity provider has confirmed the sign-in. Nothing is sent as anyone before. */
  async function confirmed(): Promise<void> {
    if (!isUnconfirmed) return;
    await Promise.race([
      settled(),
      new Promise((_resolve, reject) =>
        setTimeout(() => reject(localProblem('UNREACHABLE')), CONFIRM_WAIT_MS),
      ),
    ]);
  }

  async function settle(): Promise<void> {
    // Whoever comes in needs both, so neither waits for the other. Whoever does not can do without the second.
    openConnection().catch(() => undefined);
    const wasSignedIn = readLocalUser() !== undefined;
    const provider = await openIdentity();
    const account = await firstAccount(provider);
    const user = readLocalUser();

    if (account && wasSignedIn && !user) {
      // Signed out in another tab meanwhile. The provider asked about the account at the time, and kept the answer.
      await signOutHere();
      settleNobody();
    } else if (account && isSomeoneElse(account)) {
      removeLocalUser();
      settleNobody();
    } else if (account) {
      await settleAccount(account, user);
      writeLocalAccount(account);
      // The page at hand may be one for visitors, or for those whose email is verified.
      const isNews = !wasSignedIn || user?.email !== account.email;
      if (isNews || (isUnconfirmed && !account.emailVerified)) tell(elsewhereListeners);
    } else {
      if (user) leaveFarewell('signed-out');
      removeLocalUser();
      settleNobody();
    }
    isUnconfirmed = false;
    provider.watch(reconcile);
    watchLocalUser(() => (readLocalUser() ? reconcile() : void followOut()));
  }

  /** The account on the screen is not the one that the identity provider knows. */
  function isSomeoneElse({ uid }: Account): boolean {
    return isUnconfirmed && state.status === 'authenticated' && state.account.uid !== uid;
  }

  /** Whatever an athlete sees is left by loading the page again. */
  function settleNobody(): void {
    if (leaving) return;
    if (isUnconfirmed) {
      leaving = true;
      page.reload();
    } else publish({ status: 'unauthenticated' });
  }

  /** Signs out with the other tab that did. The provider here may just be keeping a new token of theirs. */
  async function followOut(): Promise<void> {
    if (leaving || state.status !== 'authenticated') return;
    leaving = true;
    await signOutHere();
    page.reload();
  }

  async function settleAccount(account: Account, user: User | undefined): Promise<void> {
    // An address that differs was changed since the athlete was kept.
    if (user?.email !== account.email) {
      keep(await findOrRegister(account), account);
      return;
    }

    publish({ status: 'authenticated', user, account });
    const before = state;
    // Another device may have changed the profile. Without an answer the one at hand will do.
    findOrRegister(account).then(
      (found) => {
        // What was changed here meanwhile is newer than the answer.
        if (state === before) keepUser(found);
      },
      () => undefined,
    );
  }

  async function token({ refresh = false } = {}): Promise<string> {
    const provider = await openIdentity();
    if (!provider.current()) throw new Error(NO_USER);
    return step(async () => {
      try {
        let held = await provider.token({ refresh });
        if (!refresh && isOutdated(held, provider.current())) {
          held = await provider.token({ refresh: true });
          newestToken = held.token;
        }
        return held.token;
      } catch (error) {
        throw await refused(error);
      }
    });
  }

  /** Whether a token expires soon, or contradicts the account on whether the email is verified. */
  function isOutdated(held: BearerToken, account: Account | undefined): boolean {
    if (held.expiresAt - Date.now() < REFRESH_BEFORE_MS) return true;
    // A token that still differs after a refresh is as new as it gets.
    return held.emailVerified !== account?.emailVerified && held.token !== newestToken;
  }

  /** The identity provider gives no token: it is out of reach, or the sign-in is no longer good. */
  async function refused(error: unknown): Promise<unknown> {
    if (!(error instanceof IdentityError)) return error;
    if (error.code === 'network-request-failed')
      return localProblem('UNREACHABLE', { cause: error });
    const lost = LOST.get(error.code);
    if (lost) await end({ code: lost });
    return (await openConnection()).problemOf(lost ?? 'IDENTITY_UNAVAILABLE', error);
  }

  async function end({ code }: Pick<ApiProblem, 'code'>): Promise<void> {
    ending = FAREWELLS[code] ?? 'signed-out';
    // A registration under way first takes back what it made.
    if (underWay === 0) await leave(ending);
  }

  async function leave(farewell: Farewell): Promise<void> {
    if (leaving) return;
    leaving = true;
    const removed = farewell === 'deleted' ? removeLocalData() : undefined;
    removeLocalUser();
    leaveFarewell(farewell);
    await removed;
    await signOutHere();
    page.reload();
  }

  function signIn(email: string, password: string): Promise<void> {
    return step(async () => {
      const provider = await readyIdentity();
      await admit(await provider.signIn(email, password), { isNew: false });
    });
  }

  /** Opens Google's window, so it must be called from a click. */
  async function signInWithGoogle(): Promise<void> {
    const provider = await openIdentity();
    const { account, isNew } = await provider.signInWithGoogle();
    await step(() => admit(account, { isNew }));
  }

  /** Lets in whom the identity provider has let in, or takes that back. */
  async function admit(account: Account, { isNew }: { isNew: boolean }): Promise<void> {
    try {
      const user = await findOrRegister(account);
      keep(user, account);
      void removeDataOfOthers(user.id);
    } catch (error) {
      if (isNew) await removeAccount();
      else await signOutHere();
      throw error;
    }
  }

  /** Creates the account. Says whether the verification mail is on its way. */
  function register({ username, email, password }: Registration): Promise<{ mailSent: boolean }> {
    return step(async () => {
      const provider = await readyIdentity();
      const account = await provider.createAccount(email, password);
      let user: User;
      try {
        user = await (await openConnection()).register(account, { username });
      } catch (error) {
        throw new RegistrationUndone({ accountRemoved: await removeAccount(), cause: error });
      }
      const mailSent = await provider.sendVerification().then(
        () => true,
        () => false,
      );
      keep(user, account);
      void removeDataOfOthers(user.id);
      return { mailSent };
    });
  }

  async function removeAccount(): Promise<boolean> {
    try {
      // Our side may have registered them although its answer never came.
      await (await openConnection()).erase();
    } catch {
      try {
        await (await openIdentity()).deleteAccount();
      } catch {
        await signOutHere();
        return false;
      }
    }
    await signOutHere();
    return true;
  }

  async function findOrRegister(account: Account): Promise<User> {
    return (await openConnection()).findOrRegister(account);
  }

  /** Signs out. Drafts stay only for someone who is about to sign in again. */
  async function logout({ keepsDrafts = false } = {}): Promise<void> {
    leaving = true;
    const removed = keepsDrafts ? undefined : removeLocalData();
    removeLocalUser();
    // The sign-in ends here whatever the API says to it, and whether it answers.
    const told = openConnection()
      .then((api) => api.endSignIn())
      .catch(() => undefined);
    await Promise.race([
      Promise.all([told, removed]),
      new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS)),
    ]);
    await signOutHere();
    page.open('/login');
  }

  /** Asks whether the link in the verification mail has been opened, on whatever device. */
  function checkVerification(): Promise<boolean> {
    return step(async () => {
      const provider = await openIdentity();
      let account: Account;
      try {
        account = await provider.reload();
      } catch (error) {
        throw await refused(error);
      }
      if (state.status === 'authenticated') publish({ ...state, account });
      return account.emailVerified;
    });
  }

  /** Keeps the athlete as the API just answered. */
  function keepUser(user: User): void {
    if (state.status === 'authenticated') keep(user, state.account);
  }

  /** Deletes everything: our rows first, the sign-in last. Safe to run again when it fails half-way. */
  async function eraseAccount(): Promise<void> {
    await confirmed();
    await (await openConnection()).erase();
    leaving = true;
    const removed = removeLocalData();
    removeLocalUser();
    leaveFarewell('erased');
    await removed;
    await signOutHere();
    page.open('/login');
  }

  /** Removes what the athlete's work left on this device. Must begin before the local user is removed. */
  async function removeLocalData(): Promise<void> {
    const athlete = state.status === 'authenticated' ? state.user : readLocalUser();
    // A browser that refuses its storage has stored nothing.
    if (athlete)
      await loadLocalData()
        .then(({ removeDataOf }) => removeDataOf(athlete.id))
        .catch(() => undefined);
  }

  async function removeDataOfOthers(athleteId: string): Promise<void> {
    await loadLocalData()
      .then((data) => data.removeDataOfOthers(athleteId))
      .catch(() => undefined);
  }

  async function signOutHere(): Promise<void> {
    const provider = await openIdentity();
    // Fails only where the browser refuses its storage; the local user is gone all the same.
    await provider.signOut().catch(() => undefined);
  }

  function keep(user: User, account: Account): void {
    writeLocalUser(user);
    publish({ status: 'authenticated', user, account });
  }

  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    underWay++;
    try {
      return await work();
    } finally {
      underWay--;
      if (underWay === 0 && ending) await leave(ending);
      else reconcile();
    }
  }

  /** Takes in what other tabs did, once it is complete: the provider and the local user agree. */
  function reconcile(): void {
    if (leaving || underWay > 0 || isUnconfirmed || state.status === 'loading') return;
    void openIdentity().then((provider) => {
      const account = provider.current();
      const user = readLocalUser();
      if (state.status === 'authenticated') {
        if (account?.uid !== state.account.uid) {
          leaving = true;
          return page.reload();
        }
        if (publish({ ...state, account, user: user ?? state.user })) tell(elsewhereListeners);
      } else if (account && user?.email === account.email) {
        publish({ status: 'authenticated', user, account });
        tell(elsewhereListeners);
      }
    });
  }

  function publish(next: SessionState): boolean {
    if (JSON.stringify(next) === JSON.stringify(state)) return false;
    state = next;
    if (next.status === 'authenticated' && !isUnconfirmed) writeLocalAccount(next.account);
    tell(listeners);
    return true;
  }
}

/** A registration that our API refused. What the identity provider had made was taken back, or not. */
export class RegistrationUndone extends Error {
  readonly accountRemoved: boolean;

  constructor({ accountRemoved, cause }: { accountRemoved: boolean; cause: unknown }) {
    super('The registration was undone', { cause });
    this.name = 'RegistrationUndone';
    this.accountRemoved = accountRemoved;
  }
}

/** The refusals that end a sign-in. Any other is the provider's trouble and signs nobody out. */
const LOST = new Map<string, ProblemCode>([
  ['user-disabled', 'ACCOUNT_DISABLED'],
  ['user-not-found', 'ACCOUNT_DELETED'],
  ['user-token-expired', 'TOKEN_REVOKED'],
  ['invalid-refresh-token', 'TOKEN_REVOKED'],
  ['invalid-user-token', 'TOKEN_REVOKED'],
]);

const FAREWELLS: Partial<Record<ApiProblem['code'], Farewell>> = {
  ACCOUNT_DISABLED: 'disabled',
  ACCOUNT_DELETED: 'deleted',
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

function add(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(listeners: Set<() => void>): void {
  for (const listener of listeners) listener();
}
