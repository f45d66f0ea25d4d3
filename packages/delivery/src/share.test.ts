import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anyTitle } from '../test/any-workout.ts';
import { decodeShare, encodeShare, type SharedWorkout } from './share.ts';
import { cutText, plainLine } from './text.ts';

const WORKOUT = { title: 'Fünf × drei', script: '15m E + 5x(3m I + 2m jog) + 10m E' };

async function fragmentOf(workout: SharedWorkout): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return link.fragment;
}

test('10,000 scripts under titles of any writing come out of a link as they went in', async () => {
  await fc.assert(
    fc.asyncProperty(anyScript, anyTitle, async (script, title) => {
      if (script.length > 5000) return;
      const fragment = await fragmentOf({ title, script });
      expect(fragment).toMatch(/^[\w-]+$/);
      expect(await decodeShare(`#${fragment}`)).toEqual({
        ok: true,
        workout: { title: cutText(plainLine(title), 200), script },
      });
    }),
    { numRuns: 10_000 },
  );
}, 120_000);

test('whatever is typed comes through, mistakes and line breaks included', async () => {
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

test('notes come along, line breaks included, and a link without them is the one it always was', async () => {
  const notes = 'Meet at 18:30.\n\n“Bring spikes” \\ water';
  const fragment = await fragmentOf({ ...WORKOUT, notes });
  expect(await decodeShare(fragment)).toEqual({ ok: true, workout: { ...WORKOUT, notes } });
  expect(await fragmentOf({ ...WORKOUT, notes: ' \n' })).toBe(await fragmentOf(WORKOUT));
});

test('any notes come through, the first 2,000 characters of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyScript,
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      async (script, notes) => {
        if (script.length > 5000) return;
        const reading = await decodeShare(await fragmentOf({ title: 'T', script, notes }));
        const said = cutText(notes.trim().toWellFormed(), 2000);
        expect(reading).toEqual({
          ok: true,
          workout: { title: 'T', script, ...(said !== '' && { notes: said }) },
        });
      },
    ),
    { numRuns: 300 },
  );
});

test.each([['1pV5YRsO8bmYgw5cgZHJlaQoxNW0gRSArIDV4KDNtIEkgKyAybSBqb2cpICsgMTBtIEU', WORKOUT]])(
  'a link that was made by the first version opens for good',
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

  test('the longest script in the widest letters still makes a link, without its title and notes', async () => {
    const script = '跑'.repeat(5000);
    const title = '👨‍👩‍👧‍👦'.repeat(200);
    const notes = '👨‍👩‍👧‍👦'.repeat(2000);
    const reading = await decodeShare(await fragmentOf({ title, script, notes }));
    expect(reading).toEqual({ ok: true, workout: { title: '', script } });
  });

  test('a script over the limit of the language makes none', async () => {
    expect(await encodeShare({ title: '', script: 'E'.repeat(5001) })).toEqual({
      ok: false,
      reason: 'The script is too long for a link. Split it in two.',
    });
  });

  test('nor does one with nothing in it', async () => {
    expect(await encodeShare({ title: 'T', script: ' \n' })).toEqual({
      ok: false,
      reason: 'There is nothing to share yet. Write a step first.',
    });
  });
});

describe('a damaged link', () => {
  const damaged = {
    ok: false,
    reason:
      'This link is damaged: part of it is missing. Ask for it again, or copy the whole of it.',
  };

  test.each([WORKOUT, { title: '', script: '3m I + '.repeat(100) }])(
    'is told from a whole one wherever it is cut',
    async (workout) => {
      const fragment = await fragmentOf(workout);
      for (let end = 0; end < fragment.length; end++)
        expect(await decodeShare(fragment.slice(0, end)), `cut at ${end}`).toEqual(damaged);
    },
  );

  test('with a letter changed shows no other workout', async () => {
    const fragment = await fragmentOf(WORKOUT);
    for (let at = 1; at < fragment.length; at++) {
      const other = fragment[at] === 'x' ? 'y' : 'x';
      const reading = await decodeShare(fragment.slice(0, at) + other + fragment.slice(at + 1));
      // The last letter may hold bits that nothing reads.
      expect(reading.ok ? reading.workout : WORKOUT).toEqual(WORKOUT);
    }
  });

  test('of any shape is answered, never thrown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.stringMatching(/^1[pd][\w-]*$/)),
        async (fragment) => {
          expect((await decodeShare(fragment)).ok).toBe(false);
        },
      ),
    );
  });

  test('that would unpack to gigabytes is not unpacked', async () => {
    const zeros = new Uint8Array(10_000_000);
    const packed = await new Response(
      new Blob([zeros]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer();
    const fragment = `1dAAA${Buffer.from(packed).toString('base64url')}`;
    expect(await decodeShare(fragment)).toEqual(damaged);
  });

  test('is none for the punctuation that a message put behind it', async () => {
    const fragment = await fragmentOf(WORKOUT);
    for (const tail of ['.', ')', ').', ',', ' '])
      expect(await decodeShare(fragment + tail)).toEqual({
        ok: true,
        workout: { ...WORKOUT, title: 'Fünf × drei' },
      });
  });

  test.each(['garbage', '#hello-world', '0dAbCdEfGh'])(
    'that begins like none we write is damaged, not newer: %s',
    async (fragment) => {
      expect(await decodeShare(fragment)).toEqual({
        ok: false,
        reason: expect.stringContaining('damaged'),
      });
    },
  );

  test('from a later version says so', async () => {
    const fragment = await fragmentOf(WORKOUT);
    expect(await decodeShare(`3${fragment.slice(1)}`)).toEqual({
      ok: false,
      reason: 'This link is from a newer Pacewright. Reload the page and open it again.',
    });
  });
});
