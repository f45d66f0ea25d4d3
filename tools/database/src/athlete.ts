import type { AuthEmulator } from '@pacewright/auth-emulator';

export type SavedWorkout = { id: string; title: string; script: string; version: number };

/** An athlete who uses the API over HTTP. */
export type Athlete = {
  uid: string;
  saveWorkout: (title: string, script: string) => Promise<SavedWorkout>;
  /** The newest hundred, without the server's own order of properties. */
  listWorkouts: () => Promise<SavedWorkout[]>;
};

/** Signs up an athlete with a verified email. The API may change its address or its version later. */
export async function signUp(emulator: AuthEmulator, apiUrl: string): Promise<Athlete> {
  const email = 'ana@example.test';
  const password = 'trackday';
  const identity = `http://${emulator.host}/identitytoolkit.googleapis.com/v1`;
  const { localId: uid } = await request<{ localId: string }>(
    `${identity}/projects/${emulator.projectId}/accounts`,
    { email, password, emailVerified: true },
    'owner',
  );
  const { idToken } = await request<{ idToken: string }>(
    `${identity}/accounts:signInWithPassword?key=demo`,
    { email, password, returnSecureToken: true },
  );
  const registration = { username: 'Ana runner', email, firebaseUid: uid };
  await request(`${apiUrl}/api/auth/register`, registration, idToken);
  const workouts = `${apiUrl}/api/auth/workouts`;
  return {
    uid,
    saveWorkout: (title, script) => request(workouts, { workout: { title, script } }, idToken),
    listWorkouts: async () =>
      (await request<{ workouts: SavedWorkout[] }>(`${workouts}?limit=100`, undefined, idToken))
        .workouts,
  };
}

async function request<T>(url: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      // Both servers close idle connections, also one that is about to be used again.
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
