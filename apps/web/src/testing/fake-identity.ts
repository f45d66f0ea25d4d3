import {
  type Account,
  type Identity,
  IdentityError,
  NO_USER,
} from '../platform/session/identity.ts';

type Known = { account: Account; password: string | undefined };
type Mail = { email: string; kind: 'verification' | 'reset' | 'change-email' };

/** An identity provider in memory, whose methods can be made to fail. */
export function createFakeIdentity() {
  const known = new Map<string, Known>();
  const refusals = new Map<keyof Identity, string[]>();
  const listeners = new Set<(account: Account | undefined) => void>();
  const mails: Mail[] = [];
  const actions = new Map<string, Awaited<ReturnType<Identity['readAction']>>>();
  let currentUid: string | undefined;
  let tokenLifeMs = 60 * 60_000;
  let tokensMade = 0;
  let tokenIsVerified = false;
  let google: { email: string; displayName?: string; photoUrl?: string } | undefined;

  const current = () => (currentUid ? known.get(currentUid)?.account : undefined);

  function become(uid: string | undefined): void {
    currentUid = uid;
    for (const listener of listeners) listener(current());
  }

  /** Every method is asynchronous and can be made to fail. */
  async function attempt(method: keyof Identity): Promise<void> {
    await Promise.resolve();
    const code = refusals.get(method)?.shift();
    if (code) throw new IdentityError(code);
  }

  function signedIn(): Account {
    const account = current();
    if (!account) throw new Error(NO_USER);
    return account;
  }

  function byEmail(email: string): Known | undefined {
    return [...known.values()].find(({ account }) => account.email === email);
  }

  function add(details: Partial<Account> & { email: string }, password?: string): Account {
    const account: Account = {
      uid: `uid-${known.size + 1}`,
      emailVerified: false,
      displayName: undefined,
      photoUrl: undefined,
      methods: [password === undefined ? 'google' : 'password'],
      ...details,
    };
    known.set(account.uid, { account, password });
    return account;
  }

  const identity: Identity = {
    watch: (listener) => {
      listeners.add(listener);
      queueMicrotask(() => listener(current()));
      return () => listeners.delete(listener);
    },
    current,
    createAccount: async (email, password) => {
      await attempt('createAccount');
      if (byEmail(email)) throw new IdentityError('email-already-in-use');
      const account = add({ email }, password);
      become(account.uid);
      return account;
    },
    signIn: async (email, password) => {
      await attempt('signIn');
      const found = byEmail(email);
      if (found?.password !== password) throw new IdentityError('invalid-credential');
      become(found.account.uid);
      return found.account;
    },
    signInWithGoogle: async () => {
      await attempt('signInWithGoogle');
      if (!google) throw new IdentityError('popup-closed-by-user');
      const found = byEmail(google.email);
      const account = found?.account ?? add({ ...google, emailVerified: true });
      become(account.uid);
      return { account, isNew: !found };
    },
    signOut: async () => {
      await attempt('signOut');
      become(undefined);
    },
    reload: async () => {
      await attempt('reload');
      tokenIsVerified = signedIn().emailVerified;
      return signedIn();
    },
    deleteAccount: async () => {
      await attempt('deleteAccount');
      known.delete(signedIn().uid);
      become(undefined);
    },
    token: async ({ refresh }) => {
      await attempt('token');
      const { emailVerified } = signedIn();
      if (refresh) tokenLifeMs = 60 * 60_000;
      if (refresh || tokensMade === 0) {
        tokensMade++;
        tokenIsVerified = emailVerified;
      }
      return {
        token: `token-${tokensMade}`,
        issuedAt: Date.now() + tokenLifeMs - 60 * 60_000,
        expiresAt: Date.now() + tokenLifeMs,
        emailVerified: tokenIsVerified,
      };
    },
    sendVerification: async () => {
      await attempt('sendVerification');
      mails.push({ email: signedIn().email, kind: 'verification' });
    },
    sendPasswordReset: async (email) => {
      await attempt('sendPasswordReset');
      mails.push({ email, kind: 'reset' });
    },
    readAction: async (code) => {
      await attempt('readAction');
      const action = actions.get(code);
      if (!action) throw new IdentityError('invalid-action-code');
      return action;
    },
    applyAction: async (code) => {
      await attempt('applyAction');
      const email = actions.get(code)?.email;
      if (email === undefined) throw new IdentityError('invalid-action-code');
      actions.delete(code);
      change(email, { emailVerified: true });
    },
    resetPassword: async (code, password) => {
      await attempt('resetPassword');
      const found = byEmail(actions.get(code)?.email ?? '');
      if (!found) throw new IdentityError('invalid-action-code');
      actions.delete(code);
      found.password = password;
    },
    confirmPassword: async (password) => {
      await attempt('confirmPassword');
      if (known.get(signedIn().uid)?.password !== password)
        throw new IdentityError('invalid-credential');
    },
    confirmWithGoogle: () => attempt('confirmWithGoogle'),
    changePassword: async (password) => {
      await attempt('changePassword');
      const found = known.get(signedIn().uid);
      if (found) found.password = password;
    },
    requestEmailChange: async (email) => {
      await attempt('requestEmailChange');
      mails.push({ email, kind: 'change-email' });
    },
  };

  function change(email: string, changes: Partial<Account>): void {
    const found = byEmail(email);
    if (found) found.account = { ...found.account, ...changes };
  }

  return {
    identity,
    mails,
    add,
    change,
    /** A change in another tab, which this tab is notified of. */
    become,
    /** A deletion by our API, which this tab is not notified of. */
    remove: (email: string) => void known.delete(byEmail(email)?.account.uid ?? ''),
    has: (email: string) => byEmail(email) !== undefined,
    refuseNext: (method: keyof Identity, ...codes: string[]) => void refusals.set(method, codes),
    letTokenExpireIn: (ms: number) => void (tokenLifeMs = ms),
    chooseGoogleAccount: (account: typeof google) => void (google = account),
    mail: (code: string, action: Awaited<ReturnType<Identity['readAction']>>) =>
      void actions.set(code, action),
  };
}
