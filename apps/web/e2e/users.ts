import { recordScript, type RecordedFileOptions } from '@pacewright/activity/testing';
import { trainingPaces, vdotFromRace } from '@pacewright/pace';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { createRunReader } from '../src/workout/files/run-reader.ts';
import { setting } from './fixtures.ts';
import {
  apiOf,
  callApi,
  registeredAthlete,
  type Athlete,
  saveWorkout,
  storedSignIn,
} from './accounts.ts';

/** The users of a screen, who see different things on it. */
export type TestUser =
  | 'visitor'
  /** Registered, but the email is not verified. */
  | 'unverified'
  /** Registered a minute ago, with nothing yet. */
  | 'newcomer'
  /** Races, paces, a library and a full calendar. */
  | 'athlete'
  /** With recorded runs, today's among them. */
  | 'runner'
  /** With three sessions that were faster than the range. */
  | 'fasterRunner'
  /** In week 5 of a plan, with two sessions on a day. */
  | 'planner'
  /** All names and texts as long as possible. */
  | 'longNames';

type Known = {
  state: BrowserContextOptions['storageState'];
  email: string;
  password: string;
  workoutId: string;
  planId: string;
  /** A plan that was changed since it was put on the calendar. */
  changedPlan: { planId: string; seasonId: string; editedPath: string };
  /** Of the runner: a run of a planned workout, and one of its own. */
  activityIds: string[];
};
export type TestUsers = Record<TestUser, Known>;

/** A Tuesday, so that the week has days on both sides. */
const NOW = '2026-11-17T09:00:00+01:00';
const PLACE = { locale: 'en-IE', timezoneId: 'Europe/Berlin' };

/** Creates the requested users and signs them in. */
export async function createUsers(names: readonly TestUser[]): Promise<TestUsers> {
  const users: Partial<TestUsers> = {};
  for (const name of names) {
    const {
      athlete,
      workoutId,
      planId = '',
      changedPlan = { planId: '', seasonId: '', editedPath: '' },
      activityIds = [],
    } = await MAKE[name]();
    const state = athlete && (await signedIn(athlete));
    const { email = '', password = '' } = athlete ?? {};
    users[name] = { state, email, password, workoutId, planId, changedPlan, activityIds };
  }
  // Users that were not requested do not exist.
  return users as TestUsers;
}

/** A browser context of a user, where it is always the same Tuesday. */
export async function openAs(
  browser: Browser,
  { state }: Pick<Known, 'state'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: setting('PACEWRIGHT_ORIGIN'),
    ...PLACE,
    ...(state && { storageState: state }),
    ...options,
  });
  await context.clock.setFixedTime(NOW);
  return context;
}

async function signedIn(athlete: Athlete): Promise<Known['state']> {
  const origin = setting('PACEWRIGHT_ORIGIN');
  return { cookies: [], origins: [{ origin, localStorage: await storedSignIn(athlete) }] };
}

type Made = {
  athlete?: Athlete;
  workoutId: string;
  planId?: string;
  changedPlan?: Known['changedPlan'];
  activityIds?: string[];
};

const MAKE: Record<TestUser, () => Promise<Made>> = {
  visitor: async () => ({ workoutId: '' }),
  unverified: async () => ({
    athlete: await registeredAthlete({ verified: false }),
    workoutId: '',
  }),
  newcomer: async () => ({ athlete: await registeredAthlete(), workoutId: '' }),
  athlete: createFullAthlete,
  runner: createRunner,
  fasterRunner: createFasterRunner,
  planner: createPlanner,
  longNames: createAthleteWithLongNames,
};

