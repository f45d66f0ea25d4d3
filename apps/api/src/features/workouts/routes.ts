import { parseWorkout } from '@pacewright/contract';
import { type AthleteSpeeds, formatScript, readScript } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';

type Needs = {
  /** The paces of the athlete, or the ones everybody starts with. */
  readSpeeds: (userId: string) => Promise<AthleteSpeeds>;
};

export function workoutRoutes(scope: FastifyInstance, { readSpeeds }: Needs): void {
  serve(scope, parseWorkout, async ({ userId, body }) => {
    const speeds = await readSpeeds(userId);
    return { ...readScript(body.script, { speeds }), formatted: formatScript(body.script) };
  });
}
