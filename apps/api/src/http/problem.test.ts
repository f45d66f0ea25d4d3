import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { setProblemHandler } from './problem.ts';

function openServer() {
  const server = Fastify();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  setProblemHandler(server);
  return server;
}

test.each([
  '40001',
  '40P01',
  '53100',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P05',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENOTFOUND',
  '40003',
])('database error %s is a 503 with Retry-After', async (code) => {
  const server = openServer();
  server.get('/', async () => Promise.reject(Object.assign(new Error('no'), { code })));
  const response = await server.inject('/');
  expect(response.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(response.headers['retry-after']).toBe('2');
});

test.each([
  'Query read timeout',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('%s is a 503 with Retry-After', async (message) => {
  const server = openServer();
  server.get('/', async () => Promise.reject(new Error(message)));
  const response = await server.inject('/');
  expect(response.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(response.headers['retry-after']).toBe('2');
});

test.each(['23502', '42P01', 'ERR_ASSERTION'])('%s is a 500', async (code) => {
  const server = openServer();
  server.get('/', async () => Promise.reject(Object.assign(new Error('no'), { code })));
  expect((await server.inject('/')).json()).toMatchObject({ status: 500, code: 'INTERNAL' });
});

test('the response to an invalid request lists at most twenty errors', async () => {
  const server = openServer();
  server.post('/', { schema: { body: z.array(z.number()) } }, async () => 'ok');
  const response = await server.inject({
    method: 'POST',
    url: '/',
    payload: Array(5000).fill('x'),
  });
  expect(response.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  expect(response.json().errors).toHaveLength(20);
  expect(response.body.length).toBeLessThan(4_000);
});

test.each([
  [{}, '/title', 'Title is required'],
  [{ title: 7 }, '/title', 'Title must be text'],
  [{ title: 'T', days: 'x' }, '/days', 'Days must be a list'],
  [{ title: 'T', days: [1, '2'] }, '/days/1', 'Days must be a number'],
  [{ title: 'T', days: [1, 2, 3] }, '/days', 'Days can have up to 2 items'],
  [{ title: 'T', days: [-1] }, '/days/0', 'Days must be at least 0'],
  [{ title: 'T', days: [1.5] }, '/days/0', 'Days must be a whole number'],
  [{ title: 'T', units: 'feet' }, '/units', 'Units must be metric or imperial'],
  [{ title: 'T', id: 'x' }, '/id', 'ID isn’t valid'],
  [
    { title: 'T', timeInSeconds: 90_000 },
    '/timeInSeconds',
    'Time in seconds must be at most 86,400',
  ],
  [{ title: 'T', more: 1 }, '/', 'Unknown field: more'],
  ['text', '/', 'The request must be an object'],
  [{ title: '' }, '/title', 'Enter a title'],
])('%j: the error of a field says what to send', async (payload, at, message) => {
  const server = openServer();
  const body = z.strictObject({
    title: z.string().min(1, 'Enter a title'),
    days: z.array(z.int().min(0)).max(2).optional(),
    units: z.enum(['metric', 'imperial']).optional(),
    id: z.uuid().optional(),
    timeInSeconds: z.number().max(86_400).optional(),
  });
  server.post('/', { schema: { body } }, async () => 'ok');
  const response = await server.inject({
    method: 'POST',
    url: '/',
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.json()).toMatchObject({ detail: message, errors: [{ at, message }] });
});

test.each([
  [
    'a body that is no JSON',
    '{"title":',
    'application/json',
    'The content isn’t valid JSON. Correct it, then send it again',
  ],
  [
    'a key that JSON may not have here',
    '{"__proto__":1}',
    'application/json',
    'The content isn’t valid JSON. Correct it, then send it again',
  ],
  ['an empty body', '', 'application/json', 'The request has no content. Send it as JSON'],
  [
    'another media type',
    'title=T',
    'application/x-www-form-urlencoded',
    'Send the content as JSON, with the content type application/json',
  ],
])('%s: the response says what happened and what to do', async (_, payload, type, detail) => {
  const server = openServer();
  server.post('/', async () => 'ok');
  const response = await server.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: { 'content-type': type },
  });
  expect(response.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST', detail });
});

test('a body that is too large: the response says how much can be sent', async () => {
  const server = openServer();
  server.post('/', { bodyLimit: 64 * 1024 }, async () => 'ok');
  const payload = { title: 'x'.repeat(64 * 1024) };
  const response = await server.inject({ method: 'POST', url: '/', payload });
  expect(response.json()).toMatchObject({
    status: 413,
    code: 'TOO_LARGE',
    detail: 'Requests can have up to 64 kB. Send less at once',
  });
});

test('an error of Fastify that nobody described has no detail', async () => {
  const server = openServer();
  const error = Object.assign(new Error('FST internals'), {
    statusCode: 400,
    code: 'FST_ERR_OTHER',
  });
  server.get('/', async () => Promise.reject(error));
  const body = (await server.inject('/')).json();
  expect(body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  expect(body).not.toHaveProperty('detail');
});
