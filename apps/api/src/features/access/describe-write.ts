import type { Endpoint, KeyWrite } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import type { FastifyRequest } from 'fastify';

type Request = Pick<FastifyRequest, 'params' | 'body'>;

/** What a description may need: the response, which was valid, and the texts before. */
type Context = { result: unknown; before: KeyWrite['before'] };

/** As in the database. */
const MAX_LENGTH = 300;
const MAX_TITLE = 80;

/** A write in words, for the athlete who reads what a key did. */
export function describeWrite(endpoint: Endpoint, request: Request, context: Context): string {
  const describe = WORDS[`${endpoint.method} ${endpoint.path}`];
  const { body } = request;
  const words = describe?.({
    body: body ?? {},
    result: parse(context.result),
    before: context.before,
  });
  const text = words ?? endpoint.summary;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : text;
}

/** The things whose texts a request replaces, moves or removes. */
export function nameIds({ path }: Endpoint, { params, body }: Request) {
  const { id } = (params ?? {}) as { id?: string };
  const { moves = [], removals = [] } = (body ?? {}) as Body;
  const own = id === undefined ? [] : [id];
  return {
    workouts: path === '/api/auth/workouts/:id' ? own : [],
    plans: path === '/api/plans/:id' ? own : [],
    entries: path.startsWith('/api/calendar/:id')
      ? own
      : [...moves, ...removals].map((each) => each.id),
  };
}

type Titled = { title?: string; day?: string };
type Body = {
  day?: string;
  workout?: Titled;
  workouts?: unknown[];
  action?: { kind: string; days?: number };
  copies?: { day: string }[];
  moves?: { id: string; day: string }[];
  removals?: { id: string }[];
};
type Words = (about: { body: Body; result: Titled; before: KeyWrite['before'] }) => string;

const WORDS: Record<string, Words> = {
  'POST /api/auth/workouts': ({ body }) => `Saved ${quote(body.workout)}`,
  'PUT /api/auth/workouts/:id': ({ before }) => `Changed ${quote(before?.[0])}`,
  'POST /api/auth/workouts/:id/copy': ({ result }) => `Saved ${quote(result)}`,
  'POST /api/auth/workouts/batch': ({ body }) =>
    `Saved ${plural(body.workouts?.length ?? 0, 'workout')}`,
  'POST /api/plans': ({ result }) => `Saved the plan ${quote(result)}`,
  'PUT /api/plans/:id': ({ before }) => `Changed the plan ${quote(before?.[0])}`,
  'POST /api/calendar': ({ result }) => `Added ${quote(result)} on ${result.day}`,
  'PUT /api/calendar/:id': ({ before, result }) =>
    `Moved ${quote(before?.[0])} from ${before?.[0]?.day ?? '?'} to ${result.day}`,
  'PUT /api/calendar/:id/content': ({ before, result }) =>
    `Changed ${quote(before?.[0])} on ${result.day}`,
  'PUT /api/calendar/:id/option': ({ result }) => `Chose ${quote(result)} on ${result.day}`,
  'PUT /api/calendar/:id/done': ({ result }) => `Marked ${quote(result)} on ${result.day} as done`,
  'DELETE /api/calendar/:id/done': ({ result }) =>
    `Marked ${quote(result)} on ${result.day} as not done`,
  'DELETE /api/calendar/:id': ({ before }) =>
    `Removed ${quote(before?.[0])} from ${before?.[0]?.day ?? '?'}`,
  'PUT /api/calendar/changes': ({ body: { copies = [], moves = [], removals = [] } }) =>
    Object.entries({ Copied: copies, Moved: moves, Removed: removals })
      .filter(([, list]) => list.length > 0)
      .map(([verb, list]) => `${verb} ${plural(list.length, 'entry', 'entries')}`)
      .join('. '),
  'POST /api/seasons': ({ result }) => `Put the plan ${quote(result)} on the calendar`,
  'POST /api/seasons/:id/actions': ({ body, result }) =>
    `${ACTIONS[body.action?.kind ?? ''] ?? 'Changed'} the plan ${quote(result)}`,
  'POST /api/seasons/:id/undo': () => 'Undid the latest change of a plan on the calendar',
};

const ACTIONS: Record<string, string> = {
  text: 'Updated',
  move: 'Moved',
  pause: 'Paused',
  resume: 'Resumed',
};

function quote(titled: Titled | undefined): string {
  const title = titled?.title?.trim() || 'untitled';
  return `“${title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE).toWellFormed()}…` : title}”`;
}

/** The response as a value; some are JSON text already. */
function parse(result: unknown): Titled {
  if (typeof result !== 'object' || result === null) return {};
  if ('json' in result && typeof result.json === 'string') return JSON.parse(result.json) as Titled;
  return result;
}
