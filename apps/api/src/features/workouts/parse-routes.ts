import { parseWorkout } from '@pacewright/contract';
import { type AthleteSpeeds, readScript, writeScript } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import { serve, rawJson } from '../../http/serve.ts';
import { takeBytes } from './saved-reading.ts';

type Dependencies = {
  /** The athlete's paces, or the defaults. */
  readPaces: (userId: string) => Promise<AthleteSpeeds>;
};

const MAX_DIAGNOSTICS = 100;
const MAX_DIAGNOSTIC_BYTES = 64 * 1024;

export function parseRoutes(scope: FastifyInstance, { readPaces }: Dependencies): void {
  serve(scope, parseWorkout, async ({ userId, body: { script } }) => {
    const { diagnostics, ...reading } = readScript(script, { speeds: await readPaces(userId) });
    const isCorrect = !diagnostics.some(({ severity }) => severity === 'error');
    const first = takeBytes(diagnostics.slice(0, MAX_DIAGNOSTICS), MAX_DIAGNOSTIC_BYTES);
    return rawJson(
      JSON.stringify({
        ...reading,
        diagnostics: first,
        ...(first.length < diagnostics.length && { isTruncated: true }),
        formatted: isCorrect ? writeScript(reading.workout) : script,
      }),
    );
  });
}
