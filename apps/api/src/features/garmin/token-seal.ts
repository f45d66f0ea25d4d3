import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Text that only this server can read, and the number of the key that reads it. */
export type Sealed = { sealed: Buffer; keyVersion: number };

export type TokenSeal = {
  /** Whose it is becomes part of the seal: moved to another account's row, it no longer opens. */
  seal: (text: string, owner: string) => Sealed;
  open: (sealed: Sealed, owner: string) => string;
  /** The version that new seals have. Older ones can be sealed anew. */
  newest: number;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. Several keys open; the one with the highest version seals. */
export function createTokenSeal(keys: readonly { version: number; key: Buffer }[]): TokenSeal {
  const byVersion = new Map(keys.map(({ version, key }) => [version, key]));
  const newest = Math.max(...byVersion.keys());
  const keyOf = (version: number): Buffer => {
    const key = byVersion.get(version);
    if (!key) throw new Error(`GARMIN_TOKEN_KEYS has no key ${version}, which is still in use`);
    return key;
  };

  return {
    seal: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(newest), nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyVersion: newest };
    },
    open: ({ sealed, keyVersion }, owner) => {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(keyVersion), nonce, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    newest,
  };
}