async function createFullAthlete(): Promise<Made> {
  const athlete = await registeredAthlete({ username: 'Alex Kim' });
  const vdot = vdotFromRace(5000, 1197);
  await callApi(athlete, [
    ['POST', '/api/user/races', { distance: 10_000, timeInSeconds: 2610, racedOn: '2025-04-06' }],
    ['POST', '/api/user/races', { distance: 5000, timeInSeconds: 1254, racedOn: '2025-09-21' }],
    ['POST', '/api/user/races', { distance: 21_097.5, timeInSeconds: 5640, racedOn: '2026-04-19' }],
    [
      'PUT',
      '/api/user/paces',
      {
        trainingPaces: trainingPaces(vdot),
        vdot,
        paceUnits: 'metric',
        race: { distance: 5000, timeInSeconds: 1197, racedOn: '2026-10-11' },
      },
    ],
  ]);
  const ids: Record<string, string> = {};
  for (const workout of WORKOUTS) ids[workout.title] = await saveWorkout(athlete, workout);
  await plan(
    athlete,
    PLAN.map(([day, title, isDone]) => [day, ids[title] ?? '', isDone]),
  );
  const [, planId = ''] = await callApi(athlete, [
    ['POST', '/api/plans', { text: 'plan Summer 5 km\n\nweeks 1-6\n  Tue 40m E\n  Sun 1h E' }],
    ['POST', '/api/plans', { text: SEASON }],
  ]);
  const changedPlan = await createChangedPlan(athlete);
  return { athlete, workoutId: ids['Five by three'] ?? '', planId, changedPlan };
}

const SPRING = `plan Spring 10 km

weeks 1-3
  Tue Threes: 15m E + {4, 5, 6}x(3m I + 2m E) + 10m E
  Fri 40m E
  Sun Long run: {1h10m, 1h20m, 1h} E

week 4
  Tue Sharpen: 15m E + 4x(2m T + 2m jog) + 10m E
  Sun Spring 10 km: race 10km
`;

/** A plan on the calendar in spring, with a moved and an edited day, and another text since. */
async function createChangedPlan(athlete: Athlete): Promise<Known['changedPlan']> {
  const { call } = await apiOf(athlete);
  type Entry = { id: string; season?: { key: string } };
  const today = '2026-11-17';
  const asked = { text: SPRING, anchor: { kind: 'race', day: '2027-04-04' }, today };
  const saved = await call<{ id: string }>('POST', '/api/plans', { text: SPRING });
  const { hash } = await call<{ hash: string }>('POST', '/api/season-preview', asked);
  const season = await call<{ id: string }>('POST', '/api/seasons', {
    ...asked,
    planId: saved.id,
    hash,
  });
  const range = 'from=2027-03-01&to=2027-04-30';
  const { entries } = await call<{ entries: Entry[] }>('GET', `/api/calendar?${range}`);
  const idOf = (key: string) => entries.find((entry) => entry.season?.key === key)?.id ?? '';
  const content = { kind: 'run', title: 'Threes, shorter', script: '15m E + 3x(3m I + 2m E)' };
  await call('PUT', `/api/calendar/${idOf('2 Tue')}/content`, { content });
  await call('PUT', `/api/calendar/${idOf('2 Fri')}`, { day: '2027-03-18' });
  const text = SPRING.replace('{4, 5, 6}', '{4, 6, 7}')
    .replace('  Fri 40m E\n', '')
    .replace('1h20m', '1h25m');
  await call('PUT', `/api/plans/${saved.id}`, { text, version: 1 });
  const editedPath = `/app/calendar/2027-03-16/${idOf('2 Tue')}/edit`;
  return { planId: saved.id, seasonId: season.id, editedPath };
}

