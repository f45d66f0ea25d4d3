import type { IntervalsIcuEvent } from '@pacewright/delivery';
import * as z from 'zod/mini';

/** The reason why a request failed: the key, too many requests, no answer, or an answer that says no. */
export type FailureKind = 'unauthorised' | 'busy' | 'unreachable' | 'refused';

type Outcome<Result> = { ok: true; result: Result } | { ok: false; kind: FailureKind };

/** An event of the athlete's calendar there. */
export type ListedEvent = { externalId: string; day: string };

export type IntervalsIcu = ReturnType<typeof openIntervalsIcu>;

type Options = {
  signal?: AbortSignal | undefined;
  /** For tests. */
  base?: string;
  send?: typeof fetch;
  wait?: (ms: number) => Promise<void>;
};

/** Attempts of one request. Each may be repeated: putting and removing the same events twice changes nothing. */
const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 1000;
/** A service that asks to wait longer is asked again at the next change. */
const MAX_DELAY_MS = 15_000;
const TIMEOUT_MS = 30_000;

const listed = z.array(
  z.object({ external_id: z.nullish(z.string()), start_date_local: z.nullish(z.string()) }),
);

const put = z.array(
  z.object({
    external_id: z.nullish(z.string()),
    workout_doc: z.nullish(z.object({ steps: z.nullish(z.array(z.object({}))) })),
  }),
);

/**
 * The calendar of intervals.icu, called from this browser with the athlete's own key. No other module of the app knows
 * its API, and our server is not involved.
 */
export function openIntervalsIcu(
  key: string,
  {
    signal,
    base = import.meta.env.VITE_INTERVALS_ICU_URL || 'https://intervals.icu',
    send = (url, options) => fetch(url, options),
    wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: Options = {},
) {
  async function request<Reply>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    reply: z.ZodMiniType<Reply>,
    body?: unknown,
  ): Promise<Outcome<Reply>> {
    for (let attempt = 1; ; attempt++) {
      const response = await attemptOnce(method, path, body);
      const kind = kindOf(response);
      if (kind === undefined) {
        const parsed = z.safeParse(reply, await readJson(response));
        if (parsed.success) return { ok: true, result: parsed.data };
        // The response may have been cut off.
      } else if (kind === 'unauthorised' || kind === 'refused') return { ok: false, kind };
      const delay = delayOf(response, attempt);
      if (attempt === MAX_ATTEMPTS || delay > MAX_DELAY_MS || signal?.aborted)
        return { ok: false, kind: kind ?? 'unreachable' };
      await wait(delay);
    }
  }

  /** Undefined without a response. */
  async function attemptOnce(
    method: string,
    path: string,
    body: unknown,
  ): Promise<Response | undefined> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await send(`${base}/api/v1/athlete/0${path}`, {
        method,
        credentials: 'omit',
        headers: {
          authorization: `Basic ${btoa(`API_KEY:${key}`)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch {
      return undefined;
    }
  }

  return {
    /** The events of some days that have an id of an application. Also the way to check a key. */
    listEvents: async (from: string, to: string): Promise<Outcome<ListedEvent[]>> => {
      const outcome = await request('GET', `/events?oldest=${from}&newest=${to}`, listed);
      if (!outcome.ok) return outcome;
      return {
        ok: true,
        result: outcome.result.flatMap(({ external_id, start_date_local }) =>
          external_id && start_date_local
            ? [{ externalId: external_id, day: start_date_local.slice(0, 10) }]
            : [],
        ),
      };
    },

    /** Creates or replaces events. The result has the ids of those that intervals.icu has with their steps. */
    putEvents: async (events: readonly IntervalsIcuEvent[]): Promise<Outcome<Set<string>>> => {
      const outcome = await request('POST', '/events/bulk?upsert=true', put, events);
      if (!outcome.ok) return outcome;
      return {
        ok: true,
        result: new Set(
          outcome.result.flatMap(({ external_id, workout_doc }) =>
            external_id && workout_doc?.steps?.length ? [external_id] : [],
          ),
        ),
      };
    },

    /** Events that are gone already are no failure. */
    removeEvents: async (ids: readonly string[]): Promise<Outcome<object>> =>
      request(
        'PUT',
        '/events/bulk-delete',
        z.object({}),
        ids.map((external_id) => ({ external_id })),
      ),
  };
}

/** Keys are short and plain; anything else was pasted by mistake. */
export function isKey(text: string): boolean {
  return /^[\w-]{8,100}$/.test(text);
}

/** Undefined for a success. */
function kindOf(response: Response | undefined): FailureKind | undefined {
  if (!response || response.status >= 500) return 'unreachable';
  if (response.ok) return undefined;
  if (response.status === 401 || response.status === 403) return 'unauthorised';
  return response.status === 429 ? 'busy' : 'refused';
}

async function readJson(response: Response | undefined): Promise<unknown> {
  try {
    return await response?.json();
  } catch {
    return undefined;
  }
}

/** In ms: as long as the service asks for, or twice as long each time. */
function delayOf(response: Response | undefined, attempt: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? NaN) * 1000;
  return asked >= 0 ? asked : FIRST_DELAY_MS * 2 ** (attempt - 1);
}
