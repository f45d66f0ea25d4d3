import { FirebaseError, initializeApp } from 'firebase/app';
import {
  ActionCodeOperation,
  applyActionCode,
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updatePassword,
  type User,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import {
  type Account,
  type Identity,
  IdentityError,
  type MailedAction,
  NO_USER,
  type SignInMethod,
} from './identity.ts';

/** Firebase Authentication. No other module imports it, and it is loaded only when someone may sign in. */
export function openFirebase(): Identity {
  const auth = connect();

  return {
    watch: (listener) => onIdTokenChanged(auth, (user) => listener(toAccount(user))),
    current: () => toAccount(auth.currentUser),

    createAccount: (email, password) =>
      translated(async () =>
        accountOf((await createUserWithEmailAndPassword(auth, email, password)).user),
      ),
    signIn: (email, password) =>
      translated(async () =>
        accountOf((await signInWithEmailAndPassword(auth, email, password)).user),
      ),
    signInWithGoogle: () =>
      // Nothing is awaited before the window opens, or the browser blocks it as a pop-up.
      translated(async () => {
        const result = await signInWithPopup(auth, google(), browserPopupRedirectResolver);
        return {
          account: accountOf(result.user),
          isNew: getAdditionalUserInfo(result)?.isNewUser ?? false,
        };
      }),
    signOut: () => translated(() => signOut(auth)),
    reload: () =>
      translated(async () => {
        const user = signedIn(auth);
        await user.reload();
        // The current token still has the claims of when it was issued.
        if (user.emailVerified) await user.getIdToken(true);
        return accountOf(user);
      }),
    deleteAccount: () => translated(() => deleteUser(signedIn(auth))),

    token: ({ refresh }) =>
      translated(async () => {
        const { token, issuedAtTime, expirationTime, claims } =
          await signedIn(auth).getIdTokenResult(refresh);
        return {
          token,
          issuedAt: Date.parse(issuedAtTime),
          expiresAt: Date.parse(expirationTime),
          emailVerified: claims['email_verified'] === true,
        };
      }),

    sendVerification: () => translated(() => sendEmailVerification(signedIn(auth))),
    sendPasswordReset: (email) => translated(() => sendPasswordResetEmail(auth, email)),
    readAction: (code) =>
      translated(async () => {
        const { operation, data } = await checkActionCode(auth, code);
        return { kind: ACTIONS[operation] ?? 'other', email: data.email ?? '' };
      }),
    applyAction: (code) => translated(() => applyActionCode(auth, code)),
    resetPassword: (code, password) => translated(() => confirmPasswordReset(auth, code, password)),

    confirmPassword: (password) =>
      translated(async () => {
        const user = signedIn(auth);
        const credential = EmailAuthProvider.credential(accountOf(user).email, password);
        await reauthenticateWithCredential(user, credential);
      }),
    confirmWithGoogle: () =>
      translated(async () => {
        await reauthenticateWithPopup(signedIn(auth), google(), browserPopupRedirectResolver);
      }),
    changePassword: (password) => translated(() => updatePassword(signedIn(auth), password)),
    requestEmailChange: (email) => translated(() => verifyBeforeUpdateEmail(signedIn(auth), email)),
  };
}

function connect(): Auth {
  const app = initializeApp({
    apiKey: import.meta.env.VITE_FIREBASE_API_KEY,
    authDomain: import.meta.env.VITE_FIREBASE_AUTH_DOMAIN,
    projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID,
  });
  // Not getAuth: on phones it loads Google's script and a frame before it reports who is signed in. Here the
  // popup resolver is passed at the click.
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // The variable is written out in full, so that a production build drops the emulator's code.
  if (import.meta.env.VITE_FIREBASE_AUTH_EMULATOR)
    connectAuthEmulator(auth, import.meta.env.VITE_FIREBASE_AUTH_EMULATOR, {
      disableWarnings: true,
    });
  return auth;
}

function google(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  return provider;
}

const METHODS: Record<string, SignInMethod> = { password: 'password', 'google.com': 'google' };

const ACTIONS: Record<string, MailedAction['kind']> = {
  [ActionCodeOperation.VERIFY_EMAIL]: 'verify-email',
  [ActionCodeOperation.PASSWORD_RESET]: 'reset-password',
  [ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL]: 'change-email',
  [ActionCodeOperation.RECOVER_EMAIL]: 'recover-email',
};

function toAccount(user: User | null): Account | undefined {
  return user ? accountOf(user) : undefined;
}

function accountOf(user: User): Account {
  return {
    uid: user.uid,
    // Both sign-in methods that we offer have an email.
    email: user.email ?? '',
    emailVerified: user.emailVerified,
    displayName: user.displayName ?? undefined,
    photoUrl: user.photoURL ?? undefined,
    methods: user.providerData.flatMap(({ providerId }) => METHODS[providerId] ?? []),
  };
}

function signedIn(auth: Auth): User {
  if (!auth.currentUser) throw new Error(NO_USER);
  return auth.currentUser;
}

async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FirebaseError)
      throw new IdentityError(error.code.replace(/^auth\//, ''), { cause: error });
    throw error;
  }
}