const HARBOUR = `plan Harbour Half

strides = 6x(20s R + 1m jog)

weeks 1-4: Base
  Tue Tempo: 15m E + {15m, 15m, 20m, 15m} T + 10m E
  Wed, Fri 45m E
  Sat 40m E + strides
  Sun Long run: {1h15m, 1h20m, 1h25m, 1h10m} E

weeks 5-8: Intervals
  Tue am Threes: 15m E + {5, 5, 6, 4}x(3m I + 2m E) + 10m E // on the track, flat shoes
  Tue pm 30m E
  Wed 45m E or rest
  Fri Tempo: 15m E + 20m T + 10m E
  Sat Strength: // half an hour
  Sun Long run: {1h30m, 1h30m, 1h35m, 1h15m} E

weeks 9-11: Half marathon pace
  Tue 15m E + {2, 3, 2}x(12m T + 2m jog) + 10m E
  Wed, Fri 45m E
  Sun Long run: 40m E + {20m, 30m, 20m} M + 30m E

week 12: Race
  Tue 15m E + 2x(5m T + 2m jog) + 10m E
  Sun Harbour Half: race HM
`;

/** One plan began before today, whose days before today are not created, and one is not on the calendar. */
async function createPlanner(): Promise<Made> {
  const athlete = await registeredAthlete({ username: 'Alex Kim' });
  const paces = { trainingPaces: trainingPaces(RUNNER_VDOT), vdot: RUNNER_VDOT };
  await callApi(athlete, [['PUT', '/api/user/paces', { ...paces, paceUnits: 'metric' }]]);
  const { call } = await apiOf(athlete);
  const anchor = { kind: 'race', day: '2027-01-10' };
  const asked = { text: HARBOUR, anchor, today: '2026-11-17' };
  const save = (text: string) => call<{ id: string }>('POST', '/api/plans', { text });
  const [onCalendar, other] = [await save(HARBOUR), await save(SPRING)];
  const { hash } = await call<{ hash: string }>('POST', '/api/season-preview', asked);
  await call('POST', '/api/seasons', { ...asked, planId: onCalendar.id, hash });
  return { athlete, workoutId: '', planId: other.id };
}

const RUNNER_VDOT = 50;

/** A week with runs: yesterday's and today's with their plans, and one of its own. */
async function createRunner(): Promise<Made> {
  const athlete = await registeredAthlete({ username: 'Alex Kim' });
  const paces = { trainingPaces: trainingPaces(RUNNER_VDOT), vdot: RUNNER_VDOT };
  await callApi(athlete, [['PUT', '/api/user/paces', { ...paces, paceUnits: 'metric' }]]);
  const ids: Record<string, string> = {};
  for (const workout of WORKOUTS) ids[workout.title] = await saveWorkout(athlete, workout);
  const [easy = '', , threes = ''] = await callApi(
    athlete,
    (
      [
        ['2026-11-16', 'Easy 45'],
        ['2026-11-15', 'Long easy'],
        ['2026-11-17', 'Five by three'],
        ['2026-11-18', 'Easy 45'],
        ['2026-11-20', 'Tempo 20'],
        ['2026-11-22', 'Long easy'],
      ] as const
    ).map(([day, title]) => ['POST', '/api/calendar', { workoutId: ids[title] ?? '', day }]),
  );
  const reps = WORKOUTS.find(({ title }) => title === 'Five by three')?.script ?? '';
  const activityIds = [
    await storeRun(
      athlete,
      { title: 'Five by three', script: reps, entryId: threes },
      {
        kind: 'button',
        deviations: ['short-rep', 'jog-through', 'ran-on'],
        seed: 5,
        startedAt: at('2026-11-17T07:04:12+01:00'),
      },
    ),
    await storeRun(athlete, undefined, {
      kind: 'kilometres',
      seed: 3,
      startedAt: at('2026-11-14T18:00:00+01:00'),
    }),
  ];
  await storeRun(
    athlete,
    { title: 'Easy 45', script: '45m E', entryId: easy },
    {
      kind: 'kilometres',
      seed: 2,
      startedAt: at('2026-11-16T07:01:00+01:00'),
    },
  );
  return { athlete, workoutId: ids['Five by three'] ?? '', activityIds };
}

