import { deleteAccount, getProfile, logout, registerUser, type User } from '@pacewright/contract';
import { beforeEach, expect, type Mock, test, vi } from 'vitest';
import { createFakeApi, problemOf, unreachable, userNamed } from '../../testing/fake-api.ts';
import { createFakeIdentity } from '../../testing/fake-identity.ts';
import { clearSignOutReason, getSignOutReason } from './sign-out-reason.ts';
import { RegistrationRolledBack } from './auth-flows.ts';
import { createSession } from './session.ts';

const NOT_LOADED = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
const FORM = { username: 'alex', email: 'alex@example.test', password: 'trackday' };

type Remove = (athleteId: string) => Promise<void>;

let provider: ReturnType<typeof createFakeIdentity>;
let api: ReturnType<typeof createFakeApi>;
let localData: { removeDataOf: Mock<Remove>; removeDataOfOthers: Mock<Remove> };
let page: { reload: () => void; open: (path: string) => void };

beforeEach(() => {
  clearSignOutReason();
  provider = createFakeIdentity();
  api = createFakeApi();
  localData = {
    removeDataOf: vi.fn<Remove>(async () => {}),
    removeDataOfOthers: vi.fn<Remove>(async () => {}),
  };
  page = { reload: vi.fn<() => void>(), open: vi.fn<(path: string) => void>() };
  api.answer(registerUser, ({ body }) => userNamed((body as { username: string }).username));
  api.answer(getProfile, () => userNamed('alex'));
  api.answer(logout, () => undefined);
  api.answer(deleteAccount, () => provider.remove(FORM.email));
});

test('the session is loading until the identity provider reports, then nobody is signed in', async () => {
  const session = openSession();
  expect(session.state()).toEqual({ status: 'loading' });
  expect(await session.ready()).toEqual({ status: 'unauthenticated' });
});

test('registering signs in an athlete who is not yet verified', async () => {
  const session = await readySession();

  expect(await session.register(FORM)).toEqual({ mailSent: true });

  expect(session.state()).toMatchObject({
    status: 'authenticated',
    user: { username: 'alex' },
    account: { emailVerified: false },
  });
  expect(provider.mails).toEqual([{ email: FORM.email, kind: 'verification' }]);
  expect(localUser()).toMatchObject({ username: 'alex' });
  expect(api.calls.at(0)?.request.body).toEqual({
    username: 'alex',
    email: FORM.email,
    firebaseUid: 'uid-1',
  });
});

test('nobody is signed in before the registration is complete', async () => {
  const session = await readySession();
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.state().status));
  api.answer(registerUser, () => {
    seen.push('registered');
    return userNamed('alex');
  });

  await session.register(FORM);

  expect(seen).toEqual(['registered', 'authenticated']);
});

test('a registration that the identity provider refuses stores nothing', async () => {
  provider.refuseNext('createAccount', 'too-many-requests');
  const session = await readySession();

  await expect(session.register(FORM)).rejects.toMatchObject({ code: 'too-many-requests' });

  expectNothingOf(FORM.email, session);
  expect(api.calls).toEqual([]);
});

test('a registration that our API refuses removes the new account', async () => {
  api.answer(registerUser, () => {
    throw problemOf('INTERNAL');
  });
  api.answer(deleteAccount, () => {
    throw problemOf('INTERNAL');
  });
  const session = await readySession();

  const failure = await session.register(FORM).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(RegistrationRolledBack);
  expect(failure).toMatchObject({ accountRemoved: true });
  expectNothingOf(FORM.email, session);
});

test('when the answer to a registration is lost, our API is asked to delete it too', async () => {
  api.answer(registerUser, () => {
    throw unreachable();
  });
  const session = await readySession();

  await expect(session.register(FORM)).rejects.toMatchObject({ accountRemoved: true });

  expect(api.countOf(deleteAccount)).toBe(1);
  expectNothingOf(FORM.email, session);
});

