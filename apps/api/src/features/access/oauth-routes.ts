import { answerApp, type AppRequest, MAX_KEYS, readAppRequest, SCOPES } from '@pacewright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { addressKey, type RateLimits } from '../../http/rate-limits.ts';
import { createSecurityEvents, type SecurityEvent } from '../../http/security-events.ts';
import { serve } from '../../http/serve.ts';
import { type KeyKind, newKey, parseKey, parseRefresh } from './key.ts';
import type { ReadClient } from './oauth-client.ts';
import { type Addresses, limitScopes, parseParameters, readRequest } from './oauth-request.ts';
import { addCode } from './oauth-store.ts';
import * as tokens from './oauth-tokens.ts';
import type { TokenDependencies } from './oauth-tokens.ts';
import * as store from './store.ts';

// The least that OAuth 2.1 and the Model Context Protocol ask for: codes with S256, public clients with documents, tokens
// of the same form as keys. The page /authorize is one of the app, where the athlete is signed in, so there are no cookies.

type ConsentDependencies = {
  db: Database;
  now: () => Date;
  kind: KeyKind;
  limits: Pick<RateLimits, 'take'>;
  /** Undefined if apps cannot sign in, because the server has no name. */
  addresses: Addresses | undefined;
  readClient: ReadClient;
};

/** The page /authorize: what an app asks for, and the athlete's answer. */
export function consentRoutes(
  scope: FastifyInstance,
  { db, now, kind, limits, addresses, readClient }: ConsentDependencies,
): void {
  const read = async (userId: string, query: string) => {
    if (!addresses) throw new Problem('NOT_FOUND', { detail: 'Apps can’t be connected here' });
    await limits.take('consents', userId);
    return readRequest(query, { readClient, addresses });
  };

  serve(scope, readAppRequest, async ({ userId, body: { query } }): Promise<AppRequest> => {
    const asked = await read(userId, query);
    const { host, name } = asked.client;
    if ('error' in asked)
      return { kind: 'refused', host, redirect: asked.answer({ error: asked.error }) };
    await requireRoom(db, userId, now());
    const { redirectHost, scopes } = asked;
    return { kind: 'asks', name, host, redirectHost, scopes };
  });

  serve(scope, answerApp, async ({ userId, body: { query, scopes: granted } }) => {
    const asked = await read(userId, query);
    if ('error' in asked) return { redirect: asked.answer({ error: asked.error }) };
    const scopes = limitScopes(asked.scopes, granted);
    if (scopes.length === 0) return { redirect: asked.answer({ error: 'access_denied' }) };
    await requireRoom(db, userId, now());
    const { client, redirectUri, challenge } = asked;
    const { text, hash } = newKey(userId, kind);
    const code = { clientId: client.id, clientName: client.name, redirectUri, challenge, scopes };
    await inLockedTransaction(db, userId, async (transaction) => {
      await addCode(transaction, { userId, hash }, code, now());
    });
    return { redirect: asked.answer({ code: text }) };
  });
}

async function requireRoom(db: Database, userId: string, now: Date): Promise<void> {
  if ((await store.countKeys(db, userId, now)) >= MAX_KEYS)
    throw new Problem('LIMIT_REACHED', {
      detail: `You can have up to ${MAX_KEYS} keys and apps. Revoke one in Settings first`,
    });
}

type PublicDependencies = Omit<TokenDependencies, 'record'> & {
  addresses: Addresses;
  limits: Pick<RateLimits, 'take'>;
  countEvent: (event: SecurityEvent, reason: string) => void;
};

const MAX_FORM_BYTES = 8 * 1024;

/** What apps call without a sign-in: the descriptions of this server, and tokens for codes. */
export function oauthRoutes(scope: FastifyInstance, dependencies: PublicDependencies): void {
  const { addresses, kind, limits } = dependencies;
  const { resource } = addresses;
  const record = createSecurityEvents(scope.log, dependencies.countEvent);
  const context: TokenDependencies = {
    ...dependencies,
    record: (event, athlete) => record(event, { athlete }),
  };
  describeServer(scope, addresses);

  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  );

  scope.post('/api/oauth/token', { schema: { hide: true } }, async (request, reply) => {
    const made = await answerGrant(readForm(request));
    // Failures count as a visitor's, so that nobody tries many.
    if ('error' in made) await limits.take('visitor', addressKey(request.ip));
    return reply.code('error' in made ? 400 : 200).send(made);
  });

  async function answerGrant(form: tokens.Form) {
    const { grant_type: type } = form;
    if (type === undefined) return { error: 'invalid_request' };
    if (form['resource'] !== undefined && form['resource'] !== resource)
      return { error: 'invalid_target' };
    if (type === 'authorization_code') {
      const code = parseKey(form['code'] ?? '', kind);
      // By athlete: those of one assistant may all come from the same address.
      if (code) await limits.take('tokens', code.userId);
      return code ? tokens.exchangeCode(context, code, form) : tokens.INVALID;
    }
    if (type !== 'refresh_token') return { error: 'unsupported_grant_type' };
    const refresh = parseRefresh(form['refresh_token'] ?? '', kind);
    if (refresh) await limits.take('tokens', refresh.family.userId);
    return refresh ? tokens.refreshTokens(context, refresh, form) : tokens.INVALID;
  }

  scope.post('/api/oauth/revoke', { schema: { hide: true } }, async (request, reply) => {
    const form = readForm(request);
    const text = form['token'] ?? '';
    const parsed = parseKey(text, kind) ?? parseRefresh(text, kind)?.family;
    if (!parsed) await limits.take('visitor', addressKey(request.ip));
    else {
      await limits.take('tokens', parsed.userId);
      await tokens.revokeToken(context, parsed, form);
    }
    // The same for every token, so that nobody learns which ones exist.
    return reply.send({});
  });
}

function readForm({ body }: FastifyRequest): tokens.Form {
  if (typeof body !== 'string') throw new Problem('INVALID_REQUEST', { detail: 'Send a form' });
  return parseParameters(body) ?? {};
}

function describeServer(scope: FastifyInstance, { origin, issuer, resource }: Addresses): void {
  scope.get('/.well-known/oauth-protected-resource/mcp', { schema: { hide: true } }, async () => ({
    resource,
    resource_name: 'Pacewright',
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/developers`,
  }));
  scope.get(
    '/.well-known/oauth-authorization-server/oauth',
    { schema: { hide: true } },
    async () => ({
      issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/api/oauth/token`,
      revocation_endpoint: `${origin}/api/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      // Assistants use their documents only if `none` is here.
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      scopes_supported: SCOPES,
    }),
  );
}
