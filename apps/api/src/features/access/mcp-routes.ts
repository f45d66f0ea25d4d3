import {
  type CalendarEntry,
  calendarEntry,
  includesScope,
  PROBLEMS,
  type Scope,
  SCOPES,
} from '@pacewright/contract';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import {
  createMcpHandler,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { JoinableDatabase } from '../../db/joinable.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { createFeatureCall } from '../../http/call-feature.ts';
import { Problem } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { addWrite } from './store.ts';
import {
  applyChanges,
  type Change,
  type Context,
  isOfPlan,
  previewChanges,
  Refusal,
  requireFields,
} from './mcp-changes.ts';
import type { Addresses } from './oauth-request.ts';
import * as previews from './preview-store.ts';
import {
  type Caller,
  INSTRUCTIONS,
  type Result,
  type Tool,
  TOOLS,
  writeWorkout,
} from './mcp-tools.ts';
import { visible } from './mcp-words.ts';

type Dependencies = {
  /** Undefined if apps cannot sign in. */
  addresses: Addresses | undefined;
  db: JoinableDatabase;
  now: () => Date;
  limits: Pick<RateLimits, 'take'>;
  readPaces: (userId: string) => Promise<AthleteSpeeds & { paceUnits: PaceUnits }>;
  calendar: {
    /** As JSON. */
    findEntries: (db: Db, userId: string, ids: readonly string[]) => Promise<{ json: string }[]>;
    readRows: (db: Db, userId: string, ids: readonly string[]) => Promise<unknown[]>;
    restoreRows: (
      db: Db,
      userId: string,
      rows: { ids: readonly string[]; rows: readonly unknown[] },
    ) => Promise<void>;
    onChange?: ((db: Db, userId: string, entryIds: readonly string[]) => Promise<void>) | undefined;
  };
};

const HOUR = 3_600_000;

/**
 * The Model Context Protocol for assistants that send a key, in both eras of the protocol. Each POST is answered by one
 * JSON value, and nothing stays open.
 */
export function mcpRoutes(scope: FastifyInstance, dependencies: Dependencies): void {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      // As it was given to `fetch` below.
      const { caller } = (authInfo?.extra ?? {}) as { caller?: Caller };
      const server = new McpServer(
        { name: 'pacewright', title: 'Pacewright', version: '1' },
        {
          capabilities: { tools: { listChanged: false } },
          instructions: INSTRUCTIONS,
          cacheHints: { 'tools/list': { ttlMs: HOUR, cacheScope: 'private' } },
        },
      );
      if (caller)
        for (const tool of TOOLS)
          if (tool.scopes.some((each) => includesScope(caller.scopes, each)))
            registerTool(server, tool, caller);
      return server;
    },
    // No tool sends anything before its result, so that each answer is one JSON value.
    { legacy: 'stateless', maxSubscriptions: 0 },
  );
  scope.addHook('onClose', async () => handler.close());
  const { addresses } = dependencies;
  scope.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401) challenge(request, reply, addresses);
  });

  // The second is for clients that would ignore a key if they could sign in.
  for (const url of addresses ? ['/mcp', '/mcp/key'] : ['/mcp/key'])
    scope.route({
      method: ['GET', 'DELETE', 'PUT', 'POST'],
      url,
      schema: { hide: true },
      config: { takesAnyKey: true },
      handler: async (request, reply) => {
        const { key } = request.identity;
        if (!key)
          throw new Problem('SCOPE_MISSING', { detail: 'Send a key from Settings, Access' });
        if (isForeign(request, addresses))
          throw new Problem('SCOPE_MISSING', { detail: 'Pages of other sites may not call this' });
        if (request.method !== 'POST') return reply.code(405).header('allow', 'POST').send();
        const missing = key.isApp && listMissing(request.body, key.scopes);
        if (missing) {
          challenge(request, reply, addresses, missing);
          throw new Problem('SCOPE_MISSING', { detail: `This needs ${missing.join(' ')}` });
        }
        const caller = createCaller(request, key.id, dependencies);
        const response = await handler.fetch(
          new Request(`http://localhost${url}`, {
            method: 'POST',
            headers: protocolHeaders(request),
            body: JSON.stringify(request.body),
          }),
          {
            parsedBody: request.body,
            // The key itself stays here.
            authInfo: {
              token: 'hidden',
              clientId: key.id,
              scopes: [...key.scopes],
              extra: { caller },
            },
          },
        );
        return reply.header('cache-control', 'no-store').send(response);
      },
    });
}

