import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { GarminFailure } from './client.ts';

export type CallLimits = { perMinute: number; perAthleteAndDay: number };

/** The requests that Garmin allows, counted in the database for all processes together. */
export type CallBudget = {
  /** Takes one request, of an athlete unless it is undefined. Throws "rate-limited" when none is left. */
  take: (userId: string | undefined) => Promise<void>;
  /** The athlete's requests of today (UTC). */
  countToday: (userId: string) => Promise<number>;
  /** Stops all requests for a while, after a 429 from Garmin. */
  pause: (seconds: number) => Promise<void>;
};

/** Our own limit; no request was sent. */
export class BudgetExhausted extends GarminFailure {
  constructor(detail: string, retryAfterSeconds: number) {
    super('rate-limited', detail, retryAfterSeconds);
  }
}

/** A full bucket and a minute's refill add up to the limit, so no minute exceeds it. */
const BURST = 0.25;

export function createCallBudget(db: Db, limits: CallLimits, now: () => Date): CallBudget {
  const capacity = Math.max(1, limits.perMinute * BURST);
  const perSecond = (limits.perMinute * (1 - BURST)) / 60;

  async function takeFromPartner(): Promise<void> {
    const { rowCount } = await db.query(sql`
      insert into garmin_budget as b (name, tokens, refilled_at)
      values ('partner', ${capacity}::float - 1, clock_timestamp())
      on conflict (name) do update set
        tokens = least(${capacity}::float, b.tokens + ${perSecond}::float
          * extract(epoch from clock_timestamp() - b.refilled_at)) - 1,
        refilled_at = clock_timestamp()
      where coalesce(b.paused_until <= clock_timestamp(), true)
        and least(${capacity}::float, b.tokens + ${perSecond}::float
          * extract(epoch from clock_timestamp() - b.refilled_at)) >= 1`);
    if (rowCount === 1) return;
    const { rows } = await db.query(sql`
      select greatest(extract(epoch from b.paused_until - clock_timestamp()),
        (1 - least(${capacity}::float, b.tokens + ${perSecond}::float
          * extract(epoch from clock_timestamp() - b.refilled_at))) / ${perSecond}::float, 0.1)::float as seconds
      from garmin_budget b where name = 'partner'`);
    throw new BudgetExhausted('the budget is used up', Number(rows[0]?.['seconds'] ?? 1));
  }

  async function takeFromAthlete(userId: string): Promise<void> {
    const time = now();
    const today = time.toISOString().slice(0, 10);
    const { rows } = await db.query(sql`
      update garmin_connection set
        calls = case when calls_on = ${today} then calls + 1 else 1 end, calls_on = ${today}
      where user_id = ${userId}
      returning calls`);
    if (Number(rows[0]?.['calls'] ?? 0) <= limits.perAthleteAndDay) return;
    const seconds = 86_400 - (time.getTime() % 86_400_000) / 1000;
    throw new BudgetExhausted('the athlete’s day is used up', seconds);
  }

  return {
    take: async (userId) => {
      await takeFromPartner();
      if (userId !== undefined) await takeFromAthlete(userId);
    },
    countToday: async (userId) => {
      const { rows } = await db.query(sql`
        select calls from garmin_connection
        where user_id = ${userId} and calls_on = ${now().toISOString().slice(0, 10)}`);
      return Number(rows[0]?.['calls'] ?? 0);
    },
    pause: async (seconds) => {
      await db.query(sql`
        insert into garmin_budget as b (name, tokens, refilled_at, paused_until)
        values ('partner', 0, clock_timestamp(), clock_timestamp() + ${seconds} * interval '1 second')
        on conflict (name) do update set
          paused_until = greatest(b.paused_until, excluded.paused_until)`);
    },
  };
}
