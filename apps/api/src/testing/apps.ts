import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SCOPES, type Scope } from '@pacewright/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export const PUBLIC_ORIGIN = 'https://pacewright.example';
export const RESOURCE = `${PUBLIC_ORIGIN}/mcp`;
export const CALLBACK = 'http://127.0.0.1:51234/callback';

export type Tokens = { access_token: string; refresh_token: string; scope: string };

export type TestOauth = {
  clientId: string;
  /** Settings of a server that knows the app. */
  settings: { publicOrigin: string; appOrigins: string[] };
  /** The query with which the app sends an athlete to /authorize. */
  ask: (change?: Record<string, string | undefined>) => string;
  /** What the app sends for its code. */
  exchange: (code: string) => Record<string, string>;
  /** The athlete agrees, and the app gets its tokens. */
  connect: (
    app: FastifyInstance,
    headers: { authorization: string },
    scopes?: readonly Scope[],
  ) => Promise<Tokens & { code: string }>;
  close: () => void;
};

/** An app with its document, on a host of its own. */
export async function startTestOauth(): Promise<TestOauth> {
  const server = createServer((request, response) => {
    const document = {
      client_id: `${origin}${request.url}`,
      client_name: 'Assistant\u202E\u{E0041}',
      redirect_uris: ['http://127.0.0.1/callback', 'https://assistant.example/callback'],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = `${origin}/client.json`;
  const verifier = randomBytes(32).toString('base64url');

  const ask: TestOauth['ask'] = (change = {}) => {
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      state: 'the-state',
      resource: RESOURCE,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    };
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(asked))
      if (value !== undefined) given.set(name, value);
    return given.toString();
  };
  const exchange = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    resource: RESOURCE,
  });

  return {
    clientId,
    settings: { publicOrigin: PUBLIC_ORIGIN, appOrigins: [origin] },
    ask,
    exchange,
    connect: async (app, headers, scopes = SCOPES) => {
      const payload = { query: ask(), scopes };
      const url = '/api/oauth/consents';
      const consent = await app.inject({ method: 'POST', url, headers, payload });
      const code = new URL(consent.json().redirect).searchParams.get('code') ?? '';
      const response = await sendForm(app, '/api/oauth/token', exchange(code));
      if (response.statusCode !== 200) throw new Error(response.body);
      return { ...response.json<Tokens>(), code };
    },
    close: () => void server.close(),
  };
}

export function sendForm(
  app: FastifyInstance,
  url: string,
  form: string | Record<string, string>,
): Promise<LightMyRequestResponse> {
  const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url, headers, payload });
}
