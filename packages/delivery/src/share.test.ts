import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anyTitle } from '../test/any-workout.ts';
import { DELIVERY_RUNS } from '../test/runs.ts';
import { decodeShare, encodeShare, type SharedWorkout } from './share.ts';
import { truncate, plainLine } from './text.ts';

const WORKOUT = { title: 'Fünf × drei', script: '15m E + 5x(3m I + 2m jog) + 10m E' };

async function fragmentOf(workout: SharedWorkout): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return link.fragment;
}

test(
  'any script with a title in any writing survives a link',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, anyTitle, async (script, title) => {
        if (script.length > 5000) return;
        const fragment = await fragmentOf({ title, script });
        expect(fragment).toMatch(/^[\w-]+$/);
        expect(await decodeShare(`#${fragment}`)).toEqual({
          ok: true,
          workout: { title: truncate(plainLine(title), 200), script },
        });
      }),
      { numRuns: DELIVERY_RUNS * 2 },
    );
  },
  30_000 + DELIVERY_RUNS * 20,
);

test('any text survives, mistakes and line breaks included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }).filter((text) => !!text.trim()),
      async (script) => {
        const reading = await decodeShare(await fragmentOf({ title: 'T', script }));
        expect(reading).toEqual({ ok: true, workout: { title: 'T', script } });
      },
    ),
  );
});

test('notes are included with their line breaks, and a link without them is unchanged', async () => {
  const notes = 'Meet at 18:30.\n\n“Bring spikes” \\ water';
  const fragment = await fragmentOf({ ...WORKOUT, notes });
  expect(await decodeShare(fragment)).toEqual({ ok: true, workout: { ...WORKOUT, notes } });
  expect(await fragmentOf({ ...WORKOUT, notes: ' \n' })).toBe(await fragmentOf(WORKOUT));
});

test('any notes survive, up to 2,000 characters', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyScript,
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      async (script, notes) => {
        if (script.length > 5000) return;
        const reading = await decodeShare(await fragmentOf({ title: 'T', script, notes }));
        const sharedNotes = truncate(notes.trim().toWellFormed(), 2000);
        expect(reading).toEqual({
          ok: true,
          workout: { title: 'T', script, ...(sharedNotes !== '' && { notes: sharedNotes }) },
        });
      },
    ),
    { numRuns: 300 },
  );
});

test.each([['1pV5YRsO8bmYgw5cgZHJlaQoxNW0gRSArIDV4KDNtIEkgKyAybSBqb2cpICsgMTBtIEU', WORKOUT]])(
  'a link of the first version can still be opened',
  async (fragment, workout) => {
    expect(await decodeShare(fragment)).toEqual({ ok: true, workout });
  },
);

describe('size', () => {
  test('a usual workout makes a link that fits a message', async () => {
    expect((await fragmentOf(WORKOUT)).length).toBeLessThan(80);
  });

  test('a long script is compressed', async () => {
    const script = Array.from({ length: 400 }, (_, index) => `${index + 1}s E`).join(' + ');
    expect((await fragmentOf({ title: '', script })).length).toBeLessThan(script.length);
  });

  test('the longest script in the widest characters still makes a link, without its title and notes', async () => {
    const script = '跑'.repeat(5000);
    const title = '👨‍👩‍👧‍👦'.repeat(200);
    const notes = '👨‍👩‍👧‍👦'.repeat(2000);
    const reading = await decodeShare(await fragmentOf({ title, script, notes }));
    expect(reading).toEqual({ ok: true, workout: { title: '', script } });
  });

  test('a script over the limit of the language makes no link', async () => {
    expect(await encodeShare({ title: '', script: 'E'.repeat(5001) })).toEqual({
      ok: false,
      reason: 'The script is too long for a link. Split it in two.',
    });
  });

  test('an empty script makes no link', async () => {
    expect(await encodeShare({ title: 'T', script: ' \n' })).toEqual({
      ok: false,
      reason: 'There’s nothing to share yet. Write a step first.',
    });
  });
});

describe('a damaged link', () => {
  const damaged = {
    ok: false,
    reason: 'This link is incomplete. Copy the whole link, or ask for it again.',
  };

  test.each([WORKOUT, { title: '', script: '3m I + '.repeat(100) }])(
    'is detected wherever it is cut',
    async (workout) => {
      const fragment = await fragmentOf(workout);
      for (let end = 0; end < fragment.length; end++)
        expect(await decodeShare(fragment.slice(0, end)), `cut at ${end}`).toEqual(damaged);
    },
  );

  test('with a changed letter shows no other workout', async () => {
    const fragment = await fragmentOf(WORKOUT);
    for (let at = 1; at < fragment.length; at++) {
      const other = fragment[at] === 'x' ? 'y' : 'x';
      const reading = await decodeShare(fragment.slice(0, at) + other + fragment.slice(at + 1));
      // The last letter may contain unused bits.
      expect(reading.ok ? reading.workout : WORKOUT).toEqual(WORKOUT);
    }
  });

  test('of any shape gets an answer, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.stringMatching(/^1[pd][\w-]*$/)),
        async (fragment) => {
          expect((await decodeShare(fragment)).ok).toBe(false);
        },
      ),
    );
  });

  test('that would inflate to gigabytes is not inflated', async () => {
    const zeros = new Uint8Array(10_000_000);
    const packed = await new Response(
      new Blob([zeros]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer();
    const fragment = `1dAAA${Buffer.from(packed).toString('base64url')}`;
    expect(await decodeShare(fragment)).toEqual(damaged);
  });

  test('is not a link followed by punctuation of a message', async () => {
    const fragment = await fragmentOf(WORKOUT);
    for (const tail of ['.', ')', ').', ',', ' '])
      expect(await decodeShare(fragment + tail)).toEqual({
        ok: true,
        workout: { ...WORKOUT, title: 'Fünf × drei' },
      });
  });

  test.each(['garbage', '#hello-world', '0dAbCdEfGh'])(
    'that begins like none of ours is damaged, not newer: %s',
    async (fragment) => {
      expect(await decodeShare(fragment)).toEqual({
        ok: false,
        reason: expect.stringContaining('incomplete'),
      });
    },
  );

  test('from a later version says so', async () => {
    const fragment = await fragmentOf(WORKOUT);
    expect(await decodeShare(`3${fragment.slice(1)}`)).toEqual({
      ok: false,
      reason: 'This link is from a newer version of Pacewright. Reload the page and open it again.',
    });
  });
});
