import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import {
  CALLBACK,
  PUBLIC_ORIGIN as ORIGIN,
  RESOURCE,
  sendForm as sendFormTo,
  startTestOauth,
  type TestOauth,
  type Tokens,
} from '../../testing/apps.ts';
import { openTestIdentity } from '../../testing/identity.ts';
import { openLog } from '../../testing/open-log.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runRetention } from '../../testing/run-jobs.ts';

// Apps sign in as the official client does; then every attack by hand. Each one is refused.

const ISSUER = `${ORIGIN}/oauth`;
const DAY = 24 * 3600 * 1000;

let api: TestApp;
let app: FastifyInstance;
let oauth: TestOauth;
/** The app of the tests. */
let clientId: string;
let ana: Athlete;
let isVerified = true;
let time = Date.now();
const now = () => new Date(time);
const identity = openTestIdentity();

beforeAll(async () => {
  oauth = await startTestOauth();
  ({ clientId } = oauth);
  api = await startTestApp();
  app = await buildWith({});
});
afterAll(async () => {
  oauth.close();
  await app.close();
  await identity.close();
  await api.close();
});
beforeEach(async () => {
  time = Date.now();
  isVerified = true;
  ana = await api.signUp('ana');
});

async function buildWith(
  services: Parameters<TestApp['buildAnother']>[0],
): Promise<FastifyInstance> {
  const outside = {
    now,
    identity: {
      ...identity,
      isVerified: async () => isVerified,
      isEnabled: async () => isVerified,
    },
    ...services,
  };
  const { server } = await api.buildAnother(outside, undefined, oauth.settings);
  return server;
}

const question = (change: Record<string, string | undefined> = {}) =>
  oauth.ask({ scope: 'workouts:read calendar:write', ...change });

function post(url: string, payload: object, { headers } = ana) {
  return app.inject({ method: 'POST', url, headers, payload });
}

/** The athlete agrees. Returns the address that the app is sent. */
async function consent(query = question(), scopes = ['workouts:read', 'calendar:write']) {
  const response = await post('/api/oauth/consents', { query, scopes });
  expect([response.statusCode, response.json().detail]).toEqual([200, undefined]);
  return new URL(response.json().redirect).searchParams;
}

const codeOf = async () => (await consent()).get('code') ?? '';

const sendForm = (url: string, form: string | Record<string, string>) => sendFormTo(app, url, form);

const exchange = (code: string, change: Record<string, string> = {}) =>
  sendForm('/api/oauth/token', { ...oauth.exchange(code), ...change });

const refresh = (token: string, change: Record<string, string> = {}) =>
  sendForm('/api/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    ...change,
  });

async function connect(): Promise<Tokens> {
  const response = await exchange(await codeOf());
  expect([response.statusCode, response.json().error]).toEqual([200, undefined]);
  return response.json();
}

/** The tokens of some responses that work. */
async function listWorking(responses: LightMyRequestResponse[]): Promise<string[]> {
  const made = responses.flatMap((each) => each.json<Partial<Tokens>>().access_token ?? []);
  const statuses = await Promise.all(made.map(statusOf));
  return made.filter((_, index) => statuses[index] === 200);
}

const callTool = (token: string | undefined, name = 'get_athlete', url = '/mcp') =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
  });
const statusOf = async (token: string) => (await callTool(token)).statusCode;

const accesses = async () =>
  (await app.inject({ url: '/api/access', headers: ana.headers })).json().keys as {
    id: string;
    name: string;
    isEnded: boolean;
    appHost?: string;
  }[];

