import type { Database } from '../../db/database.ts';
import type { Identity, VerifyToken } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { type KeyKind, parseKey } from './key.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  kind: KeyKind;
  /** Whether the account exists, is enabled and has a verified email. */
  isVerified: (uid: string) => Promise<boolean>;
  now: () => Date;
};

/** Checks a key, as the identity provider checks a token. A key without a sign-in behind it does not work. */
export function createKeyCheck({ db, kind, isVerified, now }: Dependencies): VerifyToken {
  return async (text, { checkRevoked = false } = {}): Promise<Identity> => {
    const parsed = parseKey(text, kind);
    const key = parsed && (await store.findKey(db, parsed, now()));
    if (!parsed || !key) throw badKey();
    if (checkRevoked && !(await isVerified(key.uid))) throw badKey();
    const day = now().toISOString().slice(0, 10);
    // Written once a day, so that it costs nothing.
    if (key.lastUsedOn !== day) await store.markUsed(db, parsed.userId, key.id, day);
    return {
      uid: key.uid,
      email: undefined,
      emailVerified: true,
      hasGoogle: false,
      // A key is no sign-in, so it never counts as a recent one.
      signedInAt: new Date(0),
      expiresAt: key.expiresAt,
      key: { id: key.id, scopes: key.scopes, isApp: key.isApp },
    };
  };
}

function badKey(): Problem {
  return new Problem('KEY_INVALID', {
    detail: 'This key doesn’t work: it is mistyped, has ended, or was revoked',
  });
}
