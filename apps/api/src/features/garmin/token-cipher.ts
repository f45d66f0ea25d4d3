import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypted text, and the version of the key that decrypts it. */
export type Encrypted = { ciphertext: Buffer; keyVersion: number };

export type TokenCipher = {
  /** The owner is authenticated data: a ciphertext copied to another row does not decrypt. */
  encrypt: (text: string, owner: string) => Encrypted;
  decrypt: (encrypted: Encrypted, owner: string) => string;
  /** The key version of new ciphertexts. */
  version: number;
};

export type TokenKeys = {
  keys: { version: number; key: Buffer }[];
  /** The key that encrypts. All of them decrypt, so that every process knows a new key before it is used. */
  encryptWith: number;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. */
export function createTokenCipher(
  { keys, encryptWith }: TokenKeys,
  { onOldKey = () => {} }: { onOldKey?: (keyVersion: number) => void } = {},
): TokenCipher {
  const byVersion = new Map(keys.map(({ version, key }) => [version, key]));
  const keyOf = (version: number): Buffer => {
    const key = byVersion.get(version);
    if (!key) throw new Error(`GARMIN_TOKEN_KEYS has no key ${version}, which is still in use`);
    return key;
  };

  return {
    encrypt: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(encryptWith), nonce);
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const ciphertext = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return { ciphertext, keyVersion: encryptWith };
    },
    decrypt: ({ ciphertext, keyVersion }, owner) => {
      if (keyVersion !== encryptWith) onOldKey(keyVersion);
      const nonce = ciphertext.subarray(0, NONCE_BYTES);
      const tag = ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(keyVersion), nonce, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const body = ciphertext.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    version: encryptWith,
  };
}
