import type { RaceResult } from '@pacewright/pace';
import { MAX_SCRIPT_LENGTH } from '@pacewright/script';

import { DAMAGED, packText, type ShareLink, unpackText } from './packed-text.ts';
import { decodeShare, encodeShare, type SharedWorkout } from './share.ts';
import { plainLine, truncate } from './text.ts';

export type SharedRunner = {
  name: string;
  race?: RaceResult | undefined;
  /** Chosen by the coach, from 1. */
  group?: number | undefined;
};

/** A session with the runners of a squad, and the number of groups if one was chosen. */
export type SharedSquad = { workout: SharedWorkout; runners: SharedRunner[]; groups?: number };

export type SharedSquadReading = { ok: true; squad: SharedSquad } | { ok: false; reason: string };

/** After those of a workout alone, which open as a sheet without runners. */
const VERSION = '3';
const MAX_RUNNERS = 200;
const MAX_NAME_LENGTH = 60;
const MAX_TITLE_LENGTH = 200;
const MAX_BYTES = 3 * (MAX_SCRIPT_LENGTH + MAX_TITLE_LENGTH) + MAX_RUNNERS * 300;
/** Characters. Mail programs and messengers cut longer links. */
const MAX_LINK_LENGTH = 8000;

/** The fragment of a link: the title, the runners, a line each of them, and the script. Notes are not part of a sheet. */
export async function encodeSquad({ workout, runners, groups }: SharedSquad): Promise<ShareLink> {
  if (runners.length === 0) return encodeShare(workout);
  const { title, script } = workout;
  if (script.length > MAX_SCRIPT_LENGTH || runners.length > MAX_RUNNERS) return TOO_LONG;
  const lines = [
    truncate(plainLine(title), MAX_TITLE_LENGTH),
    `${runners.length} ${groups ?? 0}`,
    ...runners.map(writeRunner),
    script.toWellFormed(),
  ];
  const fragment = await packText(VERSION, lines.join('\n'), MAX_BYTES);
  return fragment === undefined || fragment.length > MAX_LINK_LENGTH
    ? TOO_LONG
    : { ok: true, fragment };
}

const TOO_LONG = {
  ok: false,
  reason: 'The sheet is too long for a link. Share it in two parts, with half of the runners each.',
} as const;

/** Reads the fragment of a link to a sheet, or to a workout. Never throws, however damaged the link is. */
export async function decodeSquad(fragment: string): Promise<SharedSquadReading> {
  if (!/^#?3/.test(fragment)) {
    const reading = await decodeShare(fragment);
    return reading.ok ? { ok: true, squad: { workout: reading.workout, runners: [] } } : reading;
  }
  const unpacked = await unpackText(fragment, [VERSION], MAX_BYTES);
  if (!unpacked.ok) return unpacked;
  const [title = '', counts = '', ...rest] = unpacked.text.split('\n');
  const [count = -1, groups = 0] = counts.split(' ').map(Number);
  const isCount = Number.isInteger(count) && count >= 0 && count <= MAX_RUNNERS;
  if (!isCount || rest.length <= count) return { ok: false, reason: DAMAGED };
  const runners = rest.slice(0, count).map(readRunner);
  const script = rest.slice(count).join('\n').slice(0, MAX_SCRIPT_LENGTH);
  return {
    ok: true,
    squad: {
      workout: { title, script },
      runners,
      ...(Number.isInteger(groups) && groups > 0 ? { groups } : {}),
    },
  };
}

/** "5000 1032 0 Amara Okafor". A zero is nothing. */
function writeRunner({ name, race, group = 0 }: SharedRunner): string {
  const { distance, timeInSeconds } = race ?? { distance: 0, timeInSeconds: 0 };
  return `${distance} ${timeInSeconds} ${group} ${truncate(plainLine(name), MAX_NAME_LENGTH)}`;
}

function readRunner(line: string): SharedRunner {
  const [, distance, time, group, name = ''] =
    /^([\d.]{1,20}) ([\d.]{1,20}) (\d) (.*)$/.exec(line) ?? [];
  const race = { distance: Number(distance), timeInSeconds: Number(time) };
  return {
    name: name.slice(0, MAX_NAME_LENGTH),
    ...(race.distance > 0 && race.timeInSeconds > 0 ? { race } : {}),
    ...(Number(group) > 0 ? { group: Number(group) } : {}),
  };
}