/** Three sessions at T, each run as somebody with a higher VDOT does. */
async function createFasterRunner(): Promise<Made> {
  const athlete = await registeredAthlete({ username: 'Alex Kim' });
  const paces = { trainingPaces: trainingPaces(RUNNER_VDOT), vdot: RUNNER_VDOT };
  await callApi(athlete, [['PUT', '/api/user/paces', { ...paces, paceUnits: 'metric' }]]);
  const script = '15m E + 3x(8m T + 2m E) + 10m E';
  const workoutId = await saveWorkout(athlete, { title: 'Cruise intervals', script });
  const activityIds: string[] = [];
  for (const day of ['2026-11-17', '2026-11-10', '2026-11-03']) {
    const [entryId = ''] = await callApi(athlete, [['POST', '/api/calendar', { workoutId, day }]]);
    const planned = { title: 'Cruise intervals', script, entryId };
    const startedAt = at(`${day}T07:04:12+01:00`);
    activityIds.push(await storeRun(athlete, planned, { vdot: RUNNER_VDOT + 6, startedAt }));
  }
  return { athlete, workoutId, activityIds };
}

function at(time: string): number {
  return Date.parse(time) / 1000;
}

type RunPlan = { title: string; script: string; entryId: string };

/** Reads a simulated run as the page would, and stores it. */
async function storeRun(
  athlete: Athlete,
  planned: RunPlan | undefined,
  options: RecordedFileOptions,
): Promise<string> {
  const reader = createRunReader();
  const reading = await reader.read(
    new Blob([recordScript(planned?.script ?? '35m E', { vdot: RUNNER_VDOT, ...options })]),
  );
  if (!reading.ok) throw new Error(reading.problem.title);
  const paces = { trainingPaces: trainingPaces(RUNNER_VDOT), vdot: RUNNER_VDOT };
  const { withPlans, own } = await reader.compare({
    plans: planned ? [{ title: planned.title, script: planned.script, paces }] : [],
    paces: paces.trainingPaces,
    units: 'metric',
  });
  const [id = ''] = await callApi(athlete, [
    [
      'POST',
      '/api/activities',
      {
        source: 'file',
        ...reading.file,
        ...(withPlans[0] ?? own),
        entryId: planned?.entryId ?? null,
        notes: '',
        effort: null,
      },
    ],
  ]);
  return id;
}

async function plan(athlete: Athlete, days: [string, string, boolean][]): Promise<void> {
  const entries = await callApi(
    athlete,
    days.map(([day, workoutId]) => ['POST', '/api/calendar', { workoutId, day }]),
  );
  const done = entries.filter((_, index) => days[index]?.[2]);
  await callApi(
    athlete,
    done.map((id) => ['PUT', `/api/calendar/${id}/done`]),
  );
}

const WORKOUTS = [
  { title: 'Long run with M', script: '60m E + 30m M + 10m E', tags: ['long', 'marathon'] },
  { title: 'Cruise intervals', script: '15m E + 4x(6m T + 1m jog) + 10m E', tags: ['tempo'] },
  { title: 'Hills by feel', script: '20m Z2 + 8x(45s Z5 + 2m Z1) + 10m Z1', tags: ['hills'] },
  { title: '400s', script: '2km E + 3x(4x(400mtr R + 400mtr jog) + 2m rest) + 2km E' },
  { title: 'Long easy', script: '90m E', tags: ['long'] },
  { title: 'Easy with strides', script: '40m E + 6x(20s R + 60s E)', tags: ['easy'] },
  { title: 'Tempo 20', script: '15m E + 20m T + 10m E', tags: ['tempo'] },
  { title: 'Easy 45', script: '45m E', tags: ['easy'] },
  {
    title: 'Five by three',
    script: '15m E + 5x(3m I + 2m E) + 10m E',
    notes: 'On the track, flat shoes.',
    tags: ['intervals', 'track'],
  },
];