/** The official client, whose requests are answered in this process. */
function officialClient({ isKnown = true } = {}) {
  const kept: Record<string, unknown> & { tokens?: Tokens; url?: URL } = {};
  // It takes only documents with TLS, which those of the tests don't have.
  if (isKnown) kept['client'] = { client_id: clientId, issuer: ISSUER };
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadataUrl: 'https://assistant.example/client.json',
    clientMetadata: { client_name: 'Assistant', redirect_uris: [CALLBACK] },
    clientInformation: () => kept['client'],
    saveClientInformation: (client: unknown) => void (kept['client'] = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (text: string) => void (kept['verifier'] = text),
    codeVerifier: () => kept['verifier'],
    saveDiscoveryState: (state: unknown) => void (kept['discovery'] = state),
    discoveryState: () => kept['discovery'],
    redirectToAuthorization: (url: URL) => void (kept.url = url),
  };
  const inProcess = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      // The client sends JSON and forms.
      ...(init.body && { payload: (init.body as string | URLSearchParams).toString() }),
    });
    return new Response(response.rawPayload, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    });
  };
  const open = () =>
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      authProvider: provider as never,
      fetch: inProcess,
    });
  return { kept, open };
}

describe('an app', () => {
  test.each([
    ['2026-07-28', 'auto'],
    ['2025-11-25', 'legacy'],
  ] as const)(
    'signs in as the official client of %s does, and uses the tools that the athlete left it',
    async (version, mode) => {
      const { kept, open } = officialClient();
      const first = open();
      const make = () => new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } });
      await expect(make().connect(first)).rejects.toThrow('Unauthorized');
      expect(kept.url?.href.startsWith(`${ORIGIN}/authorize?`)).toBe(true);
      const search = await consent(kept.url?.search.slice(1), ['workouts:read']);
      await first.finishAuth(search);
      expect(kept.tokens?.scope).toBe('workouts:read');
      const client = make();
      await client.connect(open());
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'get_athlete',
        'check_workout',
        'find_workouts',
        'check_plan',
      ]);
      await client.close();
    },
  );

  test('needs no registration: the official client gives the address of its document', async () => {
    const { kept, open } = officialClient({ isKnown: false });
    const client = new Client({ name: 't', version: '1' });
    await expect(client.connect(open())).rejects.toThrow('Unauthorized');
    const { origin, searchParams } = kept.url ?? new URL('about:blank');
    expect(origin).toBe(ORIGIN);
    expect(searchParams.get('client_id')).toBe('https://assistant.example/client.json');
    expect(searchParams.get('resource')).toBe(RESOURCE);
  });

  test('the official client refuses the answer of another issuer', async () => {
    const { kept, open } = officialClient();
    const first = open();
    const client = new Client(
      { name: 't', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    );
    await expect(client.connect(first)).rejects.toThrow('Unauthorized');
    const search = await consent(kept.url?.search.slice(1));
    search.set('iss', 'https://other.example');
    await expect(first.finishAuth(search)).rejects.toThrow(/iss/i);
  });

  test('is shown with its hosts, a name without tricks, and what it asks for', async () => {
    const response = await post('/api/oauth/requests', { query: question() });
    expect(response.json()).toEqual({
      kind: 'asks',
      name: 'Assistant',
      host: new URL(clientId).host,
      redirectHost: 'this device',
      scopes: ['workouts:read', 'calendar:read', 'calendar:write'],
    });
    const elsewhere = question({
      redirect_uri: 'https://assistant.example/callback',
      scope: undefined,
    });
    const { redirectHost, scopes } = (
      await post('/api/oauth/requests', { query: elsewhere })
    ).json();
    expect([redirectHost, scopes.length]).toEqual(['assistant.example', 5]);
  });

  test('gets what the athlete left, never more than it asked for, or nothing', async () => {
    const all = ['workouts:read', 'calendar:write', 'runs:read'];
    const code = (await consent(question(), all)).get('code') ?? '';
    expect((await exchange(code)).json().scope).toBe('workouts:read calendar:read calendar:write');
    const denied = await consent(question(), []);
    expect(Object.fromEntries(denied)).toEqual({
      error: 'access_denied',
      state: 'the-state',
      iss: ISSUER,
    });
  });

  test('is listed by its host beside the keys, and revoking ends its tokens', async () => {
    const { access_token: token, refresh_token: next } = await connect();
    const [listed] = await accesses();
    expect(listed).toMatchObject({ name: 'Assistant', appHost: new URL(clientId).host });
    expect(await statusOf(token)).toBe(200);
    await app.inject({
      method: 'DELETE',
      url: `/api/access/${listed?.id}`,
      headers: ana.headers,
    });
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(next)).json()).toEqual({ error: 'invalid_grant' });
    expect((await accesses())[0]?.isEnded).toBe(true);
  });

  test('has tokens for an hour, and may renew them for 60 days after the last time', async () => {
    const one = await connect();
    time += 3600_000 - 1000;
    expect(await statusOf(one.access_token)).toBe(200);
    time += 2000;
    expect(await statusOf(one.access_token)).toBe(401);
    time += 59 * DAY;
    const two = (await refresh(one.refresh_token)).json() as Tokens;
    expect(await statusOf(two.access_token)).toBe(200);
    time += 61 * DAY;
    expect((await refresh(two.refresh_token)).json()).toEqual({ error: 'invalid_grant' });
  });

  test('is asked again after a year, however often it renews its tokens', async () => {
    let tokens = await connect();
    for (let days = 0; days < 350; days += 50) {
      time += 50 * DAY;
      tokens = (await refresh(tokens.refresh_token)).json();
    }
    expect(await statusOf(tokens.access_token)).toBe(200);
    time += 16 * DAY;
    expect((await refresh(tokens.refresh_token)).json()).toEqual({ error: 'invalid_grant' });
  });

  test('can end its access, with either token, and nobody learns which tokens exist', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const tokens = await connect();
      const other = { token: tokens[kind], client_id: 'https://evil.example/client' };
      expect((await sendForm('/api/oauth/revoke', other)).statusCode).toBe(200);
      expect(await statusOf(tokens.access_token)).toBe(200);
      const form = { token: tokens[kind], client_id: clientId };
      expect((await sendForm('/api/oauth/revoke', form)).body).toBe('{}');
      expect(await statusOf(tokens.access_token)).toBe(401);
      expect((await sendForm('/api/oauth/revoke', { token: 'none' })).body).toBe('{}');
    }
  });
});

