import {
  type Endpoint,
  type GarminStatus,
  PROBLEMS,
  type ProblemCode,
  type User,
} from '@pacewright/contract';
import { ApiProblem, type Call, type Credentials, localProblem } from '../api/client.ts';

type Request = { params?: unknown; query?: unknown; body?: unknown };
type Answer = (request: Request) => unknown;

/** Stands for the API in tests of screens: each endpoint answers what the test says, or fails. */
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

  return {
    calls,
    /** As the client does: no call without a token, and a 401 ends the session. */
    connect:
      ({ token, end }: Credentials): Call =>
      async (endpoint, ...[request]) => {
        if (endpoint.access !== 'visitor') await token();
        try {
          // The test gives an answer of the type the endpoint has.
          return (await reply(endpoint, request)) as never;
        } catch (error) {
          if (error instanceof ApiProblem && error.status === 401) await end(error);
          throw error;
        }
      },
    answer: (endpoint: Endpoint, answer: Answer) => void answers.set(nameOf(endpoint), answer),
    countOf: (endpoint: Endpoint) =>
      calls.filter((call) => call.endpoint === nameOf(endpoint)).length,
  };
}

export function problemOf(code: ProblemCode): ApiProblem {
  return new ApiProblem({ code, ...PROBLEMS[code] });
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
    createdAt: '2026-11-15T08:00:00.000Z',
  };
}

/** Not connected, unless told otherwise. */
export function garminStatusOf(changes: Partial<GarminStatus> = {}): GarminStatus {
  return {
    available: true,
    connected: false,
    needsReconnect: false,
    permissions: [],
    canSendWorkouts: false,
    canReceiveActivities: false,
    connectedAt: null,
    consentUrl: 'https://garmin.test/oauth2Confirm?response_type=code&client_id=pacewright',
    ...changes,
  };
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