test('when the account cannot be removed, the error says so, and signing in completes it', async () => {
  api.answer(registerUser, () => {
    throw unreachable();
  });
  api.answer(deleteAccount, () => {
    throw unreachable();
  });
  provider.refuseNext('deleteAccount', 'network-request-failed');
  const session = await readySession();

  await expect(session.register(FORM)).rejects.toMatchObject({ accountRemoved: false });
  expect(session.state()).toEqual({ status: 'unauthenticated' });

  api.answer(getProfile, () => {
    throw problemOf('USER_NOT_FOUND');
  });
  api.answer(registerUser, () => userNamed('alex'));
  await session.signIn(FORM.email, FORM.password);
  expect(session.state()).toMatchObject({ status: 'authenticated' });
});

test('a verification mail that cannot be sent does not undo the registration', async () => {
  provider.refuseNext('sendVerification', 'too-many-requests');
  const session = await readySession();

  expect(await session.register(FORM)).toEqual({ mailSent: false });
  expect(session.state()).toMatchObject({ status: 'authenticated' });
});

test('a 401 during a registration removes the account, then reloads the page', async () => {
  for (const endpoint of [registerUser, deleteAccount])
    api.answer(endpoint, () => {
      throw problemOf('TOKEN_INVALID');
    });
  const session = await readySession();

  await expect(session.register(FORM)).rejects.toBeInstanceOf(RegistrationRolledBack);

  expectNothingOf(FORM.email, session);
  expect(page.reload).toHaveBeenCalledTimes(1);
  expect(getSignOutReason()).toBe('not-registered');
});

test('signing in loads the profile and stores it on this device', async () => {
  provider.add({ email: FORM.email, emailVerified: true }, FORM.password);
  const session = await readySession();

  await session.signIn(FORM.email, FORM.password);

  expect(session.state()).toMatchObject({ status: 'authenticated', user: { username: 'alex' } });
  expect(localUser()).toMatchObject({ username: 'alex' });
});

test('a sign-in while our API is down is rolled back', async () => {
  provider.add({ email: FORM.email, emailVerified: true }, FORM.password);
  api.answer(getProfile, () => {
    throw unreachable();
  });
  const session = await readySession();

  await expect(session.signIn(FORM.email, FORM.password)).rejects.toThrow('Can’t reach Pacewright');

  expect(session.state()).toEqual({ status: 'unauthenticated' });
  expect(provider.identity.current()).toBeUndefined();
  expect(provider.has(FORM.email)).toBe(true);
});

test('the API client is loaded in parallel with the identity provider', () => {
  const connect = vi.spyOn(api, 'connect');
  const session = createSession({
    loadIdentity: () => new Promise(() => {}),
    loadAccountApi: connect,
    page,
    loadLocalData: async () => localData,
  });

  void session.ready();

  expect(connect).toHaveBeenCalledTimes(1);
});

test('without the API client the session still knows that nobody is signed in', async () => {
  vi.spyOn(api, 'connect').mockRejectedValue(NOT_LOADED);
  expect(await openSession().ready()).toEqual({ status: 'unauthenticated' });
});

test('an API client that does not load is reported, and loaded again by the next attempt', async () => {
  provider.add({ email: FORM.email, emailVerified: true }, FORM.password);
  vi.spyOn(api, 'connect').mockRejectedValueOnce(NOT_LOADED).mockRejectedValueOnce(NOT_LOADED);
  const session = await readySession();

  const failure = session.signIn(FORM.email, FORM.password);
  await expect(failure).rejects.toMatchObject({ code: 'UNREACHABLE', cause: NOT_LOADED });
  expect(provider.identity.current()).toBeUndefined();

  await session.signIn(FORM.email, FORM.password);
  expect(session.state()).toMatchObject({ status: 'authenticated' });
  expect(api.connect).toHaveBeenCalledTimes(3);
});

