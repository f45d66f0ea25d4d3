import { writeEvent } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { expect, test } from 'vitest';
import { createFakeIntervalsIcu } from './api.ts';

const BULK = '/api/v1/athlete/0/events/bulk?upsert=true';

function open() {
  const icu = createFakeIntervalsIcu();
  icu.state.athletes.set('secret', new Map());
  const send = (method: string, url: string, body?: unknown, key = 'secret') =>
    icu.respond({
      method,
      url,
      headers: {
        authorization: `Basic ${btoa(`API_KEY:${key}`)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body ?? null),
    });
  return { ...icu, send, events: () => [...(icu.state.athletes.get('secret')?.values() ?? [])] };
}

function eventOf(id: string, changes: object = {}) {
  const output = writeEvent({
    id,
    title: 'Five by three',
    script: '15m E + 5x(3m I + 2m jog)',
    day: '2026-11-19',
    speeds: { trainingPaces: DEFAULT_TRAINING_PACES },
  });
  if (!output.ok) throw new Error(output.reason);
  return { ...output.event, ...changes };
}

test('an event is stored under its external_id, listed by its day, and deleted', () => {
  const { send, events } = open();
  expect(send('POST', BULK, [eventOf('a')])?.status).toBe(200);
  expect(send('POST', BULK, [eventOf('a', { name: 'Track' })])?.status).toBe(200);
  expect(events()).toMatchObject([{ external_id: 'pacewright-a', name: 'Track', id: 1 }]);
  expect(events()[0]?.steps).toHaveLength(4);
  const listed = send('GET', '/api/v1/athlete/0/events?oldest=2026-11-19&newest=2026-11-20');
  expect(JSON.parse(listed?.body ?? '')).toMatchObject([{ external_id: 'pacewright-a' }]);
  const path = '/api/v1/athlete/0/events/bulk-delete';
  expect(send('PUT', path, [{ external_id: 'pacewright-a' }])?.status).toBe(200);
  expect(send('PUT', path, [{ external_id: 'pacewright-a' }])?.status).toBe(200);
  expect(events()).toEqual([]);
});

test.each([
  ['an hour', { start_date_local: '2026-11-19T06:30:00' }],
  ['a day that does not exist', { start_date_local: '2026-13-19T00:00:00' }],
  ['another category', { category: 'NOTE' }],
  ['no name', { name: '' }],
  ['no external_id', { external_id: undefined }],
  ['an unknown field', { colour: 'green' }],
  ['another base64', { file_contents_base64: 'DiCN-G8_' }],
  ['a file that is no FIT file', { file_contents_base64: btoa('workout') }],
  ['a file of another kind', { filename: 'track.zwo' }],
])('an event with %s is refused, and the events beside it with it', (_name, changes) => {
  const { send, events } = open();
  expect(send('POST', BULK, [eventOf('a'), eventOf('b', changes)])?.status).toBe(422);
  expect(events()).toEqual([]);
});

test('more than fifty events, none, one twice and other paths are refused', () => {
  const { send } = open();
  const many = Array.from({ length: 51 }, (_, index) => eventOf(String(index)));
  expect(send('POST', BULK, many.slice(1))?.status).toBe(200);
  expect(send('POST', BULK, many)?.status).toBe(422);
  expect(send('POST', BULK, [])?.status).toBe(422);
  expect(send('POST', BULK, [eventOf('a'), eventOf('a')])?.status).toBe(422);
  expect(send('POST', '/api/v1/athlete/0/events/bulk', [eventOf('a')])?.status).toBe(404);
});

test('a key that is not known has no calendar', () => {
  const { send, events } = open();
  expect(send('POST', BULK, [eventOf('a')], 'wrong')?.status).toBe(403);
  expect(events()).toEqual([]);
});

test('faults come before or after the effect of a request', () => {
  const { send, events, state } = open();
  state.faults.push({ kind: '429' }, { kind: 'cut' }, { kind: 'cut-after' });
  expect(send('POST', BULK, [eventOf('a')])?.status).toBe(429);
  expect(send('POST', BULK, [eventOf('a')])).toBeUndefined();
  expect(events()).toEqual([]);
  expect(send('POST', BULK, [eventOf('a')])).toBeUndefined();
  expect(events()).toHaveLength(1);
  state.faults.push({ kind: 'lose-steps' });
  const stored = send('POST', BULK, [eventOf('a')]);
  expect(JSON.parse(stored?.body ?? '')).toMatchObject([{ workout_doc: { steps: [] } }]);
});
