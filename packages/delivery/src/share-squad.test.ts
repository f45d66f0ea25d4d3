import { expect, test } from 'vitest';
import { encodeShare } from './share.ts';
import { decodeSquad, encodeSquad, type SharedSquad } from './share-squad.ts';

const WORKOUT = { title: '6 × 800', script: '2km E + 6x(800mtr I + 400mtr jog) + 2km E' };

async function fragmentOf(squad: SharedSquad): Promise<string> {
  const link = await encodeSquad(squad);
  if (!link.ok) throw new Error(link.reason);
  return link.fragment;
}

const NAMES = ['Amara Okafor', 'Ben Hartmann', 'Chiara Russo', 'José María Pérez', 'Jan-Erik Öst'];

function squadOf(count: number): SharedSquad {
  const runners = Array.from({ length: count }, (_, index) => ({
    name: `${NAMES[index % 5] ?? ''} ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(index % 26)}${index}`,
    race: { distance: [5000, 10_000, 21_097.5][index % 3] ?? 0, timeInSeconds: 1000 + index * 37 },
  }));
  return { workout: WORKOUT, runners };
}

test('a link has the session and the runners', async () => {
  const squad: SharedSquad = {
    workout: WORKOUT,
    runners: [
      { name: 'Amara Okafor', race: { distance: 5000, timeInSeconds: 1032 } },
      { name: 'Ned', race: { distance: 1609.344, timeInSeconds: 299.8 }, group: 2 },
      { name: 'Nina', group: 4 },
      { name: 'Zoë 走' },
    ],
    groups: 4,
  };
  expect(await decodeSquad(`#${await fragmentOf(squad)}`)).toEqual({ ok: true, squad });
});

test('a session of many lines stays as it is', async () => {
  const squad = { ...squadOf(2), workout: { title: '', script: '10m E\n# note\n5x(1km T)' } };
  expect(await decodeSquad(await fragmentOf(squad))).toEqual({ ok: true, squad });
});

test('the link of a workout opens as a sheet without runners', async () => {
  const link = await encodeShare({ ...WORKOUT, notes: 'Spikes' });
  const fragment = link.ok ? link.fragment : '';
  const workout = { ...WORKOUT, notes: 'Spikes' };
  expect(await decodeSquad(fragment)).toEqual({ ok: true, squad: { workout, runners: [] } });
  expect(await encodeSquad({ workout, runners: [] })).toEqual(link);
});

test('a link of 30 runners has fewer than 2,000 characters, and 200 still fit', async () => {
  const page = 'https://pacewright.example/squad#';
  const lengths = [];
  for (const count of [30, 200])
    lengths.push(page.length + (await fragmentOf(squadOf(count))).length);
  expect(lengths[0]).toBeLessThan(2000);
  expect(lengths[1]).toBeLessThan(8000);
});

test('a cut link says so, and too many runners have no link', async () => {
  const fragment = await fragmentOf(squadOf(30));
  for (const end of [1, 5, 20, fragment.length - 1])
    expect(await decodeSquad(fragment.slice(0, end))).toMatchObject({ ok: false });
  expect(await encodeSquad(squadOf(201))).toMatchObject({ ok: false });
});

test('names are one line, and cut when they are too long', async () => {
  const runners = [{ name: `A\nB ${'x'.repeat(100)}` }];
  const read = await decodeSquad(await fragmentOf({ workout: WORKOUT, runners }));
  expect(read.ok && read.squad.runners[0]?.name).toMatch(/^A B x{50,56}…?$/);
});
