import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createFakeIntervalsIcu } from './api.ts';
import type { Call, Fault, State, StoredEvent } from './state.ts';

/** A key for development. */
const LOCAL_KEY = 'local-key';

export type RunningIntervalsIcu = { url: string; stop: () => Promise<void> };

/** The fake intervals.icu as a server on loopback. Pages of any origin may call it, as they may call the real one. */
export async function startFakeIntervalsIcu({ port = 0 } = {}): Promise<RunningIntervalsIcu> {
  const { state, respond } = createFakeIntervalsIcu();
  state.athletes.set(LOCAL_KEY, new Map());
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      response.setHeader('access-control-allow-origin', '*');
      if (method === 'OPTIONS') {
        response.writeHead(200, {
          'access-control-allow-methods': 'GET,POST,PUT,DELETE',
          'access-control-allow-headers': 'authorization,content-type',
          'access-control-max-age': '600',
        });
        return response.end();
      }
      const body = await readBody(request);
      if (url.startsWith('/__control')) {
        if (method === 'POST') control(state, url, body);
        return response.end(JSON.stringify(takeSnapshot(state)));
      }
      const answer = respond({ method, url, headers, body });
      if (!answer) return request.socket.destroy();
      return response.writeHead(answer.status, answer.headers).end(answer.body);
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** For tests only; intervals.icu has no such routes. */
function control(state: State, url: string, body: string): void {
  if (url === '/__control/athletes') {
    const { key } = JSON.parse(body) as { key: string };
    if (!state.athletes.has(key)) state.athletes.set(key, new Map());
  }
  if (url === '/__control/revoked')
    state.athletes.delete((JSON.parse(body) as { key: string }).key);
  if (url === '/__control/faults') state.faults.push(JSON.parse(body) as Fault);
}

type Snapshot = { athletes: Record<string, StoredEvent[]>; calls: Call[] };

function takeSnapshot({ athletes, calls }: State): Snapshot {
  return {
    athletes: Object.fromEntries([...athletes].map(([key, events]) => [key, [...events.values()]])),
    calls,
  };
}

/** Everything that a test can do and a client cannot. */
export type IntervalsIcuControl = ReturnType<typeof openIntervalsIcuControl>;

/** A client for the control routes, in this process or in another. */
export function openIntervalsIcuControl(url: string) {
  async function request(path: string, body?: object): Promise<Snapshot> {
    const response = await fetch(`${url}/__control${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Snapshot;
  }
  return {
    addAthlete: (key: string) => request('/athletes', { key }),
    revokeKey: (key: string) => request('/revoked', { key }),
    planFault: (fault: Fault) => request('/faults', fault),
    /** The events of the athlete with this key, by day. */
    eventsOf: async (key: string): Promise<StoredEvent[]> => {
      const { athletes } = await request('');
      return (athletes[key] ?? []).toSorted((one, other) =>
        one.start_date_local.localeCompare(other.start_date_local),
      );
    },
    callsOf: async (key: string): Promise<Call[]> =>
      (await request('')).calls.filter((call) => call.key === key),
  };
}
