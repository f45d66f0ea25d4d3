import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { reportScript } from './report.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

test('prints steps, paces and totals', () => {
  const { output, hasMistakes } = reportScript('15m E + 5x(3m I + 2m jog)', false);
  expect(hasMistakes).toBe(false);
  expect(output.split('\n')).toEqual([
    '15m E             warm-up    6:00 - 7:00 min/km',
    '5 times, 25:00, 4.6 km:',
    '  3m I              work       4:30 - 5:00 min/km',
    '  2m jog            recovery   7:00 min/km (estimated)',
    'Total: 40:00, 6.9 km',
  ]);
});

test('puts a caret under a mistake, on its line', () => {
  const { output, hasMistakes } = reportScript('15m E\n+ 400m R', false);
  expect(hasMistakes).toBe(true);
  expect(output).toContain(
    [
      '+ 400m R',
      '  ^^^^',
      'Mistake: 400m means 400 minutes. Did you mean metres? [minutes-or-metres]',
      'Fix: 400 metres, or 400 minutes',
    ].join('\n'),
  );
});

test('says at least where a step has no end', () => {
  expect(reportScript('10m E + E', false).output).toMatch(
    /Total: at least 10:00, at least [\d.]+ km/,
  );
});

test('exits with 1 on a mistake and speaks JSON to tools', () => {
  const good = execFileSync(process.execPath, [MAIN, '--json', '15min E'], { encoding: 'utf8' });
  expect(JSON.parse(good)).toMatchObject({ diagnostics: [], formatted: '15m E' });

  const bad = spawnSync(process.execPath, [MAIN, '--json', '400m E'], { encoding: 'utf8' });
  expect(bad.status).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({ diagnostics: [{ code: 'minutes-or-metres' }] });
});
