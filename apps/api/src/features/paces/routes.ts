import {
  addRace,
  calculateVdot,
  deleteRace,
  getPaces,
  listRaces,
  MAX_RACES,
  type NewRace,
  type Race,
  type RaceToAdd,
  savePaces,
  saveUnits,
} from '@pacewright/contract';
import {
  formatCount,
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
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { notAccepted, Problem } from '../../http/problem.ts';
import { rawJson, serve } from '../../http/serve.ts';
import * as store from './store.ts';

type Dependencies = { db: Database; now: () => Date };

export function paceRoutes(scope: FastifyInstance, { db, now }: Dependencies): void {
  serve(scope, calculateVdot, async ({ body }) => {
    const { vdot, trainingPaces, equivalents, warnings } = requireValidResult(body);
    return { vdot, trainingPaces, equivalents, warnings };
  });

  serve(scope, getPaces, async ({ userId }) =>
    rawJson(JSON.stringify(await store.readPaces(db, userId))),
  );

  serve(scope, savePaces, async ({ userId, body }) => {
    const { trainingPaces, paceUnits = DEFAULT_PACE_UNITS } = body;
    const race = body.race && dated(body.race, now());
    const vdot = race ? vdotOfRace(race, body.vdot, now()) : (body.vdot ?? undefined);
    if (vdot !== undefined && vdot < MIN_VDOT)
      throw notAccepted('/vdot', `VDOT must be between ${MIN_VDOT} and ${MAX_VDOT}`);
    const computed = store.computePaces(vdot);
    const edited = PACE_KEYS.filter((key) => !isSameRange(trainingPaces[key], computed[key]));

    return inLockedTransaction(db, userId, async (transaction) => {
      const raceId = race ? (await insertRace(transaction, userId, race)).id : undefined;
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
    inLockedTransaction(db, userId, async (transaction) => {
      await store.changeUnits(transaction, userId, paceUnits);
      return store.readPaces(transaction, userId);
    }),
  );

  serve(scope, listRaces, async ({ userId }) => ({ races: await store.listRaces(db, userId) }));

  serve(scope, addRace, async ({ userId, body }) => {
    const race = dated(body, now());
    requireValidRace(race, now());
    return inLockedTransaction(db, userId, async (transaction) => {
      const added = await insertRace(transaction, userId, race);
      await store.detachCorrected(transaction, userId, added);
      return added;
    });
  });

  serve(scope, deleteRace, async ({ userId, params }) => {
    const wasDeleted = await inLockedTransaction(db, userId, async (transaction) => {
      return store.deleteRace(transaction, userId, params.id);
    });
    if (!wasDeleted) throw new Problem('NOT_FOUND');
  });
}

/** A race without its day counts as today's. */
function dated(race: RaceToAdd, now: Date): NewRace {
  return { ...race, racedOn: race.racedOn ?? now.toISOString().slice(0, 10) };
}

async function insertRace(db: Db, userId: string, added: NewRace): Promise<Race> {
  const { isNew, ...saved } = await store.addRace(db, userId, added);
  if (isNew && (await store.countRaces(db, userId)) > MAX_RACES)
    throw new Problem('LIMIT_REACHED', {
      detail: `You can have up to ${formatCount(MAX_RACES)} races. Delete some first`,
    });
  return saved;
}

function vdotOfRace(race: NewRace, claimed: number | null | undefined, now: Date): number {
  const { vdot } = requireValidRace(race, now, '/race');
  if (typeof claimed === 'number' && Math.abs(claimed - vdot) > store.VDOT_TOLERANCE)
    throw notAccepted('/vdot', 'This VDOT doesn’t match the race');
  return claimed ?? vdot;
}

/** Time zones go up to UTC+14. */
const MAX_UTC_OFFSET = 14 * 3600 * 1000;

function requireValidRace(race: NewRace, now: Date, parent = '') {
  const reading = requireValidResult(race, parent);
  const lastDay = new Date(now.getTime() + MAX_UTC_OFFSET).toISOString().slice(0, 10);
  const mistake = checkRaceDate(race.racedOn, lastDay);
  if (mistake) throw notAccepted(`${parent}/racedOn`, mistake);
  return reading;
}

/** `parent` is the path of the result in the body. */
function requireValidResult(result: RaceResult, parent = '') {
  const reading = readRace(result);
  if (reading.ok) return reading;
  throw notAccepted(`${parent}/${reading.field}`, reading.message);
}
