import { MAX_SCRIPT_LENGTH } from '@pacewright/script';

import { DAMAGED, packText, type ShareLink, unpackText } from './packed-text.ts';
import { truncate, plainLine } from './text.ts';

/** The contents of a share link. Paces are those of the reader. */
export type SharedWorkout = { title: string; script: string; notes?: string | undefined };

export type SharedReading = { ok: true; workout: SharedWorkout } | { ok: false; reason: string };

/** A link without notes is written in the first version, as before. Both are read forever. */
const WITHOUT_NOTES = '1';
const WITH_NOTES = '2';
const MAX_TITLE_LENGTH = 200;
/** Longer notes are cut: a link has to fit into a message. */
const MAX_NOTES_LENGTH = 2000;
/** A UTF-16 unit takes three bytes at most. */
const MAX_BYTES = 3 * (MAX_SCRIPT_LENGTH + MAX_TITLE_LENGTH + 2 * MAX_NOTES_LENGTH);

/**
 * The fragment of a link: a line for the title, one for the notes if there are any, and the script. A title and notes of
 * rare characters, each made of many code points, are dropped to keep the link.
 */
export async function encodeShare({
  title,
  script,
  notes = '',
}: SharedWorkout): Promise<ShareLink> {
  if (script.trim() === '')
    return { ok: false, reason: 'There’s nothing to share yet. Write a step first.' };
  if (script.length > MAX_SCRIPT_LENGTH)
    return { ok: false, reason: 'The script is too long for a link. Split it in two.' };

  const sharedNotes = truncate(notes.trim().toWellFormed(), MAX_NOTES_LENGTH);
  const version = sharedNotes === '' ? WITHOUT_NOTES : WITH_NOTES;
  const lines = [
    truncate(plainLine(title), MAX_TITLE_LENGTH),
    // As JSON, notes of many lines are one line.
    ...(sharedNotes === '' ? [] : [JSON.stringify(sharedNotes)]),
    script.toWellFormed(),
  ];
  const fragment = await packText(version, lines.join('\n'), MAX_BYTES);
  return fragment === undefined ? encodeShare({ title: '', script }) : { ok: true, fragment };
}

/** Reads the fragment of a link. Never throws, however damaged the link is. */
export async function decodeShare(fragment: string): Promise<SharedReading> {
  const unpacked = await unpackText(fragment, [WITHOUT_NOTES, WITH_NOTES], MAX_BYTES);
  if (!unpacked.ok) return unpacked;
  const { version, text } = unpacked;
  const [title, afterTitle] = cutLine(text);
  if (afterTitle === undefined) return refusal(DAMAGED);
  if (version === WITHOUT_NOTES) return { ok: true, workout: { title, script: afterTitle } };
  const [line, script] = cutLine(afterTitle);
  const notes = readNotes(line);
  if (script === undefined || notes === undefined) return refusal(DAMAGED);
  return { ok: true, workout: { title, script, notes } };
}

/** The first line, and the rest if there is one. */
function cutLine(text: string): [string, string | undefined] {
  const end = text.indexOf('\n');
  return end < 0 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1)];
}

function readNotes(line: string): string | undefined {
  try {
    const notes: unknown = JSON.parse(line);
    return typeof notes === 'string' ? notes.slice(0, MAX_NOTES_LENGTH * 4) : undefined;
  } catch {
    return undefined;
  }
}

function refusal(reason: string): SharedReading {
  return { ok: false, reason };
}
