/** An account of the identity provider. */
export type Account = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | undefined;
  photoUrl: string | undefined;
  methods: readonly SignInMethod[];
};

export type SignInMethod = 'password' | 'google';

/** The purpose of a mailed link. */
export type MailedAction = {
  kind: 'verify-email' | 'reset-password' | 'change-email' | 'recover-email' | 'other';
  /** The account's address; for a change of email, the new one. */
  email: string;
};

export type BearerToken = {
  token: string;
  /** In milliseconds since 1970, by the provider's clock. */
  issuedAt: number;
  expiresAt: number;
  /** The claim that the API reads. The account may have changed since the token was issued. */
  emailVerified: boolean;
};

/**
 * The functions of an identity provider that we use. Production runs firebase.ts; tests have their own. Every
 * failure is an IdentityError.
 */
export type Identity = {
  /** Reports who is signed in: first once that is known, then at every change, in other tabs too. */
  watch: (listener: (account: Account | undefined) => void) => () => void;
  current: () => Account | undefined;

  createAccount: (email: string, password: string) => Promise<Account>;
  signIn: (email: string, password: string) => Promise<Account>;
  /** Opens Google's window, so it must be called from a click. */
  signInWithGoogle: () => Promise<{ account: Account; isNew: boolean }>;
  signOut: () => Promise<void>;
  /** Refreshes the account, and the token with it. */
  reload: () => Promise<Account>;
  deleteAccount: () => Promise<void>;

  token: (options: { refresh: boolean }) => Promise<BearerToken>;

  sendVerification: () => Promise<void>;
  sendPasswordReset: (email: string) => Promise<void>;
  readAction: (code: string) => Promise<MailedAction>;
  applyAction: (code: string) => Promise<void>;
  resetPassword: (code: string, password: string) => Promise<void>;

  /** Signs in again, which the provider requires before a change of email or password. */
  confirmPassword: (password: string) => Promise<void>;
  confirmWithGoogle: () => Promise<void>;
  changePassword: (password: string) => Promise<void>;
  /** Mails a link to the new address; the change happens when it is opened. */
  requestEmailChange: (email: string) => Promise<void>;
};

/** An error of the identity provider. The code is the provider's, such as "wrong-password". */
export class IdentityError extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.name = 'IdentityError';
    this.code = code;
  }
}

/** The message of a call that needs a user when none is signed in. */
export const NO_USER = 'No authenticated user';
