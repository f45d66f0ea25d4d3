import { getProfile } from '@pacewright/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, userNamed } from '../../testing/fake-api.ts';
import { createFakeIdentity } from '../../testing/fake-identity.ts';
import type { Identity } from './identity.ts';
import { getSignOutReason } from './sign-out-reason.ts';
import { createSession } from './session.ts';

// An athlete who was signed in reads this device's stored data before any network has answered.

const ALEX = { email: 'alex@example.test', password: 'trackday' };
const NO_LOCAL_DATA = { removeDataOf: async () => {}, removeDataOfOthers: async () => {} };

let provider: ReturnType<typeof createFakeIdentity>;
let api: ReturnType<typeof createFakeApi>;
let page: { reload: () => void; open: (path: string) => void };

beforeEach(() => {
  provider = createFakeIdentity();
  api = createFakeApi();
  page = { reload: vi.fn<() => void>(), open: vi.fn<(path: string) => void>() };
  api.answer(getProfile, () => userNamed('alex'));
});

test('the last athlete is signed in again before the identity provider answers', async () => {
  await signInBefore();
  const { session } = openWithSilentProvider();

  expect(session.restore()).toMatchObject({ email: ALEX.email, emailVerified: true });
  expect(session.state()).toMatchObject({ status: 'authenticated', user: { username: 'alex' } });
});

test('nothing is sent before the identity provider has confirmed the sign-in', async () => {
  await signInBefore();
  const { session, answer } = openWithSilentProvider();
  session.restore();
  const asked = api.countOf(getProfile);

  const reply = session.call(getProfile);
  await settle();
  expect(api.countOf(getProfile)).toBe(asked);

  answer();
  expect(await reply).toMatchObject({ username: 'alex' });
  expect(page.reload).not.toHaveBeenCalled();
});

test('a call reports Pacewright as unreachable when the identity provider hangs', async () => {
  await signInBefore();
  const { session } = openWithSilentProvider();
  session.restore();
  vi.useFakeTimers();
  try {
    const failure = session.call(getProfile).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ code: 'UNREACHABLE' });
  } finally {
    vi.useRealTimers();
  }
});

test("a sign-in that ended elsewhere ends here too, with all of the athlete's data", async () => {
  await signInBefore();
  const { session, answer } = openWithSilentProvider();
  session.restore();

  provider.become(undefined);
  answer();

  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  expect(localStorage.getItem('pacewright.user')).toBeNull();
  expect(localStorage.getItem('pacewright.user.account')).toBeNull();
  expect(getSignOutReason()).toBe('signed-out');
});

test('an athlete never sees the data of another', async () => {
  await signInBefore();
  const { session, answer } = openWithSilentProvider();
  session.restore();

  const ben = provider.add({ email: ALEX.email, emailVerified: true }, 'trackday');
  provider.become(ben.uid);
  answer();

  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  expect(localStorage.getItem('pacewright.user')).toBeNull();
});

test('an athlete with an unverified email waits for the identity provider', async () => {
  await signInBefore({ emailVerified: false });
  const { session } = openWithSilentProvider();

  expect(session.restore()).toBeUndefined();
  expect(session.state()).toEqual({ status: 'loading' });
});

test('an account that is no longer verified is checked again', async () => {
  await signInBefore();
  const { session, answer } = openWithSilentProvider();
  const revalidate = vi.fn<() => void>();
  session.onExternalChange(revalidate);
  session.restore();

  provider.change(ALEX.email, { emailVerified: false });
  answer();

  await vi.waitFor(() => expect(revalidate).toHaveBeenCalled());
  expect(session.restore()).toMatchObject({ emailVerified: false });
});

test('a profile that another device changed is adopted', async () => {
  await signInBefore();
  const { session, answer } = openWithSilentProvider();
  session.restore();
  api.answer(getProfile, () => userNamed('alexandra', ALEX.email));
  answer();

  await vi.waitFor(() =>
    expect(session.state()).toMatchObject({ user: { username: 'alexandra' } }),
  );
});

test('deleting the account waits for the identity provider', async () => {
  await signInBefore();
  const { session, answer } = openWithSilentProvider();
  session.restore();
  const erased = session.deleteAccount().catch((error: unknown) => error);
  await settle();
  expect(localStorage.getItem('pacewright.user')).not.toBeNull();
  answer();
  // The call fails because this test gives no answer, but it was made.
  expect(await erased).toBeInstanceOf(Error);
  expect(api.calls.at(-1)?.endpoint).toContain('DELETE');
});

async function signInBefore({ emailVerified = true } = {}): Promise<void> {
  provider.add({ email: ALEX.email, emailVerified }, ALEX.password);
  const session = createSession({
    loadIdentity: async () => provider.identity,
    loadAccountApi: (credentials) => api.connect(credentials),
    loadLocalData: async () => NO_LOCAL_DATA,
    // That page was closed, so it takes no part in the rest.
    page: { reload: () => {}, open: () => {} },
  });
  await session.ready();
  await session.signIn(ALEX.email, ALEX.password);
}

/** A new page whose identity provider waits for the network, like Firebase with a stored user. */
function openWithSilentProvider() {
  const answered = Promise.withResolvers<void>();
  let isReady = false;
  const identity: Identity = {
    ...provider.identity,
    current: () => (isReady ? provider.identity.current() : undefined),
    watch: (listener) => {
      let stop = () => {};
      void answered.promise.then(() => (stop = provider.identity.watch(listener)));
      return () => stop();
    },
  };
  const session = createSession({
    loadIdentity: async () => identity,
    loadAccountApi: (credentials) => api.connect(credentials),
    loadLocalData: async () => NO_LOCAL_DATA,
    page,
  });
  function answer(): void {
    isReady = true;
    answered.resolve();
  }
  return { session, answer };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
