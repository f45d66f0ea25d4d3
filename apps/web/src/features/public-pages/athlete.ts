// Athletes leave the landing page for the app. On the other public pages they find a way back to it. What the
// app has for this is too heavy for pages that most people see without ever signing in.

/** The key under which session/local-user.ts stores the athlete. */
const USER_KEY = 'pacewright.user';

/** Where the identity provider stores a sign-in. */
const SIGN_IN = {
  database: 'firebaseLocalStorageDb',
  store: 'firebaseLocalStorage',
  key: 'firebase:authUser:',
};

const isLanding = location.pathname === '/';

/** Keeps the page in step with whether somebody is signed in. */
export function followSignIn(): void {
  // Another tab has signed in or out. A key of null means that everything was cleared.
  addEventListener('storage', ({ key }) => {
    if (key === USER_KEY || key === null) show();
  });
  // A page from the browser's memory may be older than the sign-in.
  addEventListener('pageshow', ({ persisted }) => persisted && show());
  // A sign-in may outlive what is stored of the athlete. The app then asks who they are.
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
    // Opening one that is not there would make it.
    if (!databases.some(({ name }) => name === SIGN_IN.database)) return false;
    const database = await resultOf(indexedDB.open(SIGN_IN.database));
    const keys = await resultOf(
      database.transaction(SIGN_IN.store).objectStore(SIGN_IN.store).getAllKeys(),
    );
    database.close();
    return keys.some((key) => typeof key === 'string' && key.startsWith(SIGN_IN.key));
  } catch {
    // The browser allows no storage, so there is no sign-in in it.
    return false;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Not readable')));
  });
}
