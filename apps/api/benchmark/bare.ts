import { randomUUID } from 'node:crypto';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import Fastify from 'fastify';
import { Pool } from 'pg';

// The bare engine: Fastify routes with pg and nothing else. It answers with the same rows as the product, for
// any athlete that is named in the path.

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
  application_name: 'bare',
});
const app = Fastify();

const WORKOUT = `workout_id as id, title, script, notes, tags, reading, version, created_at as "createdAt",
  updated_at as "updatedAt"`;

type OfAthlete = { Params: { userId: string } };

app.get<OfAthlete>('/page/:userId', async ({ params }) => {
  const { rows } = await pool.query<object>(
    `select ${WORKOUT} from workout where user_id = $1 and deleted_at is null
     order by workout_id desc limit 20`,
    [params.userId],
  );
  return { workouts: rows };
});

app.get<{ Params: { userId: string; id: string } }>('/workout/:userId/:id', async ({ params }) => {
  const { rows } = await pool.query<object>(
    `select ${WORKOUT} from workout where user_id = $1 and workout_id = $2 and deleted_at is null`,
    [params.userId, params.id],
  );
  return rows[0];
});

const PACES = `select p.*, r.distance, r.time_in_seconds, r.raced_on from training_paces p
  left join race r on r.user_id = p.user_id and r.race_id = p.race_id where p.user_id = $1`;

app.get<OfAthlete>('/paces/:userId', async ({ params }) => {
  const { rows } = await pool.query<object>(PACES, [params.userId]);
  return rows[0];
});

app.get<OfAthlete & { Querystring: { from: string; to: string } }>(
  '/calendar/:userId',
  async ({ params, query }) => {
    const { rows } = await pool.query<object>(
      `select e.entry_id as id, e.day::text, e.position, w.workout_id as "workoutId",
         coalesce(e.done_title, w.title) as title, coalesce(e.done_script, w.script) as script,
         coalesce(e.done_reading, w.reading) as reading, e.done_at as "doneAt", e.done_paces as "donePaces"
       from calendar_entry e left join workout w
         on w.user_id = e.user_id and w.workout_id = coalesce(e.workout_id, e.done_workout_id)
       where e.user_id = $1 and e.day between $2 and $3
       order by e.day, e.position`,
      [params.userId, query.from, query.to],
    );
    return { entries: rows };
  },
);

/** The row as the client sends it, without a key for retries and without the terms of the search. */
type BareWorkout = { [Column in (typeof BODY_COLUMNS)[number]]: unknown };
const BODY_COLUMNS = [
  'title',
  'title_key',
  'script',
  'notes',
  'tags',
  'reading',
  'search',
] as const;

app.post<OfAthlete & { Body: BareWorkout }>('/save/:userId', async ({ params, body }) => {
  const { rows } = await pool.query<object>(
    `insert into workout (user_id, workout_id, ${BODY_COLUMNS.join()}, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now()) returning ${WORKOUT}`,
    [
      params.userId,
      randomUUID(),
      body.title,
      body.title_key,
      body.script,
      body.notes,
      JSON.stringify(body.tags),
      JSON.stringify(body.reading),
      body.search,
    ],
  );
  return rows[0];
});

app.post<OfAthlete & { Body: { script: string } }>('/parse/:userId', async ({ params, body }) => {
  await pool.query(PACES, [params.userId]);
  return readScript(body.script, { speeds: { trainingPaces: DEFAULT_TRAINING_PACES } });
});

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
