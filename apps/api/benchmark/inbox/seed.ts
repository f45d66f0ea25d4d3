import { trainingPaces } from '@pacewright/pace';
import { athleteId } from '../../src/db/ids.ts';
import { openDatabase } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';
import { createTokenCipher } from '../../src/features/garmin/token-cipher.ts';
import { readForStorage } from '../../src/features/workouts/saved-reading.ts';
import { ATHLETES, garminUserId, SCRIPT, startOf } from './runs.ts';

export const TOKEN_KEY = Buffer.alloc(32, 1);

const PERMISSIONS = 'ACTIVITY_EXPORT,HISTORICAL_DATA_EXPORT,WORKOUT_IMPORT';
const TOKEN_DAYS = 90;
const VDOT = 50;

/** Athletes who are connected to Garmin, and have planned a workout on every second day. */
export async function seedConnected(databaseUrl: string, days: number): Promise<void> {
  const db = openDatabase(databaseUrl, { poolSize: 2, onError: () => {} });
  const cipher = createTokenCipher({ keys: [{ version: 1, key: TOKEN_KEY }], encryptWith: 1 });
  const athletes = Array.from({ length: ATHLETES }, (_, index) => {
    const uid = `athlete-${index}`;
    const expiresAt = new Date(Date.now() + TOKEN_DAYS * 24 * 3600 * 1000).toISOString();
    const tokens = {
      accessToken: String(index),
      accessExpiresAt: expiresAt,
      refreshToken: String(index),
      refreshExpiresAt: expiresAt,
    };
    const account = garminUserId(index);
    const { ciphertext } = cipher.encrypt(JSON.stringify(tokens), account);
    return { uid, id: athleteId(uid), account, tokens: ciphertext.toString('hex') };
  });
  const { reading } = readForStorage(SCRIPT);
  const { E, M, T, I, R } = trainingPaces(VDOT);
  try {
    await db.query(sql`
      with athlete as materialized (
        select * from unnest(${athletes.map(({ id }) => id)}::uuid[], ${athletes.map(({ uid }) => uid)}::text[],
          ${athletes.map(({ account }) => account)}::text[], ${athletes.map(({ tokens }) => tokens)}::text[])
          as a (user_id, uid, account, tokens)),
      person as (
        insert into app_user (user_id, firebase_uid, username, email)
        select user_id, uid, uid, uid || '@example.test' from athlete),
      paces as (
        insert into training_paces (user_id, pace_units, vdot, edited,
          e_from, e_to, m_from, m_to, t_from, t_to, i_from, i_to, r_from, r_to)
        select user_id, 'metric', ${VDOT}, '', ${E.from}::float, ${E.to}::float, ${M.from}::float, ${M.to}::float,
          ${T.from}::float, ${T.to}::float, ${I.from}::float, ${I.to}::float, ${R.from}::float, ${R.to}::float
        from athlete),
      account as (
        insert into garmin_account (garmin_user_id, user_id) select account, user_id from athlete),
      connection as (
        insert into garmin_connection (user_id, garmin_user_id, tokens, key_version, access_expires_at,
          refresh_expires_at, refreshed_at, permissions, permissions_at, connected_at)
        select user_id, account, decode(tokens, 'hex'), 1, now() + interval '90 days', now() + interval '90 days',
          now(), ${PERMISSIONS}, now(), now() from athlete),
      consent as (
        insert into garmin_consent (user_id, agreed_at, text_version, permissions)
        select user_id, now(), 2, ${PERMISSIONS} from athlete)
      insert into calendar_entry (user_id, entry_id, day, position, kind, title, script, notes, alternatives, reading)
      select user_id, gen_random_uuid(), to_timestamp(${startOf(0)}::float)::date + place, 0, 'run', 'Threes', ${SCRIPT},
        '', '[]', ${reading}::json
      from athlete, generate_series(0, ${days - 1}::int, 2) as place`);
  } finally {
    await db.close();
  }
}