describe('the descriptions', () => {
  test('the 401 of /mcp names the resource, which names the issuer; /mcp/key names nothing', async () => {
    const refused = await callTool(undefined);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toContain(
      `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    );
    const byKey = await callTool(undefined, 'get_athlete', '/mcp/key');
    expect(byKey.headers['www-authenticate']).toBe('Bearer realm="pacewright"');
    const resource = (await app.inject('/.well-known/oauth-protected-resource/mcp')).json();
    expect(resource).toMatchObject({ resource: RESOURCE, authorization_servers: [ISSUER] });
    const server = (await app.inject('/.well-known/oauth-authorization-server/oauth')).json();
    expect(server).toMatchObject({
      issuer: ISSUER,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of [
      'oauth-authorization-server',
      'oauth-protected-resource',
      'openid-configuration',
    ])
      expect((await app.inject(`/.well-known/${path}`)).statusCode).toBe(404);
  });

  test('a tool beyond the scopes is refused with all that it needs', async () => {
    const { access_token: token } = await connect();
    const refused = await callTool(token, 'get_runs');
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(refused.headers['www-authenticate']).toContain(
      'scope="workouts:read calendar:read calendar:write runs:read"',
    );
  });

  test('/mcp takes POST only, and no page of another site', async () => {
    const { access_token: token } = await connect();
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.inject({ url: '/mcp', headers })).statusCode).toBe(405);
    const send = async (url: string, from: Record<string, string>) =>
      (await app.inject({ method: 'POST', url, headers: { ...headers, ...from }, payload: {} }))
        .statusCode;
    for (const url of ['/mcp', '/mcp/key']) {
      expect(await send(url, { origin: 'https://evil.example' })).toBe(403);
      // That site can let its name lead here.
      expect(await send(url, { origin: 'https://evil.example', host: 'evil.example' })).toBe(403);
      expect(await send(url, { origin: ORIGIN })).toBe(400);
    }
  });

  test('without a public address nothing of it is served', async () => {
    for (const path of ['oauth-protected-resource/mcp', 'oauth-authorization-server/oauth'])
      expect((await api.app.inject(`/.well-known/${path}`)).statusCode).toBe(404);
    const { headers } = ana;
    const options = { method: 'POST', headers, payload: { query: question() } } as const;
    const refused = await api.app.inject({ ...options, url: '/api/oauth/requests' });
    expect(refused.statusCode).toBe(404);
  });
});

describe('nobody is sent anywhere', () => {
  test.each([
    ['for an app on another host', { client_id: 'https://evil.example/client.json' }],
    ['for an app without a document', { client_id: 'my-app' }],
    ['to another host', { redirect_uri: 'https://evil.example/callback' }],
    ['to another path', { redirect_uri: 'http://127.0.0.1:51234/other' }],
    ['to a host that begins alike', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['to a path that leads elsewhere', { redirect_uri: 'https://assistant.example/callback/../x' }],
    ['with a user in the address', { redirect_uri: 'http://me@127.0.0.1:51234/callback' }],
    ['with more in the query', { redirect_uri: `${CALLBACK}?next=evil` }],
    ['with a fragment', { redirect_uri: `${CALLBACK}#x` }],
    [
      'to another port of a named host',
      { redirect_uri: 'https://assistant.example:8443/callback' },
    ],
    ['to a script', { redirect_uri: 'javascript:alert(1)' }],
    ['without an address', { redirect_uri: undefined }],
  ])('%s', async (_what, change) => {
    for (const [url, body] of [
      ['/api/oauth/requests', {}],
      ['/api/oauth/consents', { scopes: ['workouts:read'] }],
    ] as const) {
      const response = await post(url, { query: question(change), ...body });
      expect([response.statusCode, response.json().code]).toEqual([422, 'NOT_ACCEPTED']);
      expect(response.body).not.toContain('redirect"');
    }
  });

  test('by a request that names something twice', async () => {
    const query = `${question()}&redirect_uri=https%3A%2F%2Fevil.example`;
    const response = await post('/api/oauth/consents', { query, scopes: ['workouts:read'] });
    expect(response.json().code).toBe('NOT_ACCEPTED');
  });

  test('by a wrong request of a right app, until the athlete says so', async () => {
    const query = question({ resource: 'https://other.example/mcp' });
    const response = await post('/api/oauth/requests', { query });
    expect(response.json()).toMatchObject({ kind: 'refused', host: new URL(clientId).host });
  });
});

test.each([
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request'],
  ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ['no resource', { resource: undefined }, 'invalid_target'],
  ['unknown scopes', { scope: 'admin' }, 'invalid_scope'],
])('%s is refused, with the issuer in the answer', async (_what, change, error) => {
  expect(Object.fromEntries(await consent(question(change)))).toEqual({
    error,
    state: 'the-state',
    iss: ISSUER,
  });
});

describe('a code', () => {
  test.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another app', { client_id: 'https://evil.example/c' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is nothing with %s', async (_what, change, error) => {
    const code = await codeOf();
    const response = await exchange(code, change);
    expect([response.statusCode, response.json()]).toEqual([400, { error }]);
    expect((await exchange(code)).statusCode).toBe(200);
  });

  test('used twice takes back what it gave', async () => {
    const code = await codeOf();
    const { access_token: token, refresh_token: next } = (await exchange(code)).json() as Tokens;
    expect(await statusOf(token)).toBe(200);
    expect((await exchange(code)).json()).toEqual({ error: 'invalid_grant' });
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(next)).statusCode).toBe(400);
  });

  test('used twice at once gives nobody anything', async () => {
    const code = await codeOf();
    const both = await Promise.all([exchange(code), exchange(code)]);
    expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
    expect(await listWorking(both)).toEqual([]);
  });

  test('works for a minute, and for the account that is still verified', async () => {
    const late = await codeOf();
    time += 61_000;
    expect((await exchange(late)).statusCode).toBe(400);
    const code = await codeOf();
    isVerified = false;
    expect((await exchange(code)).statusCode).toBe(400);
  });

  test('is no token, and a token is no code', async () => {
    const code = await codeOf();
    expect(await statusOf(code)).toBe(401);
    const { access_token: token } = (await exchange(code)).json() as Tokens;
    expect((await exchange(token)).statusCode).toBe(400);
  });

  test('in a form that names it twice, or is no form, is refused', async () => {
    const code = await codeOf();
    const twice = `grant_type=authorization_code&code=${code}&code=x`;
    expect((await sendForm('/api/oauth/token', twice)).json()).toEqual({
      error: 'invalid_request',
    });
    const asJson = await app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      payload: { grant_type: 'authorization_code', code },
    });
    expect(asJson.statusCode).toBe(400);
    expect((await sendForm('/api/oauth/token', 'x'.repeat(9000))).statusCode).toBe(413);
  });
});

