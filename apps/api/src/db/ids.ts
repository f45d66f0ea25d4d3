import { createHash, randomBytes } from 'node:crypto';

/** The namespace of athletes' ids. Changing it would orphan every row. */
const ATHLETES = Buffer.from('6d0f2b9c3a5e4f7b8c1d9e0a4b6f7c21', 'hex');

/**
 * The athlete's id, known from the sign-in alone: UUIDv5 of the Firebase uid. No look-up is needed to
 * know where an athlete's rows are, and ids spread evenly over shards.
 */
export function athleteId(firebaseUid: string): string {
  const hash = createHash('sha1').update(ATHLETES).update(firebaseUid, 'utf8').digest();
  return asUuid(hash.subarray(0, 16), 5);
}

let lastTime = 0;
let sequence = 0;

/**
 * A UUIDv7: ids made later sort later, also within one millisecond of one process, so that a list
 * ordered by id is ordered by age.
 */
export function newId(now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    // Starts low, to leave room for many in one millisecond.
    sequence = randomBytes(2).readUInt16BE() & 0x3ff;
  } else if (++sequence > 0xfff) {
    lastTime++;
    sequence = 0;
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(sequence, 6);
  return asUuid(bytes, 7);
}

/** Lower and higher than any that is made. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The lowest id that could be made at this time, in milliseconds since 1970. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function asUuid(bytes: Buffer, version: number): string {
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | (version << 4);
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
