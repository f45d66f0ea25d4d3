import { createHash, randomBytes } from 'node:crypto';
import { consent } from './consent.ts';
import type { FakeGarmin } from './start.ts';
import type { Permission } from './state.ts';

export type Tokens = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  refresh_token_expires_in: number;
};

/** A partner that follows the protocol strictly, for the tests of the fake Garmin. */
export function openPartner({ url, partner }: FakeGarmin) {
  const redirectUri = String(partner.redirectUris[0]);

  function challenge(verifier = randomBytes(32).toString('base64url')) {
    return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
  }

  function consentAddress(changes: Record<string, string | undefined> = {}): string {
    const address = new URL('/oauth2Confirm', url);
    const asked: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: partner.id,
      code_challenge: challenge().challenge,
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
      state: 'a-state',
      ...changes,
    };
    for (const [name, value] of Object.entries(asked))
      if (value !== undefined) address.searchParams.set(name, value);
    return address.href;
  }

  function ask(form: Record<string, string | undefined>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(form)) if (value) body.set(name, value);
    return fetch(`${url}/di-oauth2-service/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  }

  const credentials = { client_id: partner.id, client_secret: partner.secret };

  async function obtainCode(account?: string, permissions?: Permission[]) {
    const { verifier, challenge: hashed } = challenge();
    const back = await consent(consentAddress({ code_challenge: hashed }), {
      account,
      permissions,
    });
    return { code: String(back.searchParams.get('code')), verifier };
  }

  function exchange(
    { code, verifier }: { code: string; verifier: string },
    changes: Record<string, string | undefined> = {},
    headers?: Record<string, string>,
  ) {
    return ask(
      {
        grant_type: 'authorization_code',
        ...credentials,
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        ...changes,
      },
      headers,
    );
  }

  return {
    consentAddress,
    obtainCode,
    exchange,
    connect: async (account?: string, permissions?: Permission[]): Promise<Tokens> =>
      (await exchange(await obtainCode(account, permissions))).json() as Promise<Tokens>,
    refresh: (refreshToken: string) =>
      ask({ grant_type: 'refresh_token', ...credentials, refresh_token: refreshToken }),
    call: (tokens: Tokens | undefined, method: string, path: string, body?: unknown) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      }),
  };
}

export const WORKOUT = {
  workoutName: '5 x 1 km I',
  description: 'E 10 min, 5 x (1 km I + 90 s)',
  sport: 'RUNNING',
  workoutProvider: 'Pacewright',
  workoutSourceId: 'Pacewright',
  segments: [
    {
      segmentOrder: 1,
      sport: 'RUNNING',
      steps: [
        step(1, { durationType: 'TIME', durationValue: 600 }),
        {
          type: 'WorkoutRepeatStep',
          stepOrder: 2,
          repeatType: 'REPEAT_UNTIL_STEPS_CMPLT',
          repeatValue: 5,
          steps: [
            step(3, { durationType: 'DISTANCE', durationValue: 1000, durationValueType: 'METER' }),
            step(4, { targetType: 'OPEN', targetValueLow: null, targetValueHigh: null }),
          ],
        },
      ],
    },
  ],
};

export function step(stepOrder: number, changes: object = {}) {
  return {
    type: 'WorkoutStep',
    stepOrder,
    intensity: 'INTERVAL',
    description: 'I',
    durationType: 'TIME',
    durationValue: 90,
    durationValueType: null,
    targetType: 'PACE',
    targetValue: null,
    targetValueLow: 3.33,
    targetValueHigh: 3.7,
    targetValueType: null,
    ...changes,
  };
}

/** A workout with these steps. */
export function withSteps(steps: unknown[]) {
  return { ...WORKOUT, segments: [{ segmentOrder: 1, sport: 'RUNNING', steps }] };
}