describe('a refresh token', () => {
  test('is replaced each time, and the token with it', async () => {
    const one = await connect();
    const two = (await refresh(one.refresh_token)).json() as Tokens;
    expect(two.scope).toBe(one.scope);
    expect(await statusOf(one.access_token)).toBe(401);
    expect(await statusOf(two.access_token)).toBe(200);
    expect(await accesses()).toHaveLength(1);
  });

  test('that was stolen and is used twice ends the access, however often the thief renewed it', async () => {
    for (const renewals of [1, 3]) {
      const one = await connect();
      let thief = one;
      for (let count = 0; count < renewals; count++)
        thief = (await refresh(thief.refresh_token)).json() as Tokens;
      expect(await statusOf(thief.access_token)).toBe(200);
      expect((await refresh(one.refresh_token)).statusCode).toBe(400);
      expect(await statusOf(thief.access_token)).toBe(401);
      expect((await refresh(thief.refresh_token)).statusCode).toBe(400);
    }
  });

  test('used twice at once ends the access', async () => {
    const one = await connect();
    const both = await Promise.all([refresh(one.refresh_token), refresh(one.refresh_token)]);
    expect(await listWorking(both)).toEqual([]);
  });

  test('is nothing for another app, a foreign resource, or an account that is disabled', async () => {
    const one = await connect();
    const { refresh_token: token } = one;
    expect((await refresh(token, { client_id: 'https://evil.example/c' })).statusCode).toBe(400);
    const foreign = await refresh(token, { resource: 'https://other.example/mcp' });
    expect(foreign.json()).toEqual({ error: 'invalid_target' });
    isVerified = false;
    expect((await refresh(token)).statusCode).toBe(400);
    isVerified = true;
    expect((await refresh(token)).statusCode).toBe(200);
  });
});