/** Says where an app can sign in, and what for. Nothing at the address for keys. */
function challenge(
  request: FastifyRequest,
  reply: FastifyReply,
  addresses: Addresses | undefined,
  missing?: readonly Scope[],
): void {
  const parts = ['realm="pacewright"'];
  if (addresses && request.routeOptions.url === '/mcp') {
    const { origin } = addresses;
    parts.push(`resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`);
    if (missing) parts.push('error="insufficient_scope"');
    else if (request.headers.authorization !== undefined) parts.push('error="invalid_token"');
    parts.push(`scope="${(missing ?? SCOPES).join(' ')}"`);
  }
  reply.header('www-authenticate', `Bearer ${parts.join(', ')}`);
}

/** All scopes that an app needs to call a tool that it may not; it can ask the athlete for them. */
function listMissing(body: unknown, scopes: readonly Scope[]): Scope[] | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const tool =
    method === 'tools/call' ? TOOLS.find(({ name }) => name === params?.name) : undefined;
  if (!tool || tool.scopes.some((each) => includesScope(scopes, each))) return undefined;
  return SCOPES.filter((each) => scopes.includes(each) || tool.scopes.includes(each));
}

/**
 * A browser says which page it calls from; programs say nothing. The host that a page calls proves nothing, because any site
 * can let a name of its own lead here.
 */
function isForeign({ headers }: FastifyRequest, addresses: Addresses | undefined): boolean {
  return headers.origin !== undefined && headers.origin !== addresses?.origin;
}

/** The headers that the protocol reads. */
function protocolHeaders({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(?:accept|content-type|mcp-[\w-]+)$/.test(name) ? [[name, String(value)]] : [],
    ),
  );
}

function registerTool(server: McpServer, { name, config, run }: Tool, caller: Caller): void {
  server.registerTool(name, config, async (input: unknown, context: ServerContext) => {
    try {
      const result = await run(input, caller, (effects) => askAthlete(context, effects));
      if (result['resultType'] === 'input_required') return result as never;
      const text = JSON.stringify(result);
      return { content: [{ type: 'text' as const, text }], structuredContent: result };
    } catch (error) {
      const text = JSON.stringify(toRefusal(error, caller.logFailure));
      return { isError: true, content: [{ type: 'text' as const, text }] };
    }
  });
}

/**
 * A client that can show a question puts it to the athlete, not to the model. Undefined if the athlete has agreed,
 * or if the client cannot ask; then its own confirmation of a destructive tool has to do.
 */
function askAthlete({ mcpReq }: ServerContext, effects: readonly string[]): Result | undefined {
  const { envelope } = mcpReq as { envelope?: Record<string, { elicitation?: unknown }> };
  if (!envelope?.['io.modelcontextprotocol/clientCapabilities']?.elicitation) return undefined;
  const answer = inputResponse(mcpReq.inputResponses, 'confirm') as {
    kind: string;
    action?: string;
  };
  if (answer.kind === 'elicit') {
    if (answer.action === 'accept') return undefined;
    throw new Refusal('The athlete said no. Nothing was changed.');
  }
  const message = `Change this in Pacewright?\n${effects.slice(0, 20).join('\n')}`;
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message,
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
  });
}

/** What an assistant can act on. Anything else is a bug, which is logged and not told. */
function toRefusal(error: unknown, logFailure: (error: unknown) => void): Record<string, unknown> {
  if (error instanceof Refusal) return { refused: error.message, ...error.details };
  if (!(error instanceof Problem)) {
    logFailure(error);
    return { refused: PROBLEMS.INTERNAL.title, code: 'INTERNAL' };
  }
  const { detail, errors = [], current } = error.details;
  const messages = [detail ?? error.message, ...errors.map(({ message }) => message)];
  return {
    refused: [...new Set(messages)].join('. '),
    code: error.code,
    ...writeCurrent(current),
  };
}

/** What is stored now, if it is newer. */
function writeCurrent(current: unknown): object {
  if (typeof current !== 'object' || current === null) return {};
  if ('script' in current && 'tags' in current)
    return { current: writeWorkout(current as Parameters<typeof writeWorkout>[0]) };
  if ('text' in current && typeof current.text === 'string')
    return { current: { text: visible(current.text) } };
  return {};
}

