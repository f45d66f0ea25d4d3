import { hash, randomBytes } from 'node:crypto';

/** The UUIDv5 namespace of athletes. Changing it would orphan every row. */
const ATHLETE_NAMESPACE = Buffer.from('6d0f2b9c3a5e4f7b8c1d9e0a4b6f7c21', 'hex');

/**
 * UUIDv5 of the Firebase uid, so that a token gives the id without a query, and ids spread evenly over shards.
 */
export function athleteId(firebaseUid: string): string {
  const name = Buffer.concat([ATHLETE_NAMESPACE, Buffer.from(firebaseUid)]);
  return asUuid(hash('sha1', name, 'buffer').subarray(0, 16), 5);
}

/**
 * A UUIDv7. Later ids sort later, even within one millisecond of one process, so the order by id is the order by
 * age.
 */
export const newId = createIds();

/** Makes ids that are in order among themselves. */
export function createIds(): (now?: number) => string {
  let lastTime = 0;
  let sequence = 0;
  return (now = Date.now()) => {
    if (now > lastTime) {
      lastTime = now;
      // Starts low to leave room for many ids in one millisecond.
      sequence = randomBytes(2).readUInt16BE() & 0x3ff;
    } else if (++sequence > 0xfff) {
      lastTime++;
      sequence = 0;
    }
    const bytes = randomBytes(16);
    bytes.writeUIntBE(lastTime, 0, 6);
    bytes.writeUInt16BE(sequence, 6);
    return asUuid(bytes, 7);
  };
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** The id that a client has made for something new, if its time is about now: the order by id is the order by age. */
export function acceptId(id: string | undefined, now: Date): string {
  const time = parseInt(id?.replaceAll('-', '').slice(0, 12) ?? '', 16);
  return id !== undefined && Math.abs(now.getTime() - time) <= DAY_MILLISECONDS
    ? id
    : newId(now.getTime());
}

/** Below and above every id. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The lowest possible id of this time, in milliseconds since 1970. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time of a UUIDv7, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function asUuid(bytes: Buffer, version: number): string {
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | (version << 4);
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${parts.join('-')}-${hex.slice(20)}`;
}