describe('a token of an app', () => {
  test('is for the tools only: no endpoint takes it', async () => {
    const { access_token: token } = await connect();
    const headers = { authorization: `Bearer ${token}` };
    for (const url of ['/api/user/paces', '/api/calendar', '/api/access', '/api/auth/profile'])
      expect((await app.inject({ url, headers })).json().code).toBe('SCOPE_MISSING');
  });

  test('what it writes is listed under the app', async () => {
    const code = (await consent(question({ scope: undefined }), ['workouts:write'])).get('code');
    const { access_token: token } = (await exchange(code ?? '')).json() as Tokens;
    await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'save_workouts', arguments: { workouts: [{ script: '40m E' }] } },
      },
    });
    const [listed] = await accesses();
    const url = `/api/access/${listed?.id}/writes`;
    const { writes } = (await app.inject({ url, headers: ana.headers })).json();
    expect(writes).toHaveLength(1);
  });

  test('and codes are stored as hashes only', async () => {
    const code = await codeOf();
    const one = await connect();
    const { rows: access } = await api.db.query(
      sql`select * from api_access where user_id = ${ana.userId}`,
    );
    const { rows: codes } = await api.db.query(
      sql`select * from oauth_code where user_id = ${ana.userId}`,
    );
    const stored = JSON.stringify([access, codes]);
    for (const secret of [code, one.access_token, one.refresh_token]) {
      expect(stored).not.toContain(secret.slice(8, 60));
      expect(stored).not.toContain(Buffer.from(secret).toString('hex').slice(0, 60));
    }
  });
});

