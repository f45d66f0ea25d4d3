import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const PROJECT = 'demo-pacewright';
const KEY_ID = 'key-1';

export type Account = { uid: string; email: string };

/** Google on loopback: the keys of its tokens, its accounts, and access tokens for a server. */
export type Google = {
  createAccount: (name: string) => Account;
  /** A token as Firebase signs it (RS256). */
  signToken: (account: Account) => string;
  /** Requests are accepted and not answered. */
  hang: () => void;
  resume: () => void;
  /** For a process that is to use this Google. */
  settings: Record<string, string>;
  /** Arguments for Node, so that it does. */
  nodeArguments: string[];
  close: () => void;
};

export async function startGoogle({
  folder,
  port,
}: {
  folder: string;
  port: number;
}): Promise<Google> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const accounts = new Map<string, object>();
  let isHanging = false;

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await text(request);
    if (isHanging) return;
    const reply = (content: object) =>
      response
        .writeHead(200, {
          'content-type': 'application/json',
          // Short, so that keys are fetched again while Google hangs.
          'cache-control': 'public, max-age=2',
        })
        .end(JSON.stringify(content));
    if (path.startsWith('/robot/v1/metadata/x509/'))
      return reply({ [KEY_ID]: publicKey.export({ type: 'spki', format: 'pem' }) });
    if (path.endsWith('accounts:lookup')) {
      const { localId = [] } = JSON.parse(body) as { localId?: string | string[] };
      const account = accounts.get([localId].flat()[0] ?? '');
      return reply({ ...(account && { users: [account] }) });
    }
    return reply({ access_token: 'for-tests', token_type: 'Bearer', expires_in: 3600 });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  const credentials = `${folder}/google-credentials.json`;
  writeFileSync(
    credentials,
    JSON.stringify({
      type: 'authorized_user',
      client_id: 'for-tests',
      client_secret: 'for-tests',
      refresh_token: 'for-tests',
    }),
  );
  return {
    createAccount: (name) => {
      const uid = randomUUID();
      const email = `${name}-${uid}@example.test`;
      accounts.set(uid, {
        localId: uid,
        email,
        emailVerified: true,
        disabled: false,
        validSince: '0',
      });
      return { uid, email };
    },
    signToken: ({ uid, email }) => {
      const now = Math.floor(Date.now() / 1000);
      const parts = [
        { alg: 'RS256', kid: KEY_ID, typ: 'JWT' },
        {
          aud: PROJECT,
          iss: `https://securetoken.google.com/${PROJECT}`,
          sub: uid,
          user_id: uid,
          email,
          email_verified: true,
          iat: now,
          exp: now + 3600,
          auth_time: now,
          firebase: { identities: {}, sign_in_provider: 'password' },
        },
      ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
      const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(privateKey);
      return [...parts, signature.toString('base64url')].join('.');
    },
    hang: () => {
      isHanging = true;
    },
    resume: () => {
      isHanging = false;
      server.closeAllConnections();
    },
    settings: {
      FIREBASE_PROJECT_ID: PROJECT,
      GOOGLE_APPLICATION_CREDENTIALS: credentials,
      GOOGLE_ON_LOOPBACK_PORT: String(port),
    },
    nodeArguments: ['--import', new URL('./google-on-loopback.ts', import.meta.url).href],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
