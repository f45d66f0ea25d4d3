import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MAX_VDOT, MIN_VDOT, type PaceKey, trainingPaces } from '@pacewright/pace';

import { readRun } from '../src/index.ts';
import { matchRecordings, type OwnRecording } from './weeks.ts';

// Whether recordings of a folder find their sessions: node packages/activity/test/real-weeks.ts FOLDER [WEEKS]
// Each is put into simulated weeks. Without a session in its name it was an easy run, at the paces of who ran it.

/** Sessions by the name of the file, with the average of their repeats in metres per second. */
const SESSIONS: [name: RegExp, script: string, pace: PaceKey, speed: number][] = [
  [/5x3min/, '21m E + 5x(3m I + 5m jog) + 13m E', 'I', 4.35],
  [/6x1km/, '6x(1km T + 1m jog)', 'T', 3.75],
];

const [folder, weeks = '20'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder of FIT files');

const recordings = readdirSync(folder)
  .filter((name) => name.endsWith('.fit'))
  .toSorted()
  .flatMap((name) => toRecording(name, readFileSync(join(folder, name))));
const { cases, ...figures } = matchRecordings(recordings, Number(weeks));
console.log(
  recordings.map(({ name, script, vdot }) => `${name}: ${script}, VDOT ${vdot}`).join('\n'),
);
console.log(cases.join('\n'));
console.log(`${recordings.length} recordings in ${weeks} weeks each`, figures);

function toRecording(name: string, bytes: Uint8Array): OwnRecording[] {
  const reading = readRun(bytes);
  // A file that does not say its sport may be a ride.
  if (!reading.ok || reading.remarks.some(({ kind }) => kind === 'sport-unknown')) return [];
  const { seconds, metres } = reading.run;
  const [, script, pace, speed] = SESSIONS.find(([pattern]) => pattern.test(name)) ?? [];
  if (script && pace && speed) return [{ name, bytes, script, vdot: vdotAt(pace, speed) }];
  const minutes = Math.max(1, Math.round(seconds / 60));
  const vdot = metres ? vdotAt('E', (metres.at(-1) ?? 0) / seconds) : 45;
  return [{ name, bytes, script: `${minutes}m E`, vdot }];
}

/** With the middle of a range nearest to a speed. */
function vdotAt(pace: PaceKey, speed: number): number {
  const all = Array.from({ length: MAX_VDOT - MIN_VDOT + 1 }, (_, index) => MIN_VDOT + index);
  const distance = (vdot: number) => {
    const { from, to } = trainingPaces(vdot)[pace];
    return Math.abs((from + to) / 2 - speed);
  };
  return all.reduce((best, vdot) => (distance(vdot) < distance(best) ? vdot : best));
}
