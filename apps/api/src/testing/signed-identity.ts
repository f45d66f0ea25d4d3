import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type IdentityProvider, openFirebase } from '../http/firebase.ts';
import { PROJECT } from './identity.ts';

export type Account = {
  localId: string;
  email: string;
  emailVerified: boolean;
  disabled: boolean;
  /** Tokens of an earlier sign-in are revoked; seconds since 1970. */
  validSince: string;
  /** In milliseconds since 1970. */
  createdAt: string;
};

type TokenOptions = { claims?: object; header?: object; key?: KeyObject };

/** Firebase in production mode: tokens signed with RS256, and Google's keys and accounts on loopback. */
export type SignedIdentity = {
  identity: IdentityProvider;
  /** For another process, which then needs its own connections to here. */
  port: number;
  addAccount: (name: string, options?: { verified?: boolean; uid?: string }) => Account;
  /** Changes an account as an administrator would; undefined deletes it. */
  changeAccount: (uid: string, changes: Partial<Account> | undefined) => void;
  signToken: (account: Account, options?: TokenOptions) => string;
  /** How often an account was looked up. */
  lookups: () => number;
  /** Answers every lookup of an account with this status instead. */
  failLookups: (status: number | undefined) => void;
  close: () => Promise<void>;
};

const KEY_ID = 'key-1';
/** Fewer than are asked for, so that a list has several pages. */
const LISTED_PER_PAGE = 2;

export async function startSignedIdentity(): Promise<SignedIdentity> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const accounts = new Map<string, Account>();
  let lookups = 0;
  let failure: number | undefined;

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await text(request);
    const { localId = [] } = (body ? JSON.parse(body) : {}) as { localId?: string | string[] };
    const reply = (status: number, content: object) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'cache-control': 'public, max-age=3600',
          'metadata-flavor': 'Google',
        })
        .end(JSON.stringify(content));
    if (path.startsWith('/robot/v1/metadata/x509/'))
      return reply(200, { [KEY_ID]: publicKey.export({ type: 'spki', format: 'pem' }) });
    if (path.endsWith('accounts:lookup')) {
      lookups += 1;
      if (failure) return reply(failure, { error: { message: 'UNAVAILABLE' } });
      const account = accounts.get([localId].flat()[0] ?? '');
      return reply(200, { ...(account && { users: [account] }) });
    }
    if (path.includes('accounts:batchGet')) {
      const { searchParams } = new URL(path, 'http://localhost');
      const after = searchParams.get('nextPageToken') ?? '';
      const rest = [...accounts.values()]
        .filter(({ localId: each }) => each > after)
        .toSorted((one, other) => (one.localId < other.localId ? -1 : 1));
      const users = rest.slice(0, LISTED_PER_PAGE);
      const isMore = rest.length > users.length;
      return reply(200, { users, ...(isMore && { nextPageToken: users.at(-1)?.localId }) });
    }
    if (path.endsWith('accounts:update')) {
      const account = accounts.get(String(localId));
      if (account) accounts.set(account.localId, { ...account, ...(JSON.parse(body) as object) });
      return reply(200, { localId });
    }
    if (path.endsWith('accounts:delete')) {
      accounts.delete(String(localId));
      return reply(200, {});
    }
    // The service account of a machine at Google, for a process that brings no credential of its own.
    if (path.startsWith('/computeMetadata/v1/instance/service-accounts/default/token'))
      return reply(200, { access_token: 'for-tests', expires_in: 3600, token_type: 'Bearer' });
    return reply(404, { error: { message: `no such address: ${path}` } });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const httpAgent = new Agent();
  httpAgent.createConnection = () => connect(port, '127.0.0.1');
  const credential = {
    getAccessToken: async () => ({ access_token: 'for-tests', expires_in: 3600 }),
  };
  const identity = openFirebase(PROJECT, { httpAgent, credential });

  return {
    identity,
    port,
    addAccount: (name, { verified = true, uid: localId = randomUUID() } = {}) => {
      const account = {
        localId,
        email: `${name}-${localId}@example.test`,
        emailVerified: verified,
        disabled: false,
        validSince: '0',
        createdAt: String(Date.now()),
      };
      accounts.set(localId, account);
      return account;
    },
    changeAccount: (uid, changes) => {
      const account = accounts.get(uid);
      if (account && changes) accounts.set(uid, { ...account, ...changes });
      else accounts.delete(uid);
    },
    signToken: (account, { key = privateKey, ...options } = {}) => signToken(account, key, options),
    lookups: () => lookups,
    failLookups: (status) => {
      failure = status;
    },
    close: async () => {
      await identity.close();
      httpAgent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

function signToken(
  account: Account,
  key: KeyObject,
  { claims = {}, header = {} }: Omit<TokenOptions, 'key'>,
): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...header },
    {
      aud: PROJECT,
      iss: `https://securetoken.google.com/${PROJECT}`,
      sub: account.localId,
      user_id: account.localId,
      email: account.email,
      email_verified: account.emailVerified,
      iat: now,
      exp: now + 3600,
      auth_time: now,
      firebase: { identities: {}, sign_in_provider: 'password' },
      ...claims,
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(key);
  return [...parts, signature.toString('base64url')].join('.');
}
