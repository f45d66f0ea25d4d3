// Redirects athletes from the landing page to the app, and shows them a link to it on the other public pages. The
// app's own session code is too heavy for pages that most people see without signing in.

/** The key under which session/local-user.ts stores the athlete. */
const USER_KEY = 'pacewright.user';

/** The identity provider's database. */
const SIGN_IN = {
  database: 'firebaseLocalStorageDb',
  store: 'firebaseLocalStorage',
  key: 'firebase:authUser:',
};

const isLanding = location.pathname === '/';

/** Keeps the page in sync with the sign-in state. */
export function followSignIn(): void {
  // Another tab has signed in or out. A key of null means that everything was cleared.
  addEventListener('storage', ({ key }) => {
    if (key === USER_KEY || key === null) show();
  });
  // A page from the back-forward cache may be older than the sign-in.
  addEventListener('pageshow', ({ persisted }) => persisted && show());
  // The sign-in can exist without the stored athlete. The app then loads the profile.
  if (isLanding)
    setTimeout(() => void hasSignIn().then((is) => is && location.replace('/app')), 500);
}

function show(): void {
  const isAthlete = Boolean(localStorage.getItem(USER_KEY));
  if (isLanding && isAthlete) location.replace('/app');
  document.documentElement.toggleAttribute('data-athlete', isAthlete);
}

async function hasSignIn(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    // Opening a missing database would create it.
    if (!databases.some(({ name }) => name === SIGN_IN.database)) return false;
    const database = await resultOf(indexedDB.open(SIGN_IN.database));
    const keys = await resultOf(
      database.transaction(SIGN_IN.store).objectStore(SIGN_IN.store).getAllKeys(),
    );
    database.close();
    return keys.some((key) => typeof key === 'string' && key.startsWith(SIGN_IN.key));
  } catch {
    // Storage is blocked, so there is no sign-in.
    return false;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Not readable')));
  });
}
