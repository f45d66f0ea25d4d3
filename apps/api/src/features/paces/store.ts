import {
  type AthletePaces,
  MAX_RACES,
  type NewRace,
  paceUnits as units,
  type Race,
  race,
} from '@pacewright/contract';
import {
  DEFAULT_PACE_UNITS,
  DEFAULT_TRAINING_PACES,
  MAX_SPEED,
  MIN_SPEED,
  PACE_KEYS,
  type PaceKey,
  type PaceUnits,
  type SpeedRange,
  trainingPaces,
  type TrainingPaces,
  vdotFromRace,
} from '@pacewright/pace';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { LOWEST_ID, newId } from '../../db/ids.ts';
import { sql } from '../../db/sql.ts';

/** The athlete's paces, or the defaults. */
export async function readPaces(db: Db, userId: string): Promise<AthletePaces> {
  const { rows } = await db.query(sql`
    select p.pace_units as "paceUnits", p.vdot, p.edited,
      json_build_array(p.e_from, p.e_to, p.m_from, p.m_to, p.t_from, p.t_to, p.i_from, p.i_to,
        p.r_from, p.r_to) as speeds,
      case when r.race_id is not null then json_build_object('id', r.race_id,
        'distance', r.distance, 'timeInSeconds', r.time_in_seconds, 'racedOn', r.raced_on) end as race
    from training_paces p
    left join race r on r.user_id = p.user_id and r.race_id = p.race_id
    where p.user_id = ${userId}`);
  return rows.map(parsePaces)[0] ?? DEFAULT_PACES;
}

const DEFAULT_PACES: AthletePaces = {
  trainingPaces: DEFAULT_TRAINING_PACES,
  paceUnits: DEFAULT_PACE_UNITS,
  computedPaces: DEFAULT_TRAINING_PACES,
  edited: [],
};

export type PacesRow = {
  trainingPaces: TrainingPaces;
  paceUnits: PaceUnits;
  vdot: number | undefined;
  raceId: string | undefined;
  edited: PaceKey[];
};

export async function replacePaces(db: Db, userId: string, paces: PacesRow): Promise<void> {
  const { E, M, T, I, R } = paces.trainingPaces;
  await db.query(sql`
    insert into training_paces (user_id, pace_units, vdot, race_id, edited,
      e_from, e_to, m_from, m_to, t_from, t_to, i_from, i_to, r_from, r_to)
    values (${userId}, ${paces.paceUnits}, ${paces.vdot}, ${paces.raceId}, ${paces.edited.join('')},
      ${E.from}, ${E.to}, ${M.from}, ${M.to}, ${T.from}, ${T.to}, ${I.from}, ${I.to},
      ${R.from}, ${R.to})
    on conflict (user_id) do update set
      pace_units = excluded.pace_units, vdot = excluded.vdot, race_id = excluded.race_id,
      edited = excluded.edited,
      e_from = excluded.e_from, e_to = excluded.e_to, m_from = excluded.m_from, m_to = excluded.m_to,
      t_from = excluded.t_from, t_to = excluded.t_to, i_from = excluded.i_from, i_to = excluded.i_to,
      r_from = excluded.r_from, r_to = excluded.r_to,
      updated_at = now()`);
}

/** Changes only the units. Stores the default paces if there are none yet. */
export async function changeUnits(db: Db, userId: string, paceUnits: PaceUnits): Promise<void> {
  const { rowCount } = await db.query(sql`
    update training_paces set pace_units = ${paceUnits}, updated_at = now()
    where user_id = ${userId}`);
  if (rowCount === 0) await replacePaces(db, userId, { ...DEFAULT_ROW, paceUnits });
}

const DEFAULT_ROW = {
  trainingPaces: DEFAULT_TRAINING_PACES,
  vdot: undefined,
  raceId: undefined,
  edited: [],
};

/** Adds a race. A second time for the same day and distance replaces the first. */
export async function addRace(
  db: Db,
  userId: string,
  added: NewRace,
): Promise<Race & { isNew: boolean }> {
  const { rows } = await db.query(sql`
    insert into race (user_id, race_id, raced_on, distance, time_in_seconds)
    values (${userId}, ${newId()}, ${added.racedOn}, ${added.distance}, ${added.timeInSeconds})
    on conflict (user_id, raced_on, distance) do update set
      time_in_seconds = excluded.time_in_seconds
    returning race_id as id, xmax = 0 as "isNew"`);
  const saved = race.parse({ ...rows[0], ...added, vdot: vdotOf(added) });
  return { ...saved, isNew: rows[0]?.['isNew'] === true };
}

