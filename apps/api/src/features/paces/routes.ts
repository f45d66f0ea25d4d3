import {
  addRace,
  calculateVdot,
  deleteRace,
  getPaces,
  listRaces,
  MAX_RACES,
  type NewRace,
  type Race,
  savePaces,
  saveUnits,
} from '@pacewright/contract';
import {
  checkRaceDate,
  DEFAULT_PACE_UNITS,
  isSameRange,
  MAX_VDOT,
  MIN_VDOT,
  PACE_KEYS,
  type RaceResult,
  readRace,
} from '@pacewright/pace';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import * as store from './store.ts';

type Needs = { db: Database; now: () => Date };

export function paceRoutes(scope: FastifyInstance, { db, now }: Needs): void {
  serve(scope, calculateVdot, async ({ body }) => {
    const { vdot, trainingPaces, equivalents, warnings } = believe(body);
    return { vdot, trainingPaces, equivalents, warnings };
  });

  serve(scope, getPaces, async ({ userId }) => store.readPaces(db, userId));

  serve(scope, savePaces, async ({ userId, body }) => {
    const { trainingPaces, paceUnits = DEFAULT_PACE_UNITS, race } = body;
    const vdot = race ? vdotOfRace(race, body.vdot, now()) : (body.vdot ?? undefined);
    if (vdot !== undefined && vdot < MIN_VDOT)
      throw refusal('/vdot', `A VDOT is from ${MIN_VDOT} to ${MAX_VDOT}`);
    const computed = store.computePaces(vdot);
    const edited = PACE_KEYS.filter((key) => !isSameRange(trainingPaces[key], computed[key]));

    return db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const raceId = race ? (await addRaceOf(transaction, userId, race)).id : undefined;
      await store.replacePaces(transaction, userId, {
        trainingPaces,
        paceUnits,
        vdot,
        raceId,
        edited,
      });
      return store.readPaces(transaction, userId);
    });
  });

  serve(scope, saveUnits, async ({ userId, body: { paceUnits } }) =>
    db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      await store.changeUnits(transaction, userId, paceUnits);
      return store.readPaces(transaction, userId);
    }),
  );

  serve(scope, listRaces, async ({ userId }) => ({ races: await store.listRaces(db, userId) }));

  serve(scope, addRace, async ({ userId, body }) => {
    believeRace(body, now());
    return db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const added = await addRaceOf(transaction, userId, body);
      await store.unlinkCorrected(transaction, userId, added);
      return added;
    });
  });

  serve(scope, deleteRace, async ({ userId, params }) => {
    const wasThere = await db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      return store.deleteRace(transaction, userId, params.id);
    });
    if (!wasThere) throw new Problem('NOT_FOUND');
  });
}

async function addRaceOf(db: Db, userId: string, added: NewRace): Promise<Race> {
  const { isNew, ...saved } = await store.addRace(db, userId, added);
  if (isNew && (await store.countRaces(db, userId)) > MAX_RACES)
    throw new Problem('LIMIT_REACHED', {
      detail: `You have saved ${MAX_RACES.toLocaleString('en-US')} races, which is the most. Delete some first`,
    });
  return saved;
}

function vdotOfRace(race: NewRace, claimed: number | null | undefined, now: Date): number {
  const { vdot } = believeRace(race, now, '/race');
  if (typeof claimed === 'number' && Math.abs(claimed - vdot) > store.SAME_VDOT)
    throw refusal('/vdot', 'This VDOT does not follow from the race beside it');
  return claimed ?? vdot;
}

/** It is tomorrow already for some: this far ahead of us. */
const FURTHEST_AHEAD = 14 * 3600 * 1000;

function believeRace(race: NewRace, now: Date, under = '') {
  const reading = believe(race, under);
  const lastDay = new Date(now.getTime() + FURTHEST_AHEAD).toISOString().slice(0, 10);
  const wrong = checkRaceDate(race.racedOn, lastDay);
  if (wrong) throw refusal(`${under}/racedOn`, wrong);
  return reading;
}

/** Reads a race result, or refuses it beside its field. `under` is where the result stands in the body. */
function believe(result: RaceResult, under = '') {
  const reading = readRace(result);
  if (reading.ok) return reading;
  throw refusal(`${under}/${reading.field}`, reading.message);
}

function refusal(at: string, message: string): Problem {
  return new Problem('NOT_ACCEPTED', { detail: message, errors: [{ at, message }] });
}
