import { parseWorkout } from '@pacewright/contract';
import { type AthleteSpeeds, readScript, writeScript } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import { serve, written } from '../../http/serve.ts';
import { firstWithin } from './saved-reading.ts';

type Needs = {
  /** The paces of the athlete, or the ones everybody starts with. */
  readSpeeds: (userId: string) => Promise<AthleteSpeeds>;
};

const MAX_DIAGNOSTICS = 100;
const MAX_DIAGNOSTIC_BYTES = 64 * 1024;

export function workoutRoutes(scope: FastifyInstance, { readSpeeds }: Needs): void {
  serve(scope, parseWorkout, async ({ userId, body: { script } }) => {
    const { diagnostics, ...reading } = readScript(script, { speeds: await readSpeeds(userId) });
    const isCorrect = !diagnostics.some(({ severity }) => severity === 'error');
    const first = firstWithin(diagnostics.slice(0, MAX_DIAGNOSTICS), MAX_DIAGNOSTIC_BYTES);
    return written(
      JSON.stringify({
        ...reading,
        diagnostics: first,
        ...(first.length < diagnostics.length && { isTruncated: true }),
        formatted: isCorrect ? writeScript(reading.workout) : script,
      }),
    );
  });
}
