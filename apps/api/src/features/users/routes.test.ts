import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { changeAccount } from '../../testing/identity.ts';
import { startTestApp, type Athlete, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function register(athlete: Athlete, body: object = {}) {
  return api.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: athlete.headers,
    payload: { username: 'Ana', email: athlete.email, firebaseUid: athlete.uid, ...body },
  });
}

function getProfile(athlete: Athlete) {
  return api.app.inject({ url: '/api/auth/profile', headers: athlete.headers });
}

function putProfile(athlete: Athlete, payload: object) {
  return api.app.inject({
    method: 'PUT',
    url: '/api/auth/profile',
    headers: athlete.headers,
    payload,
  });
}

test('a registered athlete has a profile', async () => {
  const ana = await api.signIn('ana', { verified: false });

  const registered = await register(ana, { username: '  Ana Lopes ' });

  expect(registered.statusCode).toBe(200);
  expect(registered.json()).toMatchObject({
    id: ana.userId,
    username: 'Ana Lopes',
    email: ana.email,
    avatar: null,
    firstSteps: 0,
    weekStart: 'monday',
  });
  expect((await getProfile(ana)).json()).toEqual(registered.json());
});

test('the email comes from the token, not from the body', async () => {
  const ana = await api.signIn('ana');
  const registered = await register(ana, { email: 'someone.else@example.test' });
  expect(registered.json()).toMatchObject({ email: ana.email });
});

test('registering another uid is rejected', async () => {
  const ana = await api.signIn('ana');
  const refused = await register(ana, { firebaseUid: 'another-uid' });
  expect(refused.json()).toMatchObject({ status: 403, code: 'IDENTITY_MISMATCH' });
  expect((await getProfile(ana)).json()).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
});

test('registering again changes nothing', async () => {
  const ana = await api.signUp('ana');
  const again = await register(ana, { username: 'Another name' });
  expect(again.statusCode).toBe(200);
  expect(again.json()).toMatchObject({ username: 'ana runner' });
});

test('without registration the profile is USER_NOT_FOUND', async () => {
  const ana = await api.signIn('ana');
  expect((await getProfile(ana)).json()).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
});

test.each([
  [{ username: '' }, '/username', 'Username is required'],
  [{ username: 'Al' }, '/username', 'Username must be at least 3 characters'],
  [{ username: '  A ' }, '/username', 'Username must be at least 3 characters'],
  [{ username: '😀😀' }, '/username', 'Username must be at least 3 characters'],
  [
    { username: 'Ana\0Lopes' },
    '/username',
    'Username can’t contain control characters. Type it instead of pasting it',
  ],
  [
    { avatar: 'https://example.test/\0.png' },
    '/avatar',
    'The picture must be a PNG, JPEG or WebP image',
  ],
  [{ email: '' }, '/email', 'Email is required'],
])('%j is rejected with its field', async (body, at, message) => {
  const ana = await api.signIn('ana');
  const refused = await register(ana, body);
  expect(refused.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  expect(refused.json().errors).toContainEqual({ at, message });
});

test('an update changes only the given fields', async () => {
  const ana = await api.signUp('ana');
  const picture = 'https://lh3.googleusercontent.com/a/picture';

  await putProfile(ana, { avatar: picture });
  await putProfile(ana, { username: 'Ana Lopes' });
  expect((await getProfile(ana)).json()).toMatchObject({ username: 'Ana Lopes', avatar: picture });

  const removed = await putProfile(ana, { avatar: null });
  expect(removed.json()).toMatchObject({ username: 'Ana Lopes', avatar: null });
});

test.each([
  'javascript:alert(1)',
  'http://example.test/a.png',
  'data:text/html;base64,AAAA',
  'x'.repeat(70_000),
])('the avatar %.20s is rejected', async (avatar) => {
  const ana = await api.signUp('ana');
  expect((await putProfile(ana, { avatar })).json()).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('the number of first steps never decreases', async () => {
  const ana = await api.signUp('ana');
  expect((await putProfile(ana, { firstSteps: 2 })).json()).toMatchObject({ firstSteps: 2 });
  // A device with an old profile.
  expect((await putProfile(ana, { firstSteps: 1 })).json()).toMatchObject({ firstSteps: 2 });
  expect((await putProfile(ana, { username: 'Ana Lopes' })).json()).toMatchObject({
    firstSteps: 2,
  });
  expect((await putProfile(ana, { firstSteps: 4 })).json()).toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('the first day of the week is Monday or Sunday', async () => {
  const ana = await api.signUp('ana');
  expect((await putProfile(ana, { weekStart: 'sunday' })).json()).toMatchObject({
    weekStart: 'sunday',
  });
  expect((await putProfile(ana, { firstSteps: 1 })).json()).toMatchObject({ weekStart: 'sunday' });
  expect((await putProfile(ana, { weekStart: 'friday' })).json()).toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('an update does not affect other athletes', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  await putProfile(ana, { username: 'Changed' });
  expect((await getProfile(ben)).json()).toMatchObject({ username: 'ben runner' });
});

test('an email changed at the identity provider is used once verified', async () => {
  const ana = await api.signUp('ana');
  await api.db.query({
    text: 'update app_user set email = $1 where user_id = $2',
    values: ['old@example.test', ana.userId],
  });
  const storedEmail = async () =>
    (await api.db.query(sql`select email from app_user where user_id = ${ana.userId}`)).rows;

  expect((await getProfile(ana)).json()).toMatchObject({ email: ana.email });
  // Reading stores nothing; the next update does.
  expect(await storedEmail()).toEqual([{ email: 'old@example.test' }]);
  expect((await putProfile(ana, { firstSteps: 1 })).json()).toMatchObject({ email: ana.email });
  expect(await storedEmail()).toEqual([{ email: ana.email }]);
});

test('logout needs no registration', async () => {
  const ana = await api.signIn('ana');
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: ana.headers,
  });
  expect(response.statusCode).toBe(204);
  expect(response.body).toBe('');
});

test('a disabled account gets ACCOUNT_DISABLED', async () => {
  const ana = await api.signUp('ana');
  await changeAccount(ana.uid, { disableUser: true });
  expect((await getProfile(ana)).json()).toMatchObject({
    status: 401,
    code: 'ACCOUNT_DISABLED',
    title: 'Your account has been disabled',
  });
});