test('Google registers a new athlete under the name and picture they have there', async () => {
  provider.chooseGoogleAccount({
    email: 'gina@example.test',
    displayName: 'Gina Runner',
    photoUrl: 'https://lh3.googleusercontent.com/gina',
  });
  api.answer(getProfile, () => {
    throw problemOf('USER_NOT_FOUND');
  });
  const session = await readySession();

  await session.signInWithGoogle();

  expect(api.calls.at(-1)?.request.body).toEqual({
    username: 'Gina Runner',
    email: 'gina@example.test',
    firebaseUid: 'uid-1',
    avatar: 'https://lh3.googleusercontent.com/gina',
  });
  expect(session.state()).toMatchObject({ status: 'authenticated' });
});

test('Google does not register a known athlete again', async () => {
  provider.chooseGoogleAccount({ email: 'gina@example.test' });
  const session = await readySession();

  await session.signInWithGoogle();

  expect(api.countOf(registerUser)).toBe(0);
});

test('a new Google account that cannot be registered is removed', async () => {
  provider.chooseGoogleAccount({ email: 'gina@example.test' });
  api.answer(getProfile, () => {
    throw problemOf('USER_NOT_FOUND');
  });
  api.answer(registerUser, () => {
    throw problemOf('INTERNAL');
  });
  api.answer(deleteAccount, () => {
    throw problemOf('INTERNAL');
  });
  const session = await readySession();

  await expect(session.signInWithGoogle()).rejects.toMatchObject({ code: 'INTERNAL' });

  expectNothingOf('gina@example.test', session);
});

test('a token that lasts longer than 5 minutes is used as it is', async () => {
  const session = await signedInSession();
  provider.letTokenExpireIn(5 * 60_000 + 1_000);
  expect(await session.token()).toBe('token-1');
});

test('a token that expires within 5 minutes is refreshed first', async () => {
  const session = await signedInSession();
  provider.letTokenExpireIn(5 * 60_000 - 1_000);
  expect(await session.token()).toBe('token-2');
});

test('calls at the same time share one refresh', async () => {
  const session = await signedInSession();
  provider.letTokenExpireIn(5 * 60_000 - 1_000);
  const token = vi.spyOn(provider.identity, 'token');
  const tokens = await Promise.all([1, 2, 3, 4].map(() => session.token()));
  expect(new Set(tokens)).toEqual(new Set(['token-2']));
  expect(token.mock.calls.filter(([options]) => options.refresh)).toHaveLength(1);
});

test('a token from before the email was verified is refreshed before it is used, once', async () => {
  const session = await readySession();
  await session.register(FORM);
  expect(await session.token()).toBe('token-1');

  provider.change(FORM.email, { emailVerified: true });

  expect(await session.token()).toBe('token-2');
  expect(await session.token()).toBe('token-2');
});

test('a token that contradicts the account even after a refresh is not refreshed for every call', async () => {
  const session = await signedInSession();
  let issued = 0;
  vi.spyOn(provider.identity, 'token').mockImplementation(async ({ refresh }) => {
    if (refresh) issued++;
    return { token: `stale-${issued}`, issuedAt: 0, expiresAt: Infinity, emailVerified: false };
  });

  await session.token();
  await session.token();

  expect(issued).toBe(1);
});

test('on a device whose clock is two hours ahead, a token is refreshed once and not for every call', async () => {
  const session = await signedInSession();
  const issuedAt = Date.now() - 120 * 60_000;
  let issued = 0;
  vi.spyOn(provider.identity, 'token').mockImplementation(async ({ refresh }) => {
    if (refresh) issued++;
    const expiresAt = issuedAt + 60 * 60_000;
    return { token: `early-${issued}`, issuedAt, expiresAt, emailVerified: true };
  });

  for (let call = 0; call < 3; call++) expect(await session.token()).toBe('early-1');

  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 56 * 60_000);
  expect(await session.token()).toBe('early-2');
});