function createCaller(
  request: FastifyRequest,
  accessId: string,
  { db, now, limits, readPaces, calendar }: Dependencies,
): Caller {
  const { userId, identity } = request;
  const scopes = identity.key?.scopes ?? [];
  const call = createFeatureCall(request);
  const readAthlete = async () => {
    const { trainingPaces, vdot, paceUnits } = await readPaces(userId);
    return { speeds: { trainingPaces, vdot }, units: paceUnits, vdot };
  };
  const contextFor = async (today: string): Promise<Context> => ({
    call,
    scopes,
    today,
    athlete: await readAthlete(),
    calendar: calendarOf(userId, db, calendar),
    findUndo: async (previewId) =>
      (await previews.findPreview(db, userId, { previewId, accessId, now: now() }))?.undo ??
      undefined,
  });
  const keep = async (
    today: string,
    changes: unknown,
    shown: Awaited<ReturnType<typeof previewChanges>>,
  ) => {
    const { fingerprint, ...rest } = shown;
    const kept = await previews.addPreview(
      db,
      userId,
      { accessId, today, changes, fingerprint },
      now(),
    );
    return { ...kept, ...rest };
  };
  const list = (what: string, before: Parameters<typeof addWrite>[2]['before'] = null) =>
    addWrite(db, userId, {
      accessId,
      what: what.length > 300 ? `${what.slice(0, 299).toWellFormed()}…` : what,
      before,
      now: now(),
    });

  return {
    call,
    scopes,
    logFailure: (error) => request.log.error({ err: error, code: 'INTERNAL' }, 'tool failed'),
    now: now(),
    readAthlete,
    addWrite: async (what) => {
      await limits.take('key-writes', accessId);
      await list(what);
    },
    preview: async (today, changes) => {
      await limits.take('key-previews', accessId);
      requireFields(changes, scopes);
      return keep(today, changes, await previewChanges(await contextFor(today), changes));
    },
    apply: async (previewId, ask) => {
      await limits.take('key-writes', accessId);
      const find = () => previews.findPreview(db, userId, { previewId, accessId, now: now() });
      const first = await find();
      const isPlan = Array.isArray(first?.changes) && (first.changes as Change[]).some(isOfPlan);
      const work = async (): Promise<{ result: Result } | { changed: Result }> => {
        if (!isPlan) await lockAthlete(db, userId);
        const kept = await find();
        if (!kept)
          throw new Refusal(
            'There is no such preview: it is older than 15 minutes or not yours. Preview again.',
          );
        // A repeated call, because the first response was lost.
        if (kept.result) return { result: kept.result };
        const changes = kept.changes as Change[];
        const context = await contextFor(kept.today);
        const shown = await previewChanges(context, changes);
        if (shown.fingerprint !== kept.fingerprint)
          return { changed: await keep(kept.today, changes, shown) };
        const question = ask(shown.effects);
        if (question) return { result: question };
        const { result, rows, before } = await applyChanges(context, changes, {
          fingerprint: shown.fingerprint,
          previewId,
        });
        await previews.setResult(db, userId, previewId, { result, undo: rows, now: now() });
        await list(shown.effects.join('; '), before);
        return { result };
      };
      // A plan's own transaction checks that nothing has changed; its scripts are read before it.
      const outcome = isPlan ? await work() : await db.together(work);
      if ('result' in outcome) return outcome.result;
      throw new Refusal(
        'Something has changed since the preview. Nothing was changed. Show this to the athlete.',
        { code: 'PREVIEW_CHANGED', ...outcome.changed },
      );
    },
  };
}

function calendarOf(
  userId: string,
  db: Dependencies['db'],
  calendar: Dependencies['calendar'],
): Context['calendar'] {
  return {
    findEntries: async (ids) =>
      (await calendar.findEntries(db, userId, ids)).map(({ json }): CalendarEntry =>
        calendarEntry.parse(JSON.parse(json)),
      ),
    readRows: (ids) => calendar.readRows(db, userId, ids),
    restoreRows: async (rows) => {
      await calendar.restoreRows(db, userId, rows);
      await calendar.onChange?.(db, userId, rows.ids);
    },
  };
}
