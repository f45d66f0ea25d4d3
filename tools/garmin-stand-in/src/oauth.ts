import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consentPage, refusedPage } from './pages.ts';
import { GarminError } from './garmin-error.ts';
import {
  newToken,
  type Permission,
  PERMISSIONS,
  type Session,
  userNamed,
  type State,
} from './state.ts';

const ACCESS_SECONDS = 86_400;
const REFRESH_SECONDS = 7_775_998;
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The consent page, and the redirect with a code. */
export function consentRoutes(scope: FastifyInstance, state: State): void {
  scope.get('/oauth2Confirm', async (request, reply) => {
    const asked = request.query as Record<string, string | undefined>;
    const mistake = findMistake(state, asked);
    reply.type('text/html; charset=utf-8');
    if (mistake) return reply.code(400).send(refusedPage(mistake));
    return reply.send(
      consentPage(
        asked,
        [...state.users.values()].map(({ name }) => name),
      ),
    );
  });

  scope.post('/oauth2Confirm', async (request, reply) => {
    const answer = new URLSearchParams(String(request.body));
    const asked = Object.fromEntries(answer);
    const mistake = findMistake(state, asked);
    if (mistake) return reply.code(400).type('text/html; charset=utf-8').send(refusedPage(mistake));

    const back = new URL(String(asked['redirect_uri']));
    if (answer.get('answer') === 'agree') back.searchParams.set('code', grant(state, answer));
    else if (state.assumptions.refusal === 'error') back.searchParams.set('error', 'access_denied');
    if (asked['state'] !== undefined) back.searchParams.set('state', asked['state']);
    return reply.redirect(back.href, 302);
  });
}

/** Exchanges codes and refresh tokens. */
export function tokenRoutes(scope: FastifyInstance, state: State): void {
  scope.post('/di-oauth2-service/oauth/token', async (request) => {
    if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
      throw invalid('invalid_request', 'The body must be a form');
    const form = new URLSearchParams(String(request.body));
    checkPartner(state, request, form);
    const grantType = required(form, 'grant_type');
    if (grantType === 'authorization_code') return answerTokens(exchange(state, form));
    if (grantType === 'refresh_token') return answerTokens(refresh(state, form));
    throw invalid('unsupported_grant_type', grantType);
  });
}

function findMistake(state: State, asked: Record<string, string | undefined>): string | undefined {
  if (asked['client_id'] !== state.partner.id) return 'client_id is not known';
  if (asked['response_type'] !== 'code') return 'response_type must be code';
  if (!CHALLENGE.test(asked['code_challenge'] ?? ''))
    return 'code_challenge must be 43 characters of base64url';
  if (asked['code_challenge_method'] !== 'S256') return 'code_challenge_method must be S256';
  if (!state.partner.redirectUris.includes(asked['redirect_uri'] ?? ''))
    return 'redirect_uri is not registered';
  return undefined;
}

function grant(state: State, answer: URLSearchParams): string {
  const code = newToken().slice(0, 64);
  const chosen = answer.getAll('permission');
  state.grants.set(code, {
    redirectUri: String(answer.get('redirect_uri')),
    challenge: String(answer.get('code_challenge')),
    userId: userNamed(state, answer.get('account')?.trim() || 'runner').userId,
    permissions: PERMISSIONS.filter((name) => chosen.includes(name)),
    expiresAt: state.now() + state.assumptions.codeLifetimeSeconds * 1000,
    used: undefined,
  });
  return code;
}

function checkPartner(state: State, request: FastifyRequest, form: URLSearchParams): void {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [required(form, 'client_id'), required(form, 'client_secret')];
  if (id !== state.partner.id || secret !== state.partner.secret)
    throw new GarminError(401, { error: 'invalid_client', error_description: 'Bad credentials' });
}

function exchange(state: State, form: URLSearchParams): Session {
  const code = required(form, 'code');
  const verifier = required(form, 'code_verifier');
  const redirectUri = required(form, 'redirect_uri');
  if (!VERIFIER.test(verifier)) throw invalid('invalid_request', 'code_verifier is malformed');

  const granted = state.grants.get(code);
  if (!granted) throw invalid('invalid_grant', 'Invalid authorization code');
  if (granted.used) {
    // A reused code may be stolen, so its tokens are revoked.
    granted.used.isRevoked = true;
    throw invalid('invalid_grant', 'Authorization code was used before');
  }
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (granted.expiresAt <= state.now()) throw invalid('invalid_grant', 'Code has expired');
  if (granted.redirectUri !== redirectUri)
    throw invalid('invalid_grant', 'redirect_uri does not match');
  if (granted.challenge !== challenge)
    throw invalid('invalid_grant', 'code_verifier does not match');

  const user = state.users.get(granted.userId);
  if (!user) throw invalid('invalid_grant', 'User is unknown');
  user.isRegistered = true;
  user.permissions = granted.permissions;
  granted.used = openSession(state, user.userId);
  return granted.used;
}

function refresh(state: State, form: URLSearchParams): Session {
  const token = required(form, 'refresh_token');
  const session = [...state.sessions].find(({ refreshToken }) => refreshToken === token);
  const now = state.now();
  const isSpent =
    session?.replacedAt !== undefined &&
    session.replacedAt + state.assumptions.oldRefreshTokenGraceSeconds * 1000 <= now;
  if (!session || isSpent || session.isRevoked || session.refreshExpiresAt <= now)
    // Repeats the token, as the real service was observed to do, to find leaks.
    throw invalid('invalid_grant', `Invalid refresh token: ${token}`);
  session.replacedAt ??= now;
  return openSession(state, session.userId);
}

function openSession(state: State, userId: string): Session {
  const session: Session = {
    userId,
    accessToken: newToken(),
    accessExpiresAt: state.now() + ACCESS_SECONDS * 1000,
    refreshToken: newToken(),
    refreshExpiresAt: state.now() + REFRESH_SECONDS * 1000,
    replacedAt: undefined,
    isRevoked: false,
  };
  state.sessions.add(session);
  return session;
}

function answerTokens(session: Session) {
  return {
    access_token: session.accessToken,
    expires_in: ACCESS_SECONDS,
    token_type: 'bearer',
    refresh_token: session.refreshToken,
    refresh_token_expires_in: REFRESH_SECONDS,
    scope: 'PARTNER_WRITE PARTNER_READ CONNECT_READ CONNECT_WRITE',
    jti: crypto.randomUUID(),
  };
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw invalid('invalid_request', `Missing parameter: ${name}`);
  return value;
}

function invalid(error: string, description: string): GarminError {
  return new GarminError(400, { error, error_description: description });
}

/** Finds the user of a token. Throws if it is missing, expired or revoked. */
export function bearer(state: State, request: FastifyRequest) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new GarminError(401, 'Missing token');
  const session = [...state.sessions].find(({ accessToken }) => accessToken === token);
  if (session && session.accessExpiresAt <= state.now())
    throw new GarminError(401, 'Access token has expired');
  const user = session && state.users.get(session.userId);
  if (!session || session.isRevoked || !user?.isRegistered)
    throw new GarminError(403, 'Unable to read user by token');
  return user;
}

export function has(user: { permissions: Permission[] }, permission: Permission): boolean {
  return user.permissions.includes(permission);
}