test('a call that needs a user fails when none is signed in', async () => {
  const session = await readySession();
  await expect(session.token()).rejects.toThrow('No authenticated user');
});

test('nobody is signed out because the identity provider is unreachable', async () => {
  const session = await signedInSession();
  provider.refuseNext('token', 'network-request-failed');

  await expect(session.token()).rejects.toThrow('Can’t reach Pacewright');

  expect(session.state()).toMatchObject({ status: 'authenticated' });
  expect(page.reload).not.toHaveBeenCalled();
});

test.each([
  ['user-disabled', 'disabled'],
  ['user-not-found', 'deleted'],
  ['user-token-expired', 'signed-out'],
  ['invalid-refresh-token', 'signed-out'],
])('an account that gets no more tokens (%s) is signed out', async (code, reason) => {
  const session = await signedInSession();
  provider.refuseNext('token', code);

  await session.token().catch(() => undefined);

  expect(localUser()).toBeUndefined();
  expect(provider.identity.current()).toBeUndefined();
  expect(getSignOutReason()).toBe(reason);
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test.each(['internal-error', 'too-many-requests', 'quota-exceeded'])(
  'a temporary error of the identity provider (%s) signs nobody out',
  async (code) => {
    const session = await signedInSession();
    provider.refuseNext('token', code);

    await expect(session.token()).rejects.toMatchObject({ code: 'IDENTITY_UNAVAILABLE' });

    expect(session.state()).toMatchObject({ status: 'authenticated' });
    expect(page.reload).not.toHaveBeenCalled();
  },
);

test('a 401 removes the local user, signs out and reloads the page', async () => {
  const session = await signedInSession();
  api.answer(getProfile, () => {
    throw problemOf('ACCOUNT_DISABLED');
  });

  await expect(session.call(getProfile)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });

  expect(localUser()).toBeUndefined();
  expect(provider.identity.current()).toBeUndefined();
  expect(getSignOutReason()).toBe('disabled');
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test('logout removes the local user, calls the API and opens the sign-in page', async () => {
  const session = await signedInSession();

  await session.logout();

  expect(localUser()).toBeUndefined();
  expect(provider.identity.current()).toBeUndefined();
  expect(api.countOf(logout)).toBe(1);
  expect(page.open).toHaveBeenCalledWith('/login');
  expect(getSignOutReason()).toBeUndefined();
});

test.each([problemOf('INTERNAL'), problemOf('TOKEN_INVALID'), unreachable()])(
  "logout ignores the API's answer: $code",
  async (problem) => {
    const session = await signedInSession();
    api.answer(logout, () => {
      throw problem;
    });

    await session.logout();

    expect(provider.identity.current()).toBeUndefined();
    expect(page.open).toHaveBeenCalledWith('/login');
    expect(page.reload).not.toHaveBeenCalled();
  },
);

test('logout removes the drafts of this athlete from the device', async () => {
  const session = await signedInSession();
  await session.logout();
  expect(localData.removeDataOf).toHaveBeenCalledExactlyOnceWith(userNamed('alex').id);
});

test('logout to sign in again with a new password leaves the drafts', async () => {
  const session = await signedInSession();
  await session.logout({ keepsDrafts: true });
  expect(localData.removeDataOf).not.toHaveBeenCalled();
});

test('logout works where the browser refuses its storage', async () => {
  const session = await signedInSession();
  localData.removeDataOf.mockRejectedValue(new Error('No storage'));
  await session.logout();
  expect(page.open).toHaveBeenCalledWith('/login');
});

test.each([
  ['ACCOUNT_DELETED', 1],
  ['ACCOUNT_DISABLED', 0],
  ['TOKEN_REVOKED', 0],
] as const)('a sign-in that ends with %s removes drafts %s times', async (code, times) => {
  const session = await signedInSession();
  api.answer(getProfile, () => {
    throw problemOf(code);
  });
  await session.call(getProfile).catch(() => undefined);
  expect(localData.removeDataOf).toHaveBeenCalledTimes(times);
});

test('a sign-in removes the data of other athletes from the device', async () => {
  await signedInSession();
  expect(localData.removeDataOfOthers).toHaveBeenCalledExactlyOnceWith(userNamed('alex').id);
});

test('logout does not wait for an API that never answers', async () => {
  const session = await signedInSession();
  api.answer(logout, () => new Promise(() => {}));
  vi.useFakeTimers();

  const leaving = session.logout();
  await vi.advanceTimersByTimeAsync(3_000);
  await leaving;
  vi.useRealTimers();

  expect(page.open).toHaveBeenCalledWith('/login');
});

test('logout does not wait for an identity provider that hangs, and the next page signs out first', async () => {
  const session = await signedInSession();
  const { signOut } = provider.identity;
  provider.identity.signOut = () => new Promise(() => {});
  vi.useFakeTimers();

  const leaving = session.logout();
  await vi.advanceTimersByTimeAsync(3_000);
  await leaving;
  vi.useRealTimers();
  expect(page.open).toHaveBeenCalledWith('/login');
  expect(localUser()).toBeUndefined();

  provider.identity.signOut = signOut;
  expect(await openSession().ready()).toEqual({ status: 'unauthenticated' });
  expect(provider.identity.current()).toBeUndefined();
  // The next sign-in is not ended by it.
  await signedInSession();
  expect(await openSession().ready()).toMatchObject({ status: 'authenticated' });
});

test('the sign-in survives a new page, before the API has answered', async () => {
  await signedInSession();
  api.answer(getProfile, () => new Promise(() => {}));

  const afterReload = openSession();

  expect(await afterReload.ready()).toMatchObject({
    status: 'authenticated',
    user: { username: 'alex' },
  });
});

test('a profile changed on another device is loaded with the next page', async () => {
  await signedInSession();
  api.answer(getProfile, () => userNamed('alexandra', FORM.email));

  const afterReload = await readySession();

  await vi.waitFor(() =>
    expect(afterReload.state()).toMatchObject({ user: { username: 'alexandra' } }),
  );
});

test('a profile changed here is not undone by an answer from before the change', async () => {
  await signedInSession();
  const asked = Promise.withResolvers<User>();
  api.answer(getProfile, () => asked.promise);
  const afterReload = await readySession();

  afterReload.setUser(userNamed('alexandra', FORM.email));
  asked.resolve(userNamed('alex', FORM.email));
  await new Promise((resolve) => setTimeout(resolve));

  expect(afterReload.state()).toMatchObject({ user: { username: 'alexandra' } });
  expect(localUser()).toMatchObject({ username: 'alexandra' });
});

test('a stored user of another shape is fetched again', async () => {
  await signedInSession();
  localStorage.setItem('pacewright.user', '{"username":7}');

  const afterReload = await readySession();

  expect(afterReload.state()).toMatchObject({ user: { username: 'alex' } });
  expect(localUser()).toMatchObject({ username: 'alex' });
});

test('a stored user unknown to the identity provider is given a reason for the sign-out', async () => {
  await signedInSession();
  provider.become(undefined);

  const afterReload = await readySession();

  expect(afterReload.state()).toEqual({ status: 'unauthenticated' });
  expect(localUser()).toBeUndefined();
  expect(getSignOutReason()).toBe('signed-out');
});

test('a sign-out in another tab reloads this one', async () => {
  await signedInSession();

  provider.become(undefined);

  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
});

test('a sign-out in another tab counts although the identity provider still has the account here', async () => {
  await signedInSession();

  removeUserInOtherTab();

  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  expect(provider.identity.current()).toBeUndefined();
});

test('a sign-out in another tab while this one opens is not undone by it', async () => {
  await signedInSession();
  const opening = openSession().ready();

  removeUserInOtherTab();

  expect(await opening).toEqual({ status: 'unauthenticated' });
  expect(provider.identity.current()).toBeUndefined();
  expect(localUser()).toBeUndefined();
});

test('another athlete in another tab reloads this one', async () => {
  await signedInSession();

  provider.become(provider.add({ email: 'other@example.test' }).uid);

  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
});

test('a sign-in in another tab is noticed once it is complete', async () => {
  const session = await readySession();
  const elsewhere = vi.fn<() => void>();
  session.onExternalChange(elsewhere);

  provider.become(provider.add({ email: FORM.email }, FORM.password).uid);
  await Promise.resolve();
  expect(session.state()).toEqual({ status: 'unauthenticated' });

  localStorage.setItem('pacewright.user', JSON.stringify(userNamed('alex')));
  window.dispatchEvent(new StorageEvent('storage', { key: 'pacewright.user' }));

  await vi.waitFor(() => expect(session.state()).toMatchObject({ status: 'authenticated' }));
  expect(elsewhere).toHaveBeenCalled();
});

test('a sign-in in another tab while this one opens is reported to the current page', async () => {
  const session = openSession();
  const elsewhere = vi.fn<() => void>();
  session.onExternalChange(elsewhere);
  const opening = session.ready();

  provider.become(provider.add({ email: FORM.email }, FORM.password).uid);
  localStorage.setItem('pacewright.user', JSON.stringify(userNamed('alex')));

  expect(await opening).toMatchObject({ status: 'authenticated' });
  expect(elsewhere).toHaveBeenCalledTimes(1);
});

test('the email-verified flag follows the link in the mail', async () => {
  const session = await readySession();
  await session.register(FORM);

  expect(await session.checkVerification()).toBe(false);
  provider.change(FORM.email, { emailVerified: true });
  expect(await session.checkVerification()).toBe(true);

  expect(session.state()).toMatchObject({ account: { emailVerified: true } });
});

test('deleting the account removes everything and signs out', async () => {
  const session = await signedInSession();

  await session.deleteAccount();

  expect(api.countOf(deleteAccount)).toBe(1);
  expect(localUser()).toBeUndefined();
  expect(getSignOutReason()).toBe('erased');
  expect(localData.removeDataOf).toHaveBeenCalledExactlyOnceWith(userNamed('alex').id);
  expect(page.open).toHaveBeenCalledWith('/login');
});

test('a deletion that fails half-way leaves the athlete signed in, to try again', async () => {
  const session = await signedInSession();
  api.answer(deleteAccount, () => {
    throw problemOf('IDENTITY_UNAVAILABLE');
  });

  await expect(session.deleteAccount()).rejects.toMatchObject({ code: 'IDENTITY_UNAVAILABLE' });

  expect(session.state()).toMatchObject({ status: 'authenticated' });
  expect(page.open).not.toHaveBeenCalled();
});

function removeUserInOtherTab(): void {
  localStorage.removeItem('pacewright.user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'pacewright.user' }));
}

function openSession() {
  return createSession({
    loadIdentity: async () => provider.identity,
    loadAccountApi: (credentials) => api.connect(credentials),
    page,
    loadLocalData: async () => localData,
  });
}

async function readySession() {
  const session = openSession();
  await session.ready();
  return session;
}

async function signedInSession() {
  provider.add({ email: FORM.email, emailVerified: true }, FORM.password);
  const session = await readySession();
  await session.signIn(FORM.email, FORM.password);
  return session;
}

function localUser(): User | undefined {
  const text = localStorage.getItem('pacewright.user');
  return text === null ? undefined : (JSON.parse(text) as User);
}

function expectNothingOf(email: string, session: ReturnType<typeof openSession>): void {
  expect(session.state()).toEqual({ status: 'unauthenticated' });
  expect(provider.has(email)).toBe(false);
  expect(provider.identity.current()).toBeUndefined();
  expect(localUser()).toBeUndefined();
}
