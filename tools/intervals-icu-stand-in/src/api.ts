import { describeFit, stepLines } from '@pacewright/delivery';
import { createState, drawFault, type FaultKind, type State, type StoredEvent } from './state.ts';

type ApiRequest = {
  method: string;
  /** Path and query. */
  url: string;
  headers: { authorization?: string | undefined; 'content-type'?: string | undefined };
  body: string;
};

/** Undefined if the connection breaks. */
type ApiResponse = { status: number; headers: Record<string, string>; body: string } | undefined;

export type FakeIntervalsIcu = ReturnType<typeof createFakeIntervalsIcu>;

/** The calendar of intervals.icu, as it is documented. Refuses what the real one is lenient with. */
export function createFakeIntervalsIcu() {
  const state = createState();
  return { state, respond: (request: ApiRequest) => respond(state, request) };
}

/** The largest number of events that our client may send in one request. */
const MAX_EVENTS = 50;

function respond(state: State, request: ApiRequest): ApiResponse {
  const key = keyOf(request.headers.authorization);
  const fault = drawFault(state, key);
  const answer =
    fault === undefined || isAfter(fault) ? handle(state, request, key, fault) : fail(fault);
  const isCut = fault === 'cut' || fault === 'cut-after';
  const path = request.url.split('?')[0] ?? '';
  state.calls.push({ method: request.method, path, status: isCut ? 0 : answer.status, key });
  if (isCut) return undefined;
  return {
    status: answer.status,
    headers: {
      'content-type': 'application/json',
      ...(answer.status === 429 && {
        'retry-after': '1',
        'access-control-expose-headers': 'retry-after',
      }),
    },
    body: JSON.stringify(answer.body ?? {}),
  };
}

function isAfter(fault: FaultKind): boolean {
  return fault === 'cut-after' || fault === 'lose-steps';
}

type Answer = { status: number; body?: unknown };

function fail(fault: FaultKind): Answer {
  return fault === 'cut' ? { status: 0 } : { status: Number(fault), body: { error: 'Try later' } };
}

function handle(
  state: State,
  { method, url, headers, body }: ApiRequest,
  key: string | undefined,
  fault: FaultKind | undefined,
): Answer {
  const { pathname, search, searchParams } = new URL(url, 'http://127.0.0.1');
  const events = key === undefined ? undefined : state.athletes.get(key);
  // The real one answers 403 to a key that it does not know.
  if (!events) return { status: 403, body: { error: 'Access denied' } };

  if (method === 'GET' && pathname === '/api/v1/athlete/0/events')
    return list(events, searchParams);
  if (headers['content-type'] !== 'application/json') return refuse('The body is not JSON');
  const given = readList(body);
  if (typeof given === 'string') return refuse(given);
  if (method === 'POST' && `${pathname}${search}` === '/api/v1/athlete/0/events/bulk?upsert=true')
    return put(state, events, given, fault === 'lose-steps');
  if (method === 'PUT' && pathname === '/api/v1/athlete/0/events/bulk-delete')
    return remove(events, given);
  return { status: 404, body: { error: 'Not found' } };
}

function refuse(error: string): Answer {
  return { status: 422, body: { error } };
}

/** The key of Basic authentication, whose user is always the same. */
function keyOf(authorization = ''): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(authorization) ?? [];
  const [, key] = /^API_KEY:(.+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return key;
}

function readList(body: string): object[] | string {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return 'The body is not JSON';
  }
  if (!Array.isArray(given) || given.some((each) => typeof each !== 'object' || each === null))
    return 'The body is not a list of events';
  return given.length > 0 && given.length <= MAX_EVENTS
    ? (given as object[])
    : 'Too many events, or none';
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function list(events: ReadonlyMap<string, StoredEvent>, query: URLSearchParams): Answer {
  const [oldest, newest] = [query.get('oldest') ?? '', query.get('newest') ?? ''];
  if (!DAY.test(oldest) || !DAY.test(newest)) return refuse('oldest and newest are days');
  const listed = [...events.values()].filter(({ start_date_local }) => {
    const day = start_date_local.slice(0, 10);
    return day >= oldest && day <= newest;
  });
  return { status: 200, body: listed.map(({ steps: _steps, ...event }) => event) };
}

function put(
  state: State,
  events: Map<string, StoredEvent>,
  given: object[],
  losesSteps: boolean,
): Answer {
  const read = given.map(readEvent);
  const fault = read.find((each) => typeof each === 'string');
  if (fault !== undefined) return refuse(fault);
  const valid = read.filter((each) => typeof each !== 'string');
  if (new Set(valid.map(({ external_id }) => external_id)).size < valid.length)
    return refuse('One external_id is there twice');
  return {
    status: 200,
    body: valid.map((event) => {
      const id = events.get(event.external_id)?.id ?? state.nextId++;
      const steps = losesSteps ? [] : event.steps;
      events.set(event.external_id, { ...event, id, steps });
      const { external_id, start_date_local, name } = event;
      const documented = steps.map((text) => ({ text }));
      return { id, external_id, start_date_local, name, workout_doc: { steps: documented } };
    }),
  };
}

const FIELDS = new Set([
  'category',
  'type',
  'start_date_local',
  'name',
  'external_id',
  'filename',
  'file_contents_base64',
]);

/** The event, or what is wrong with it. */
function readEvent(given: object): Omit<StoredEvent, 'id'> | string {
  const event = given as Record<string, unknown>;
  const unknown = Object.keys(event).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return `${unknown} is not known`;
  for (const name of FIELDS)
    if (typeof event[name] !== 'string' || event[name] === '') return `${name} is missing`;
  const { category, type, start_date_local, name, external_id, filename, file_contents_base64 } =
    event as Record<string, string>;
  if (category !== 'WORKOUT' || type !== 'Run') return 'Not a planned run';
  const [, day = ''] = /^(.{10})T00:00:00$/.exec(start_date_local ?? '') ?? [];
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) return 'A day has no hour';
  if (!filename?.endsWith('.fit')) return 'Not a FIT file';
  const bytes = Buffer.from(file_contents_base64 ?? '', 'base64');
  // Node skips letters that are not base64.
  if (bytes.toString('base64') !== file_contents_base64) return 'Not base64';
  const reading = describeFit(new Uint8Array(bytes));
  if (!reading.ok) return reading.reason;
  return {
    category,
    type,
    start_date_local: String(start_date_local),
    name: String(name),
    external_id: String(external_id),
    steps: stepLines(reading.workout.items, 'metric'),
  };
}

/** Events that are gone already are no error. */
function remove(events: Map<string, StoredEvent>, given: object[]): Answer {
  const ids = given.map((each) => (each as { external_id?: unknown }).external_id);
  if (ids.some((id) => typeof id !== 'string' || id === ''))
    return refuse('external_id is missing');
  const deleted = ids.filter((id) => events.delete(String(id)));
  return { status: 200, body: { eventsDeleted: deleted.length } };
}
