import { createHash, timingSafeEqual } from 'node:crypto';
import {
  answerApp,
  type AppRequest,
  MAX_KEYS,
  readAppRequest,
  SCOPES,
  type Scope,
} from '@pacewright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { addressKey, type RateLimits } from '../../http/rate-limits.ts';
import { createSecurityEvents, type SecurityEvent } from '../../http/security-events.ts';
import { serve } from '../../http/serve.ts';
import { type KeyKind, newKey, newRefresh, parseKey, type ParsedKey, parseRefresh } from './key.ts';
import type { ReadClient } from './oauth-client.ts';
import { type Addresses, limitScopes, parseParameters, readRequest } from './oauth-request.ts';
import * as oauth from './oauth-store.ts';
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
    await db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      await oauth.addCode(transaction, { userId, hash }, code, now());
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

type TokenDependencies = Omit<ConsentDependencies, 'readClient' | 'addresses'> & {
  addresses: Addresses;
  /** Forgets the athlete's tokens in this process. The others look them up within ACCOUNT_CHECK_SECONDS. */
  forgetKeys: (uid: string) => void;
  isVerified: (uid: string) => Promise<boolean>;
  countEvent: (event: SecurityEvent, reason: string) => void;
};

const MAX_FORM_BYTES = 8 * 1024;
const TOKEN_SECONDS = 3600;
/** From the last use of a refresh token. */
const ACCESS_SECONDS = 60 * 24 * 3600;

type Form = Partial<Record<string, string>>;
/** A failure in OAuth's words. It says nothing of what would have been right. */
type Failure = { error: string };

/** What apps call without a sign-in: the descriptions of this server, and tokens for codes. */
export function oauthRoutes(scope: FastifyInstance, dependencies: TokenDependencies): void {
  const { addresses, kind, limits } = dependencies;
  const { resource } = addresses;
  const record = createSecurityEvents(scope.log, dependencies.countEvent);
  const tokens = createTokens(dependencies, (event, athlete) => record(event, { athlete }));
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

  async function answerGrant(form: Form) {
    const { grant_type: type } = form;
    if (type === undefined) return { error: 'invalid_request' };
    if (form['resource'] !== undefined && form['resource'] !== resource)
      return { error: 'invalid_target' };
    if (type === 'authorization_code') {
      const code = parseKey(form['code'] ?? '', kind);
      // By athlete: those of one assistant may all come from the same address.
      if (code) await limits.take('tokens', code.userId);
      return code ? tokens.exchange(code, form) : INVALID;
    }
    if (type !== 'refresh_token') return { error: 'unsupported_grant_type' };
    const refresh = parseRefresh(form['refresh_token'] ?? '', kind);
    if (refresh) await limits.take('tokens', refresh.family.userId);
    return refresh ? tokens.refresh(refresh, form) : INVALID;
  }

  scope.post('/api/oauth/revoke', { schema: { hide: true } }, async (request, reply) => {
    const form = readForm(request);
    const text = form['token'] ?? '';
    const parsed = parseKey(text, kind) ?? parseRefresh(text, kind)?.family;
    if (!parsed) await limits.take('visitor', addressKey(request.ip));
    else {
      await limits.take('tokens', parsed.userId);
      await tokens.revoke(parsed, form);
    }
    // The same for every token, so that nobody learns which ones exist.
    return reply.send({});
  });
}

function readForm({ body }: FastifyRequest): Form {
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

const INVALID: Failure = { error: 'invalid_grant' };

function createTokens(
  { db, now, kind, forgetKeys, isVerified }: TokenDependencies,
  record: (event: SecurityEvent, userId: string) => void,
) {
  async function end(userId: string, { id, uid }: { id: string; uid: string }): Promise<void> {
    await store.endKeys(db, userId, { id, now: now() });
    forgetKeys(uid);
  }

  /** Someone else has the secret too, so nobody keeps what it gave. */
  async function endReused(userId: string, access: { id: string; uid: string }): Promise<Failure> {
    await end(userId, access);
    record('token-reused', userId);
    return INVALID;
  }

  function issue(userId: string, familyText: string, scopes: readonly Scope[]) {
    const token = newKey(userId, kind);
    const refresh = newRefresh(familyText);
    const at = now().getTime();
    return {
      hash: token.hash,
      hint: token.hint,
      refreshHash: refresh.hash,
      tokenExpiresAt: new Date(at + TOKEN_SECONDS * 1000),
      expiresAt: new Date(at + ACCESS_SECONDS * 1000),
      answer: {
        access_token: token.text,
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        refresh_token: refresh.text,
        scope: scopes.join(' '),
      },
    };
  }

  return {
    /** A code for tokens, once. */
    exchange: async (parsed: ParsedKey, form: Form) => {
      const { userId } = parsed;
      const code = await oauth.findCode(db, parsed);
      if (!code || code.clientId !== form['client_id']) return INVALID;
      const { uid, clientId, clientName: name, scopes, accessId } = code;
      if (accessId !== null) return endReused(userId, { id: accessId, uid });
      const isRight =
        code.expiresAt > now() &&
        code.redirectUri === form['redirect_uri'] &&
        isVerifierOf(form['code_verifier'] ?? '', code.challenge);
      if (!isRight || !(await isVerified(uid))) return INVALID;
      const family = newKey(userId, kind);
      const { answer, hash, hint, refreshHash, tokenExpiresAt, expiresAt } = issue(
        userId,
        family.text,
        scopes,
      );
      const id = newId(now().getTime());
      const app = { clientId, tokenExpiresAt, familyHash: family.hash, refreshHash };
      const outcome = await db.inTransaction(async (transaction) => {
        await lockAthlete(transaction, userId);
        if ((await store.countKeys(transaction, userId, now())) >= MAX_KEYS) return 'full';
        if (!(await oauth.useCode(transaction, parsed, id))) return 'used';
        const added = { id, name, scopes, hash, hint, app };
        await store.addKey(transaction, userId, added, { now: now(), expiresAt });
        return 'added';
      });
      if (outcome === 'added') {
        record('app-connected', userId);
        return answer;
      }
      const other = outcome === 'used' && (await oauth.findCode(db, parsed))?.accessId;
      return other ? endReused(userId, { id: other, uid }) : INVALID;
    },

    /** A refresh token for new ones. Each works once: a second use ends the access, whoever it was. */
    refresh: async (
      parsed: NonNullable<ReturnType<typeof parseRefresh>>,
      form: Form,
    ): Promise<Failure | ReturnType<typeof issue>['answer']> => {
      const { family, familyText } = parsed;
      const app = await oauth.findApp(db, family, now());
      if (!app || app.clientId !== form['client_id']) return INVALID;
      if (!timingSafeEqual(app.refreshHash, parsed.hash)) return endReused(family.userId, app);
      if (!(await isVerified(app.uid))) return INVALID;
      const { answer, ...next } = issue(family.userId, familyText, app.scopes);
      if (!(await oauth.renewApp(db, parsed, next))) return endReused(family.userId, app);
      forgetKeys(app.uid);
      return answer;
    },

    /** Ends the access that a token is of. */
    revoke: async (parsed: ParsedKey, form: Form): Promise<void> => {
      const app = await oauth.findApp(db, parsed, now());
      const isTheirs = form['client_id'] === undefined || form['client_id'] === app?.clientId;
      if (app && isTheirs) await end(parsed.userId, app);
    },
  };
}

/** A verifier has 43 to 128 characters (RFC 7636). */
function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}
