import {
  type Account,
  type Identity,
  IdentityError,
  NO_USER,
} from '../platform/session/identity.ts';

type Known = { account: Account; password: string | undefined };
type Mail = { email: string; kind: 'verification' | 'reset' | 'change-email' };

type Action = Awaited<ReturnType<Identity['readAction']>>;
type Attempt = (method: keyof Identity) => Promise<void>;
type Accounts = ReturnType<typeof createAccounts>;

/** An identity provider in memory, whose methods can be made to fail. */
export function createFakeIdentity() {
  const refusals = new Map<keyof Identity, string[]>();
  const mails: Mail[] = [];
  const actions = new Map<string, Action>();
  const accounts = createAccounts();
  const { add, become, byEmail, change, current, known, signedIn, watch } = accounts;
  const tokens = createTokens();
  let google: { email: string; displayName?: string; photoUrl?: string } | undefined;

  /** Every method is asynchronous and can be made to fail. */
  async function attempt(method: keyof Identity): Promise<void> {
    await Promise.resolve();
    const code = refusals.get(method)?.shift();
    if (code) throw new IdentityError(code);
  }

  const identity: Identity = {
    ...mailMethods(accounts, attempt, { mails, actions }),
    ...passwordMethods(accounts, attempt),
    watch,
    current,
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
      tokens.setVerified(signedIn().emailVerified);
      return signedIn();
    },
    deleteAccount: async () => {
      await attempt('deleteAccount');
      known.delete(signedIn().uid);
      become(undefined);
    },
    token: async ({ refresh }) => {
      await attempt('token');
      return tokens.read(signedIn(), refresh);
    },
    confirmWithGoogle: () => attempt('confirmWithGoogle'),
  };

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
    letTokenExpireIn: tokens.letExpireIn,
    chooseGoogleAccount: (account: typeof google) => void (google = account),
    mail: (code: string, action: Action) => void actions.set(code, action),
  };
}

/** The accounts, and which of them is signed in. */
function createAccounts() {
  const known = new Map<string, Known>();
  const listeners = new Set<(account: Account | undefined) => void>();
  let currentUid: string | undefined;

  const current = () => (currentUid ? known.get(currentUid)?.account : undefined);

  function become(uid: string | undefined): void {
    currentUid = uid;
    for (const listener of listeners) listener(current());
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

  function change(email: string, changes: Partial<Account>): void {
    const found = byEmail(email);
    if (found) found.account = { ...found.account, ...changes };
  }

  const watch: Identity['watch'] = (listener) => {
    listeners.add(listener);
    queueMicrotask(() => listener(current()));
    return () => listeners.delete(listener);
  };

  return { known, current, become, signedIn, byEmail, add, change, watch };
}

/** A token has the account as it was when the token was made. */
function createTokens() {
  let lifeMs = HOUR_MS;
  let made = 0;
  let isVerified = false;
  return {
    letExpireIn: (ms: number) => void (lifeMs = ms),
    setVerified: (verified: boolean) => void (isVerified = verified),
    read: ({ emailVerified }: Account, refresh: boolean | undefined) => {
      if (refresh) lifeMs = HOUR_MS;
      if (refresh || made === 0) {
        made++;
        isVerified = emailVerified;
      }
      return {
        token: `token-${made}`,
        issuedAt: Date.now() + lifeMs - HOUR_MS,
        expiresAt: Date.now() + lifeMs,
        emailVerified: isVerified,
      };
    },
  };
}

const HOUR_MS = 60 * 60_000;

function passwordMethods({ known, byEmail, add, become, signedIn }: Accounts, attempt: Attempt) {
  return {
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
    confirmPassword: async (password) => {
      await attempt('confirmPassword');
      if (known.get(signedIn().uid)?.password !== password)
        throw new IdentityError('invalid-credential');
    },
    changePassword: async (password) => {
      await attempt('changePassword');
      const found = known.get(signedIn().uid);
      if (found) found.password = password;
    },
  } satisfies Partial<Identity>;
}

/** What sends mails, and what their links do. */
function mailMethods(
  { byEmail, change, signedIn }: Accounts,
  attempt: Attempt,
  { mails, actions }: { mails: Mail[]; actions: Map<string, Action> },
) {
  return {
    sendVerification: async () => {
      await attempt('sendVerification');
      mails.push({ email: signedIn().email, kind: 'verification' });
    },
    sendPasswordReset: async (email) => {
      await attempt('sendPasswordReset');
      mails.push({ email, kind: 'reset' });
    },
    requestEmailChange: async (email) => {
      await attempt('requestEmailChange');
      mails.push({ email, kind: 'change-email' });
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
  } satisfies Partial<Identity>;
}