describe('the end', () => {
  /** A key, an app, its refresh token, a code on the way, and a calendar link, and what each is answered. */
  async function openEverything() {
    const key = (
      await post('/api/access', { name: 'Scripts', scopes: ['workouts:read'], days: 30 })
    ).json().text as string;
    const one = await connect();
    const code = await codeOf();
    const { path } = (await post('/api/calendar-feed', {})).json();
    return {
      statuses: async () => ({
        key: await statusOf(key),
        app: await statusOf(one.access_token),
        feed: (await app.inject(path)).statusCode,
      }),
      renewals: async () => ({
        code: (await exchange(code)).statusCode,
        refresh: (await refresh(one.refresh_token)).statusCode,
      }),
    };
  }

  test.each([
    ['signing out everywhere', 'POST', '/api/auth/logout-everywhere'],
    ['deleting the account', 'DELETE', '/api/account'],
  ] as const)('%s ends keys, apps, codes and the calendar link', async (_what, method, url) => {
    const { statuses, renewals } = await openEverything();
    expect(await statuses()).toEqual({ key: 200, app: 200, feed: 200 });
    await app.inject({ method, url, headers: ana.headers });
    expect(await statuses()).toEqual({ key: 401, app: 401, feed: 404 });
    expect(await renewals()).toEqual({ code: 400, refresh: 400 });
  });

  test('a disabled account has no keys, no apps, no codes and no calendar link', async () => {
    const { statuses, renewals } = await openEverything();
    expect(await statuses()).toEqual({ key: 200, app: 200, feed: 200 });
    isVerified = false;
    expect(await statuses()).toMatchObject({ key: 401, app: 401 });
    expect(await renewals()).toEqual({ code: 400, refresh: 400 });
    // The account behind a calendar link is looked up once a day.
    time += DAY;
    expect(await statuses()).toMatchObject({ feed: 404 });
  });

  test('nothing is left of a deleted account', async () => {
    await openEverything();
    await app.inject({ method: 'DELETE', url: '/api/account', headers: ana.headers });
    const { rows } = await api.db.query(sql`
      select user_id from oauth_code where user_id = ${ana.userId}
      union all select user_id from api_access where user_id = ${ana.userId}`);
    expect(rows).toEqual([]);
  });

  test('apps count among the 20', async () => {
    for (let count = 0; count < 20; count++) await connect();
    const response = await post('/api/oauth/requests', { query: question() });
    expect(response.json().code).toBe('LIMIT_REACHED');
  });

  test('old codes are deleted every night', async () => {
    await codeOf();
    time += 2 * DAY;
    await runRetention(api.db, now());
    const { rows } = await api.db.query(
      sql`select 1 from oauth_code where user_id = ${ana.userId}`,
    );
    expect(rows).toEqual([]);
  });
});

test('a reused token is a security event, with the athlete and nothing secret', async () => {
  const log = openLog();
  const outside = { now, identity: { ...identity, isVerified: async () => true } };
  const { server } = await api.buildAnother(outside, log.logger, oauth.settings);
  const { code, refresh_token: token } = await oauth.connect(server, ana.headers);
  await sendFormTo(server, '/api/oauth/token', oauth.exchange(code));
  await server.close();
  const events = log
    .readLog()
    .split('\n')
    .filter((line) => line.includes('"event"'));
  expect(events.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'app-connected', athlete: ana.userId },
    { event: 'token-reused', athlete: ana.userId },
  ]);
  for (const secret of [code, token]) expect(log.readLog()).not.toContain(secret.slice(8, 60));
});

test('20 tokens a minute for one athlete, and wrong ones count as a visitor’s', async () => {
  const taken: string[] = [];
  const counting = await buildWith({
    limits: {
      take: async (name, key) => void taken.push(`${name} ${key}`),
      giveBack: async () => {},
      close: async () => {},
    },
  });
  const usual = app;
  app = counting;
  const one = await connect();
  await refresh('none');
  await refresh(one.refresh_token, { client_id: 'x' });
  app = usual;
  const of = (name: string) => taken.filter((each) => each.startsWith(`${name} `));
  expect(of('tokens')).toEqual([`tokens ${ana.userId}`, `tokens ${ana.userId}`]);
  expect(of('consents')).toEqual([`consents ${ana.userId}`]);
  expect(of('visitor')).toHaveLength(2);
  await counting.close();
});
