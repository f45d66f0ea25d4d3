import { connect, type Socket } from 'node:net';
import { writeRequest } from '../load.ts';
import { announce, runAt, WEBHOOK_SECRET } from './runs.ts';

// Sends notifications as Garmin does, at a fixed rate, whether or not the earlier ones are answered, and repeats those that were not
// accepted. A process of its own, so that its CPU time is known.

const { API_PORT, GARMIN_URL = '', RATE, SECONDS } = process.env;
const rate = Number(RATE);
const total = rate * Number(SECONDS);
/** One in twenty announces an earlier run again, with another URL. */
const REPEATED_EVERY = 20;
const MAX_CONNECTIONS = 64;
/** Of an account that nobody has connected. Nothing is stored for them, and the API has run its code a few times. */
const WARM_UP = 2000;
const PATH = `/api/garmin/webhooks/${WEBHOOK_SECRET}`;

export type SenderReport = {
  acknowledged: number;
  /** Different runs among them. */
  runs: number;
  /** Answers other than 200, and broken connections; each was repeated. */
  failed: number;
  seconds: number;
  /** Milliseconds from the moment each was sent, and from the moment it should have been. */
  sinceSent: Quantiles;
  sinceDue: Quantiles;
};

type Quantiles = { p50: number; p99: number; max: number };
type Notification = { request: string; dueAt: number };

const idle: Connection[] = [];
const waiting: Notification[] = [];
const sinceSent: number[] = [];
const sinceDue: number[] = [];
let connections = 0;
let failed = 0;
let runs = 0;
let scheduled = 0;
let start = 0;
let warmedUp = 0;

type Connection = { socket: Socket; current?: Notification | undefined; sentAt: number };

function open(): Connection {
  connections++;
  const socket = connect(Number(API_PORT), '127.0.0.1').setNoDelay(true);
  const connection: Connection = { socket, sentAt: 0 };
  socket.on('data', (chunk: Buffer) => {
    const { current, sentAt } = connection;
    // Answers have no body, and fit into one packet.
    if (!current) return;
    connection.current = undefined;
    if (start === 0) warmedUp++;
    else if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') {
      const at = performance.now();
      sinceSent.push(at - sentAt);
      sinceDue.push(at - current.dueAt);
    } else {
      failed++;
      waiting.push(current);
    }
    idle.push(connection);
    sendWaiting();
    finishIfDone();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    connections--;
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
    if (!connection.current) return;
    failed++;
    waiting.push(connection.current);
    sendWaiting();
  });
  return connection;
}

function sendWaiting(): void {
  while (waiting.length > 0) {
    const connection = idle.pop() ?? (connections < MAX_CONNECTIONS ? open() : undefined);
    if (!connection) return;
    const next = waiting.shift();
    if (!next) return;
    connection.current = next;
    connection.sentAt = performance.now();
    connection.socket.write(next.request);
  }
}

function nextRequest(index: number): string {
  const isRepeated = index % REPEATED_EVERY === REPEATED_EVERY - 1;
  const run = runAt(isRepeated ? Math.floor(Math.random() * runs) : runs++);
  return requestOf(announce(run, GARMIN_URL));
}

function requestOf(entry: object): string {
  return writeRequest('POST', PATH, { body: JSON.stringify({ activityFiles: [entry] }) });
}

function schedule(): void {
  const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * rate));
  for (; scheduled < due; scheduled++)
    waiting.push({ request: nextRequest(scheduled), dueAt: start + (scheduled * 1000) / rate });
  sendWaiting();
}

function finishIfDone(): void {
  if (start === 0 && warmedUp === WARM_UP) {
    start = performance.now();
    timer = setInterval(schedule, 2);
  }
  if (sinceSent.length < total) return;
  clearInterval(timer);
  const report: SenderReport = {
    acknowledged: sinceSent.length,
    runs,
    failed,
    seconds: (performance.now() - start) / 1000,
    sinceSent: quantilesOf(sinceSent),
    sinceDue: quantilesOf(sinceDue),
  };
  process.send?.(report, () => process.exit());
}

function quantilesOf(values: number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

process.on('disconnect', () => process.exit());
let timer: NodeJS.Timeout | undefined;
const unknown = { ...announce(runAt(0), GARMIN_URL), userId: 'nobody' };
for (let count = 0; count < WARM_UP; count++)
  waiting.push({ request: requestOf(unknown), dueAt: 0 });
sendWaiting();