export async function countRaces(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as races from race where user_id = ${userId}`);
  return Number(rows[0]?.['races']);
}

export async function listRaces(
  db: Db,
  userId: string,
): Promise<(Race & { setsPaces: boolean })[]> {
  const { rows } = await db.query(sql`
    select r.race_id as id, r.distance, r.time_in_seconds as "timeInSeconds",
      to_char(r.raced_on, 'YYYY-MM-DD') as "racedOn", p.race_id is not null as "setsPaces"
    from race r
    left join training_paces p on p.user_id = r.user_id and p.race_id = r.race_id
    where r.user_id = ${userId}
    order by r.raced_on desc, r.race_id desc
    limit ${MAX_RACES}`);
  return rows.map(parseListed);
}

/** All races in pages of JSON, without the limit of `listRaces`. */
export async function* exportRaces(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select r.race_id as id, r.distance, r.time_in_seconds as "timeInSeconds",
        to_char(r.raced_on, 'YYYY-MM-DD') as "racedOn", p.race_id is not null as "setsPaces"
      from race r
      left join training_paces p on p.user_id = r.user_id and p.race_id = r.race_id
      where r.user_id = ${userId} and r.race_id > ${after}
      order by r.race_id
      limit 500`);
    const page = rows.map(parseListed);
    yield page.map((listedRace) => JSON.stringify(listedRace));
    after = page.at(-1)?.id;
  }
}

/** Detaches the paces from a race whose VDOT has changed. */
export async function detachCorrected(db: Db, userId: string, corrected: Race): Promise<void> {
  await db.query(sql`
    update training_paces set race_id = null
    where user_id = ${userId} and race_id = ${corrected.id}
      and abs(vdot - ${corrected.vdot}) > ${VDOT_TOLERANCE}`);
}

/** Returns whether the race existed. Needs a transaction. */
export async function deleteRace(db: Db, userId: string, raceId: string): Promise<boolean> {
  await db.query(sql`
    update training_paces set race_id = null where user_id = ${userId} and race_id = ${raceId}`);
  const { rowCount } = await db.query(sql`
    delete from race where user_id = ${userId} and race_id = ${raceId}`);
  return rowCount !== 0;
}

const storedRace = z.omit(race, { vdot: true });
const listed = z.object({ ...race.shape, setsPaces: z.boolean() });

function parseListed(row: Record<string, unknown>): z.infer<typeof listed> {
  return listed.parse({ ...row, vdot: vdotOf(storedRace.parse(row)) });
}

const speed = z.number();
const pacesRow = z.object({
  paceUnits: units,
  vdot: z.nullable(z.number()),
  edited: z.string(),
  /** Two for each pace letter. */
  speeds: z.tuple([speed, speed, speed, speed, speed, speed, speed, speed, speed, speed]),
  race: z.nullable(storedRace),
});

function parsePaces(value: Record<string, unknown>): AthletePaces {
  const row = pacesRow.parse(value);
  const [eFrom, eTo, mFrom, mTo, tFrom, tTo, iFrom, iTo, rFrom, rTo] = row.speeds;
  return {
    trainingPaces: {
      E: clampRange(eFrom, eTo),
      M: clampRange(mFrom, mTo),
      T: clampRange(tFrom, tTo),
      I: clampRange(iFrom, iTo),
      R: clampRange(rFrom, rTo),
    },
    paceUnits: row.paceUnits,
    ...(row.vdot !== null && { vdot: row.vdot }),
    ...(row.race && { race: { ...row.race, vdot: vdotOf(row.race) } }),
    computedPaces: computePaces(row.vdot ?? undefined),
    edited: PACE_KEYS.filter((key) => row.edited.includes(key)),
  };
}

/** Clamps speeds that were stored before there were bounds. */
function clampRange(from: number, to: number): SpeedRange {
  if (to === 0) return { from, to };
  const clamp = (end: number) => Math.min(MAX_SPEED, Math.max(MIN_SPEED, end));
  return { from: clamp(from), to: clamp(to) };
}

/** Browsers may differ in the last bits of a VDOT. */
export const VDOT_TOLERANCE = 1e-6;

/** The ranges for a VDOT, or the defaults without one. */
export function computePaces(vdot: number | undefined): TrainingPaces {
  return vdot === undefined ? DEFAULT_TRAINING_PACES : trainingPaces(vdot);
}

function vdotOf({ distance, timeInSeconds }: { distance: number; timeInSeconds: number }): number {
  return vdotFromRace(distance, timeInSeconds);
}
