import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { hashOf } from './text.ts';

export type ShareLink = { ok: true; fragment: string } | { ok: false; reason: string };

type Bytes = Uint8Array<ArrayBuffer>;

const PLAIN = 'p';
const DEFLATED = 'd';

export const DAMAGED = 'This link is incomplete. Copy the whole link, or ask for it again.';
const NEWER = 'This link is from a newer version of Pacewright. Reload the page and open it again.';

/**
 * The fragment of a link, which browsers do not send to servers. It has a version, the packing, a checksum that detects
 * truncated links, and the text, compressed if that is shorter. Undefined for a text of too many bytes.
 */
export async function packText(
  version: string,
  text: string,
  maxBytes: number,
): Promise<string | undefined> {
  const plain = new TextEncoder().encode(text);
  if (plain.length > maxBytes) return undefined;
  const deflated = await deflate(plain);
  const [packing, bytes] = deflated.length < plain.length ? [DEFLATED, deflated] : [PLAIN, plain];
  return `${version}${packing}${checksumOf(text)}${encodeBase64Url(bytes)}`;
}

export type Unpacked = { ok: true; version: string; text: string } | { ok: false; reason: string };

/** Reads the fragment of a link in one of some versions. Never throws, however damaged the link is. */
export async function unpackText(
  fragment: string,
  versions: readonly string[],
  maxBytes: number,
): Promise<Unpacked> {
  // Programs that find links in a text often include the bracket or full stop after one.
  const [, version, packing, checksum, payload = ''] =
    /^#?([\w-])([\w-])([\w-]{3})([\w-]+)[^\w-]*$/.exec(fragment) ?? [];
  // The bytes in base64, with room for the version and the checksum.
  if (version === undefined || fragment.length > 1.5 * maxBytes)
    return { ok: false, reason: DAMAGED };
  if (!versions.includes(version)) {
    const isLater = /\d/.test(version) && version > (versions.at(-1) ?? '');
    return { ok: false, reason: isLater ? NEWER : DAMAGED };
  }
  const packed = decodeBase64Url(payload);
  const bytes = packing === DEFLATED ? packed && (await inflate(packed, maxBytes)) : packed;
  const text = bytes && findText(bytes);
  if (text === undefined || checksumOf(text) !== checksum) return { ok: false, reason: DAMAGED };
  return { ok: true, version, text };
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
async function inflate(bytes: Bytes, maxBytes: number): Promise<Bytes | undefined> {
  try {
    return await passThrough(new DecompressionStream('deflate-raw'), bytes, maxBytes);
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
