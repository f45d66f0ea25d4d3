import { MAX_SCRIPT_LENGTH } from '@pacewright/script';

import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { truncate, hashOf, plainLine } from './text.ts';

/** The contents of a share link. Paces are those of the reader. */
export type SharedWorkout = { title: string; script: string; notes?: string | undefined };

export type ShareLink = { ok: true; fragment: string } | { ok: false; reason: string };

export type SharedReading = { ok: true; workout: SharedWorkout } | { ok: false; reason: string };

type Bytes = Uint8Array<ArrayBuffer>;

/** A link without notes is written in the first version, as before. Both are read forever. */
const WITHOUT_NOTES = '1';
const WITH_NOTES = '2';
const LATER_VERSIONS = /[3-9]/;
const PLAIN = 'p';
const DEFLATED = 'd';
const MAX_TITLE_LENGTH = 200;
/** Longer notes are cut: a link has to fit into a message. */
const MAX_NOTES_LENGTH = 2000;
/** A UTF-16 unit takes three bytes at most. */
const MAX_BYTES = 3 * (MAX_SCRIPT_LENGTH + MAX_TITLE_LENGTH + 2 * MAX_NOTES_LENGTH);
/** The same in base64, with room for the version and the checksum. */
const MAX_FRAGMENT_LENGTH = 1.5 * MAX_BYTES;

/**
 * The fragment of a link, which browsers do not send to servers. It has a version, the packing, a checksum that
 * detects truncated links, and the content: a line for the title, one for the notes if there are any, and the
 * script, compressed if that is shorter.
 */
export async function encodeShare({
  title,
  script,
  notes = '',
}: SharedWorkout): Promise<ShareLink> {
  if (script.trim() === '')
    return { ok: false, reason: 'There is nothing to share yet. Write a step first.' };
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
  const text = lines.join('\n');
  const plain = new TextEncoder().encode(text);
  // Rare characters, each made of many code points, are dropped to keep the link.
  if (plain.length > MAX_BYTES) return encodeShare({ title: '', script });

  const deflated = await deflate(plain);
  const [packing, bytes] = deflated.length < plain.length ? [DEFLATED, deflated] : [PLAIN, plain];
  const fragment = `${version}${packing}${checksumOf(text)}${encodeBase64Url(bytes)}`;
  return { ok: true, fragment };
}

/** Reads the fragment of a link. Never throws, however damaged the link is. */
export async function decodeShare(fragment: string): Promise<SharedReading> {
  // Programs that find links in a text often include the bracket or full stop after one.
  const [, version, packing, checksum, payload = ''] =
    /^#?([\w-])([\w-])([\w-]{3})([\w-]+)[^\w-]*$/.exec(fragment) ?? [];
  if (version === undefined || fragment.length > MAX_FRAGMENT_LENGTH) return refusal(DAMAGED);
  if (version !== WITHOUT_NOTES && version !== WITH_NOTES)
    return refusal(LATER_VERSIONS.test(version) ? NEWER : DAMAGED);

  const packed = decodeBase64Url(payload);
  const bytes = packing === DEFLATED ? packed && (await inflate(packed)) : packed;
  const text = bytes && findText(bytes);
  if (text === undefined || checksumOf(text) !== checksum) return refusal(DAMAGED);

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

const DAMAGED =
  'This link is damaged: part of it is missing. Ask for it again, or copy the whole of it.';
const NEWER = 'This link is from a newer Pacewright. Reload the page and open it again.';

function refusal(reason: string): SharedReading {
  return { ok: false, reason };
}

/** Sixteen bits as three letters. */
function checksumOf(text: string): string {
  const hash = hashOf(text);
  return encodeBase64Url(Uint8Array.of((hash >> 8) & 0xff, hash & 0xff));
}

function findText(bytes: Bytes): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function deflate(bytes: Bytes): Promise<Bytes> {
  return passThrough(new CompressionStream('deflate-raw'), bytes, Infinity);
}

/** Undefined for bytes that are not deflated, and for those that would inflate to too many. */
async function inflate(bytes: Bytes): Promise<Bytes | undefined> {
  try {
    return await passThrough(new DecompressionStream('deflate-raw'), bytes, MAX_BYTES);
  } catch {
    return undefined;
  }
}

async function passThrough(
  { readable, writable }: CompressionStream | DecompressionStream,
  bytes: Bytes,
  most: number,
): Promise<Bytes> {
  const writer = writable.getWriter();
  // Not awaited: the stream applies back-pressure until some of it is read. An error here also fails the
  // reader.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});

  const reader = readable.getReader();
  const collected: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(collected);
    if (collected.length + value.length > most) {
      await reader.cancel();
      throw new RangeError('Inflates to too much');
    }
    for (const byte of value) collected.push(byte);
  }
}
