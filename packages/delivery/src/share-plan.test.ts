import * as fc from 'fast-check';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

import { encodeBase64Url } from './base64url.ts';
import { decodeSharedPlan, encodeSharedPlan } from './share-plan.ts';
import { hashOf } from './text.ts';

/** 24 weeks in blocks of four, each with lists for five runs a week. */
const SEASON = [
  'plan Autumn marathon',
  ...[1, 5, 9, 13, 17, 21].flatMap((first) => [
    '',
    `weeks ${first}-${first + 3}: Block ${first}`,
    `  Tue Threes: 15m E + {${first}, 5, 6, 4}x(3m I + 2m E) + 10m E // on the track, flat shoes`,
    '  Wed 45m E or rest',
    `  Fri Tempo: 15m E + {20m, 2${first % 10}m, 25m, 15m} T + 10m E`,
    '  Sat Strides: {40m, 40m, 45m, 30m} E + 6x(20s R + 60s E)',
    `  Sun Long run: {1h30m, 1h${first + 10}m, 1h35m, 1h10m} E`,
  ]),
].join('\n');

async function fragmentOf(text: string): Promise<string> {
  const link = await encodeSharedPlan(text);
  if (!link.ok) throw new Error(link.reason);
  return link.fragment;
}

test('A17: any text of a plan survives a link', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 600 }).filter((text) => !!text.trim()),
      async (text) => {
        const fragment = await fragmentOf(text);
        expect(fragment).toMatch(/^[\w-]+$/);
        expect(await decodeSharedPlan(`#${fragment}`)).toEqual({ ok: true, text });
      },
    ),
    { numRuns: 300 },
  );
});

test('A17: a plan of 24 weeks makes a link that fits a message', async () => {
  const fragment = await fragmentOf(SEASON);
  expect(fragment.length).toBeLessThan(1000);
  expect(await decodeSharedPlan(fragment)).toEqual({ ok: true, text: SEASON });
});

test('a link of the first version can still be opened', async () => {
  expect(await decodeSharedPlan('1p0eYd2VlayAxCiAgVHVlIDQwbSBF')).toEqual({
    ok: true,
    text: 'week 1\n  Tue 40m E',
  });
});

test.each([
  ['', 'There’s nothing to share yet. Write a week first.'],
  ['x'.repeat(20_001), 'The plan is too long for a link. Shorten its notes, or split it in two.'],
  [
    Array.from({ length: 5000 }, (_, index) => ((index * 7919) % 65_000).toString(36)).join(' '),
    'The plan is too long for a link. Shorten its notes, or split it in two.',
  ],
])('a text that makes no link says why', async (text, reason) => {
  expect(await encodeSharedPlan(text)).toEqual({ ok: false, reason });
});

describe('a hostile link', () => {
  test('is detected wherever it is cut', async () => {
    const fragment = await fragmentOf(SEASON);
    for (let end = 0; end < fragment.length; end += 7)
      expect((await decodeSharedPlan(fragment.slice(0, end))).ok).toBe(false);
  });

  test('that inflates to a hundred megabytes is refused without inflating all of it', async () => {
    const bomb = deflateRawSync(new Uint8Array(100_000_000), { level: 9 });
    const fragment = `1dAAA${encodeBase64Url(bomb.subarray(0, 60_000))}`;
    expect((await decodeSharedPlan(fragment)).ok).toBe(false);
  });

  test('with more characters than a plan can have is refused', async () => {
    const text = 'week 1\n'.repeat(4000);
    const hash = hashOf(text);
    const checksum = encodeBase64Url(Uint8Array.of((hash >> 8) & 0xff, hash & 0xff));
    const fragment = `1d${checksum}${encodeBase64Url(deflateRawSync(Buffer.from(text)))}`;
    expect(await decodeSharedPlan(fragment)).toEqual({
      ok: false,
      reason: 'This plan is too long. Ask for it in parts.',
    });
  });

  test('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (fragment) => {
        expect((await decodeSharedPlan(fragment)).ok).toBeTypeOf('boolean');
      }),
    );
  });
});
