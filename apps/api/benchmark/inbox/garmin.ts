import { recordScript } from '@pacewright/activity/testing';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { announce, garminUserId, runOf, SCRIPT, startOf } from './runs.ts';

// Garmin's part of the measurement, as a process: files that are there once, and backfills. The fake Garmin of tools/
// does more, and would take more of the cores that are measured.

const { PORT, DAYS, WEBHOOK_URL = '' } = process.env;
const url = `http://127.0.0.1:${PORT}`;
const files = Array.from({ length: Number(DAYS) }, (_, day) =>
  Buffer.from(recordScript(SCRIPT, { startedAt: startOf(day), seed: day, hasPositions: true })),
);
const fetched = new Set<string>();
const requested = new Set<string>();
const counts = { fetched: 0, gone: 0, backfills: 0 };

const server = createServer((request, response) => {
  const { pathname, search, searchParams } = new URL(request.url ?? '', url);
  const athlete = /^Bearer (\d+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (athlete === undefined) {
    response.writeHead(401).end();
  } else if (pathname === '/wellness-api/rest/activityFile') {
    const isGone = fetched.has(search);
    counts[isGone ? 'gone' : 'fetched']++;
    fetched.add(search);
    const { day } = runOf(searchParams.get('id') ?? '');
    if (isGone) response.writeHead(410).end();
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(files[day]);
  } else if (requested.has(athlete + search)) {
    response.writeHead(409).end();
  } else {
    requested.add(athlete + search);
    counts.backfills++;
    response.writeHead(202).end();
    const from = Number(searchParams.get('summaryStartTimeInSeconds'));
    const to = Number(searchParams.get('summaryEndTimeInSeconds'));
    void sendAgain(Number(athlete), from, to);
  }
});

/** Announces the athlete's runs of a time again. */
async function sendAgain(athlete: number, from: number, to: number): Promise<void> {
  const activityFiles = files.flatMap((_, day) =>
    startOf(day) >= from && startOf(day) <= to ? [announce({ athlete, day }, url)] : [],
  );
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ activityFiles }),
  };
  while (!(await fetch(WEBHOOK_URL, init).catch(() => undefined))?.ok) await wait(1000);
}

process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
server.listen(Number(PORT), '127.0.0.1', () => process.send?.({ account: garminUserId(0) }));
