import { connect } from 'node:net';

/** The next request as it is sent, and how many were made before. */
export type NextRequest = (count: number) => Buffer | string;

export type LoadResult = {
  requests: number;
  seconds: number;
  /** In milliseconds, of every request. */
  latencies: number[];
};

/** How long requests are sent: for a time, and on a busy machine until there were enough. */
export type Duration = { seconds: number; minRequests: number };

/**
 * Sends requests over a number of connections; each connection sends the next one after its response.
 * Plain sockets, because the client shares the machine with the server that is measured.
 */
export async function sendLoad({
  port,
  connections,
  duration: { seconds, minRequests },
  nextRequest,
}: {
  port: number;
  connections: number;
  duration: Duration;
  nextRequest: NextRequest;
}): Promise<LoadResult> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, {
        next: () =>
          performance.now() < end || sent < minRequests ? nextRequest(sent++) : undefined,
        onResponse: (latency) => latencies.push(latency),
      }),
    ),
  );
  return {
    requests: latencies.length,
    seconds: (performance.now() - start) / 1000,
    latencies,
  };
}

const HEADER_END = '\r\n\r\n';

/** Sends one request after the other on one connection. Rejects on any response but a 2xx. */
function converse(
  port: number,
  {
    next,
    onResponse,
  }: { next: () => Buffer | string | undefined; onResponse: (latency: number) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let sentAt = 0;
    /** Bytes of the response that are still to come; undefined before the end of its header. */
    let missing: number | undefined;
    let received: Buffer[] = [];

    const send = () => {
      const request = next();
      if (!request) {
        socket.end();
        return;
      }
      missing = undefined;
      received = [];
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      if (missing === undefined) {
        received.push(chunk);
        const text = received.length === 1 ? chunk : Buffer.concat(received);
        const headerEnd = text.indexOf(HEADER_END);
        if (headerEnd < 0) return;
        const header = text.toString('latin1', 0, headerEnd);
        if (!header.startsWith('HTTP/1.1 2')) {
          socket.destroy(new Error(text.toString()));
          return;
        }
        const length = /\r\ncontent-length: (\d+)/i.exec(header)?.[1];
        missing = Number(length ?? 0) - (text.length - headerEnd - HEADER_END.length);
      } else missing -= chunk.length;
      if (missing > 0) return;
      onResponse(performance.now() - sentAt);
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** A request of HTTP/1.1 as text. */
export function writeRequest(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEADER_END}${body ?? ''}`;
}
