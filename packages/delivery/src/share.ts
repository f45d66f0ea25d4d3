import { MAX_SCRIPT_LENGTH } from '@pacewright/script';

import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { cutText, hashOf, plainLine } from './text.ts';

/** What a link carries. The paces are whoever's opens it. */
export type SharedWorkout = { title: string; script: string };

export type ShareLink = { ok: true; fragment: string } | { ok: false; reason: string };

export type SharedReading = { ok: true; workout: SharedWorkout } | { ok: false; reason: string };

type Bytes = Uint8Array<ArrayBuffer>;

const VERSION = '1';
const LATER_VERSIONS = /[2-9]/;
const PLAIN = 'p';
const DEFLATED = 'd';
const MAX_TITLE_LENGTH = 200;
/** Three bytes is the most that a UTF-16 unit takes. */
const MAX_BYTES = 3 * (MAX_SCRIPT_LENGTH + MAX_TITLE_LENGTH);
/** The same in base64, with room for the mark and the checksum. */
const MAX_FRAGMENT_LENGTH = 1.5 * MAX_BYTES;

/**
 * The part of a link behind the #, which no browser sends to a server. It is a version, how the rest is
 * packed, a checksum that tells a link cut short, and the title and the script, compressed if that is
 * shorter.
 */
export async function encodeShare({ title, script }: SharedWorkout): Promise<ShareLink> {
  if (script.trim() === '')
    return { ok: false, reason: 'There is nothing to share yet. Write a step first.' };
  if (script.length > MAX_SCRIPT_LENGTH)
    return { ok: false, reason: 'The script is too long for a link. Split it in two.' };

  const text = `${cutText(plainLine(title), MAX_TITLE_LENGTH)}\n${script.toWellFormed()}`;
  const plain = new TextEncoder().encode(text);
  // A title of unusual characters, each made of many others, is let go rather than the link.
  if (plain.length > MAX_BYTES) return encodeShare({ title: '', script });

  const deflated = await deflate(plain);
  const [packing, bytes] = deflated.length < plain.length ? [DEFLATED, deflated] : [PLAIN, plain];
  const fragment = `${VERSION}${packing}${checksumOf(text)}${encodeBase64Url(bytes)}`;
  return { ok: true, fragment };
}

/** Reads what stands behind the # of a link. Never throws, whatever has happened to the link. */
export async function decodeShare(fragment: string): Promise<SharedReading> {
  // Programs that find links in a text like to take the bracket or the full stop behind one along.
  const [, version, packing, checksum, payload = ''] =
    /^#?([\w-])([\w-])([\w-]{3})([\w-]+)[^\w-]*$/.exec(fragment) ?? [];
  if (version === undefined || fragment.length > MAX_FRAGMENT_LENGTH) return refusal(DAMAGED);
  if (version !== VERSION) return refusal(LATER_VERSIONS.test(version) ? NEWER : DAMAGED);

  const packed = decodeBase64Url(payload);
  const bytes = packing === DEFLATED ? packed && (await inflate(packed)) : packed;
  const text = bytes && findText(bytes);
  if (text === undefined || checksumOf(text) !== checksum) return refusal(DAMAGED);

  const end = text.indexOf('\n');
  if (end < 0) return refusal(DAMAGED);
  return { ok: true, workout: { title: text.slice(0, end), script: text.slice(end + 1) } };
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

/** Undefined for bytes that are not deflated, and for a few that would inflate to far too many. */
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
  // Not awaited: the stream takes no more until some of it is read. What fails here fails the reader too.
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
