import type { Database } from '../../db/database.ts';
import * as feeds from './feed-store.ts';
import type { FeedToken } from './feed-token.ts';

type Dependencies = {
  db: Database;
  /** Whether the account of a sign-in exists and is not disabled. Throws if the provider does not answer. */
  isEnabled: (uid: string) => Promise<boolean>;
  now: () => Date;
};

const MAX_REMEMBERED = 10_000;

/**
 * A feed needs no sign-in, so its account is checked with the first poll of each day. A feed whose account was disabled
 * or deleted is ended. Returns whether the feed may be read.
 */
export function createFeedReaders({ db, isEnabled, now }: Dependencies) {
  let today = '';
  // By link; polls at once share a check.
  const checks = new Map<string, Promise<boolean>>();

  return async ({ userId, hash }: FeedToken): Promise<boolean> => {
    const day = now().toISOString().slice(0, 10);
    if (day !== today || checks.size >= MAX_REMEMBERED) checks.clear();
    today = day;
    const key = hash.toString('base64');
    const found = checks.get(key);
    if (found) return found;
    const check = checkOnce(userId, day, () => checks.delete(key));
    checks.set(key, check);
    return check;
  };

  async function checkOnce(userId: string, day: string, forget: () => void): Promise<boolean> {
    try {
      const uid = await feeds.findUnreadSince(db, userId, day);
      if (uid === undefined) return true;
      if (await isEnabled(uid)) await feeds.markRead(db, userId, now());
      else {
        await feeds.deleteFeed(db, userId);
        return false;
      }
    } catch {
      // An outage of the provider takes no calendar away; the next poll asks again.
      forget();
    }
    return true;
  }
}
