/** Someone as the identity provider knows them. */
export type Account = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | undefined;
  photoUrl: string | undefined;
  methods: readonly SignInMethod[];
};

export type SignInMethod = 'password' | 'google';

/** What the link in a mail asks for. */
export type MailedAction = {
  kind: 'verify-email' | 'reset-password' | 'change-email' | 'recover-email' | 'other';
  /** The account's address; for a change of email, the new one. */
  email: string;
};

export type BearerToken = {
  token: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
  /** The claim that the API reads. The account may have changed since the token was issued. */
  emailVerified: boolean;
};

/**
 * What we need of an identity provider. firebase.ts is the one that runs; tests write their own.
 * Every failure is an IdentityError.
 */
export type Identity = {
  /** Tells who is signed in: first once that is known, then at every change, in other tabs too. */
  watch: (listener: (account: Account | undefined) => void) => () => void;
  current: () => Account | undefined;

  createAccount: (email: string, password: string) => Promise<Account>;
  signIn: (email: string, password: string) => Promise<Account>;
  /** Opens Google's window, so it must be called from a click. */
  signInWithGoogle: () => Promise<{ account: Account; isNew: boolean }>;
  signOut: () => Promise<void>;
  /** Asks for the account as it is now, and for a token that says the same. */
  reload: () => Promise<Account>;
  deleteAccount: () => Promise<void>;

  token: (options: { refresh: boolean }) => Promise<BearerToken>;

  sendVerification: () => Promise<void>;
  sendPasswordReset: (email: string) => Promise<void>;
  readAction: (code: string) => Promise<MailedAction>;
  applyAction: (code: string) => Promise<void>;
  resetPassword: (code: string, password: string) => Promise<void>;

  /** Proves again who is there, which the provider asks for before a change of email or password. */
  confirmPassword: (password: string) => Promise<void>;
  confirmWithGoogle: () => Promise<void>;
  changePassword: (password: string) => Promise<void>;
  /** Mails a link to the new address; the change happens when it is opened. */
  requestEmailChange: (email: string) => Promise<void>;
};

/** A refusal of the identity provider. The code is the provider's, such as "wrong-password". */
export class IdentityError extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.name = 'IdentityError';
    this.code = code;
  }
}

/** What a call that needs a user says when none is signed in. */
export const NO_USER = 'No authenticated user';
