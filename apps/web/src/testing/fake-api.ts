import {
  type Endpoint,
  type GarminDelivery,
  type GarminStatus,
  PROBLEMS,
  type ProblemCode,
  type User,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import type { Call, Credentials } from '../platform/api/client.ts';
import { ApiProblem, localProblem } from '../platform/api/problem.ts';
import { accountApiWith } from '../platform/session/account-api.ts';

type Request = { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: string };
type Answer = (request: Request) => unknown;

/** A fake API for tests of screens. Each endpoint returns the test's answer, or fails. */
export function createFakeApi() {
  const answers = new Map<string, Answer>();
  const calls: { endpoint: string; request: Request }[] = [];

  async function reply(endpoint: Endpoint, request: Request = {}): Promise<unknown> {
    calls.push({ endpoint: nameOf(endpoint), request });
    const answer = answers.get(nameOf(endpoint));
    if (!answer) throw new Error(`No answer was given for ${nameOf(endpoint)}`);
    await Promise.resolve();
    return answer(request);
  }

  /** Like the real client: it requires a token, and a 401 ends the session. */
  function createCall({ token, end }: Credentials): Call {
    return async (endpoint, ...[request]) => {
      if (endpoint.access !== 'visitor') await token();
      try {
        // The test gives an answer of the type the endpoint has.
        return (await reply(endpoint, request)) as never;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 401) await end(error);
        throw error;
      }
    };
  }

  return {
    calls,
    createCall,
    connect: async (credentials: Credentials) => accountApiWith(createCall(credentials)),
    answer: (endpoint: Endpoint, answer: Answer) => void answers.set(nameOf(endpoint), answer),
    countOf: (endpoint: Endpoint) =>
      calls.filter((call) => call.endpoint === nameOf(endpoint)).length,
  };
}

export function problemOf(code: ProblemCode, current?: unknown): ApiProblem {
  return new ApiProblem({ code, ...PROBLEMS[code], current });
}

export function unreachable(): ApiProblem {
  return localProblem('UNREACHABLE');
}

export function userNamed(username: string, email = `${username}@example.test`): User {
  return {
    id: '0190f5a0-0000-7000-8000-000000000001',
    username,
    email,
    avatar: null,
    firstSteps: 3,
    createdAt: '2026-11-15T08:00:00.000Z',
  };
}

/** Not connected by default. */
export function garminStatusOf(changes: Partial<GarminStatus> = {}): GarminStatus {
  return {
    available: true,
    connected: false,
    needsReconnect: false,
    permissions: [],
    canSendWorkouts: false,
    canReceiveActivities: false,
    connectedAt: null,
    lastSent: null,
    waitingCount: 0,
    consentUrl: 'https://garmin.test/oauth2Confirm?response_type=code&client_id=pacewright',
    ...changes,
  };
}

/** A working connection. */
export function connectedGarmin(changes: Partial<GarminStatus> = {}): GarminStatus {
  return garminStatusOf({
    connected: true,
    permissions: ['WORKOUT_IMPORT'],
    canSendWorkouts: true,
    connectedAt: '2024-10-03T08:00:00.000Z',
    ...changes,
  });
}

/** A workout that was sent successfully. */
export function deliveryOf(changes: Partial<GarminDelivery> = {}): GarminDelivery {
  return {
    workoutId: '018f6f0e-0000-7000-8000-00000000000a',
    entryId: null,
    day: null,
    state: 'sent',
    problem: null,
    detail: null,
    paces: { trainingPaces: trainingPaces(50), vdot: 50 },
    pacesChanged: false,
    sentAt: '2024-11-17T06:42:00.000Z',
    ...changes,
  };
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