/** Twelve weeks, with a mistake in week 11 and some advice. */
const SEASON = `plan Harbour Half

weeks 1-4: Base
  Mon 40m E
  Tue Strides: {35m, 40m, 45m, 35m} E + 6x(20s R + 60s E)
  Wed 45m E
  Fri Tempo: 15m E + {10m, 15m, 20m, 10m} T + 10m E
  Sun Long run: {1h15m, 1h20m, 1h30m, 1h10m} E
// Easy means easy. If you can't talk, slow down.

weeks 5-8: Intervals
  Mon 45m E
  Tue Threes: 15m E + {5, 5, 6, 4}x(3m I + 2m E) + 10m E // on the track, flat shoes
  Wed 45m E or rest
  Fri Tempo: 15m E + {20m, 20m, 25m, 15m} T + 10m E
  Sat Strides: {40m, 40m, 45m, 30m} E + 6x(20s R + 60s E)
  Sun Long run: {1h30m, 1h35m, 1h35m, 1h10m} E

weeks 9-11: Race pace
  Mon 45m E
  Tue Cruise: 15m E + {3, 4, 3}x(6m T + 1m jog) + 10m E
  Wed 45m E
  Fri HM pace: 15m E + {2, 3}x(2km HM + 2m jog) + 10m E
  Sat 40m E
  Sun Long M: {1h, 1h, 45m} E + {20m, 30m, 20m} M + 10m E

week 12: Race week
  Mon 30m E
  Tue Sharpen: 15m E + 4x(2m T + 2m jog) + 10m E
  Thu 30m E + 4x(20s R + 60s E)
  Sun Harbour Half: race HM // nothing new on race day
`;

/** Three weeks in the past, the current one and two ahead. */
const PLAN: [day: string, title: string, isDone: boolean][] = [
  ['2026-11-02', 'Easy 45', true],
  ['2026-11-03', 'Cruise intervals', true],
  ['2026-11-05', 'Easy 45', true],
  ['2026-11-08', 'Long easy', true],
  ['2026-11-09', 'Easy 45', true],
  ['2026-11-10', '400s', true],
  ['2026-11-12', 'Easy with strides', true],
  ['2026-11-14', 'Tempo 20', true],
  ['2026-11-15', 'Long run with M', true],
  ['2026-11-16', 'Easy 45', true],
  ['2026-11-17', 'Five by three', false],
  ['2026-11-18', 'Easy 45', false],
  ['2026-11-20', 'Tempo 20', false],
  ['2026-11-21', 'Easy with strides', false],
  ['2026-11-22', 'Long easy', false],
  ['2026-11-24', 'Hills by feel', false],
  ['2026-11-26', 'Cruise intervals', false],
  ['2026-11-29', 'Long run with M', false],
];

async function createAthleteWithLongNames(): Promise<Made> {
  const athlete = await registeredAthlete({
    username: 'Wilhelmina-Alexandra Oppenheimer-Featherstonehaugh of Saxony',
  });
  const ids: string[] = [];
  for (const title of [UNBROKEN, `${WORDY} ${WORDY}`.slice(0, 200), WORDY])
    ids.push(
      await saveWorkout(athlete, {
        title,
        script: ENDLESS.script,
        notes: `${WORDY} ${UNBROKEN}\n`.repeat(6),
        tags: ['a-tag-that-is-as-long-as-tags-may-be-now', ...WORDY.toLowerCase().split(' ')],
      }),
    );
  const days = ['2026-11-16', '2026-11-17', '2026-11-17', '2026-11-17', '2026-11-21'];
  await plan(
    athlete,
    days.map((day, index) => [day, ids[index % 3] ?? '', index === 0]),
  );
  return { athlete, workoutId: ids[0] ?? '' };
}

const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzengedaechtnislauf';
const WORDY = 'The session we always said we would run together on the old cinder track some day';
const LONG_LINE = '1.25km E + 3x(2x(400mtr R + 400mtr jog) + 2m30s E) + 12m30s Z2';

/** A workout as long as possible, with no place to break its title. */
export const ENDLESS = {
  title: UNBROKEN,
  script: Array.from({ length: 12 }, (_, line) => `${line ? '+ ' : ''}${LONG_LINE}`).join('\n'),
};
