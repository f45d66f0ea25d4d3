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
