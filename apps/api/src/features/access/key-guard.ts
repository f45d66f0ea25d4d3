import { type Endpoint, includesScope, type KeyWrite, type Mistake } from '@pacewright/contract';
import { listPlanMistakes, listScriptMistakes, readPlanInParts } from '@pacewright/plan';
import { ADVICE_CODES, readScript } from '@pacewright/script';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { withPauses } from '../../http/with-pauses.ts';
import { describeWrite, nameIds } from './describe-write.ts';
import { listTexts, type SentText } from './sent-texts.ts';
import { addWrite } from './store.ts';

/** Texts by the ids of workouts, plans and entries. An id that is unknown or another's is left out. */
export type ReadTexts = (
  userId: string,
  ids: { workouts: string[]; plans: string[]; entries: string[] },
) => Promise<NonNullable<KeyWrite['before']>>;

type Dependencies = {
  db: Database;
  now: () => Date;
  limits: Pick<RateLimits, 'take'>;
  readTexts: ReadTexts;
};

/** The most mistakes in a response; the first are fixed before the others. */
const MAX_MISTAKES = 20;

/** What is different for keys in this scope: texts have no mistakes, and every write is listed. */
export function guardKeys(
  scope: FastifyInstance,
  { db, now, limits, readTexts }: Dependencies,
): void {
  scope.addHook('preHandler', async (request) => {
    const { key } = request.identity;
    const { endpoint } = request.routeOptions.config;
    if (!key || !endpoint?.scope?.endsWith(':write')) return;
    await limits.take('key-writes', key.id);
    requireAllScopes(request);
    await requireReadable(endpoint, request.body);
    const ids = nameIds(endpoint, request);
    const count = Object.values(ids).flat().length;
    const before = count > 0 ? await readTexts(request.userId, ids) : null;
    request.afterHandling = (result) =>
      addWrite(db, request.userId, {
        accessId: key.id,
        what: describeWrite(endpoint, request, { result, before }),
        before: before && before.length > 0 ? before : null,
        now: now(),
      });
  });
}

/** What else a body needs than its endpoint names. */
function requireAllScopes({ identity: { key }, body }: FastifyRequest): void {
  const { workouts, action } = (body ?? {}) as {
    workouts?: { day?: string }[];
    action?: { kind: string };
  };
  // A batch of workouts may put them on days.
  const isPlanned = Array.isArray(workouts) && workouts.some(({ day }) => day !== undefined);
  if (isPlanned && !includesScope(key?.scopes ?? [], 'calendar:write'))
    throw new Problem('SCOPE_MISSING', {
      detail: 'Workouts with a day need calendar:write. Leave the days out, or use another key',
    });
  if (action?.kind === 'end')
    throw new Problem('SCOPE_MISSING', { detail: 'Plans are ended in the app' });
}

/** A key saves only texts without mistakes, unless it says that they are a draft. */
async function requireReadable(endpoint: Endpoint, body: unknown): Promise<void> {
  if ((body as { draft?: boolean } | null)?.draft === true) return;
  const mistakes: Mistake[] = [];
  for (const sent of listTexts(endpoint, body)) {
    if (mistakes.length >= MAX_MISTAKES) break;
    mistakes.push(...(await listMistakes(sent)).map((mistake) => ({ at: sent.at, ...mistake })));
    // A long script takes milliseconds, and other requests are served in between.
    await setImmediate();
  }
  if (mistakes.length === 0) return;
  const first = mistakes.slice(0, MAX_MISTAKES);
  throw new Problem('TEXT_HAS_MISTAKES', {
    detail:
      'Nothing was saved: the text has mistakes. Send one of the fixes, or "draft": true to save it as it is',
    errors: first.map(({ at, message }) => ({ at, message })),
    mistakes: first,
  });
}

async function listMistakes({ kind, text }: SentText) {
  if (kind === 'script') {
    const { diagnostics } = readScript(text, { withoutAdvice: ADVICE_CODES });
    return listScriptMistakes(text, diagnostics);
  }
  const { diagnostics } = await withPauses(readPlanInParts(text), () => true);
  return listPlanMistakes(text, diagnostics);
}
