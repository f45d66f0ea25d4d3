/** A file in an archive. */
export type ArchivedFile = { name: string; bytes: Uint8Array };

export type ArchiveReading =
  | { ok: true; files: ArchivedFile[]; skipped: { what: string; why: string }[] }
  | { ok: false; reason: string };

const MAX_FILES = 2000;
const MAX_FILE_BYTES = 20_000_000;
const MAX_BYTES = 50_000_000;

const SIGNATURE = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const FILE_SIZE = 30;
const MAX_COMMENT = 65_535;
const METHOD = { stored: 0, deflated: 8 };
const ENCRYPTED = 1;

/** Unpacks an archive. Sizes in its directory are not believed: unpacking stops at the limit. */
export async function readZip(bytes: Uint8Array): Promise<ArchiveReading> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return damaged();
  const count = view.getUint16(end + 10, true);
  if (count > MAX_FILES)
    return {
      ok: false,
      reason: `This zip has more than ${MAX_FILES} files. Import part of it.`,
    };
  const files: ArchivedFile[] = [];
  const skipped: { what: string; why: string }[] = [];
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let index = 0; index < count; index++) {
    const entry = readEntry(bytes, view, at);
    if (!entry) return damaged();
    at = entry.next;
    if (isIgnored(entry.name)) continue;
    const unpacked = await unpack(entry);
    if (typeof unpacked === 'string') {
      skipped.push({ what: entry.name, why: unpacked });
      continue;
    }
    total += unpacked.length;
    if (total > MAX_BYTES)
      return { ok: false, reason: 'This zip is too large. Import part of it.' };
    files.push({ name: entry.name, bytes: unpacked });
  }
  return { ok: true, files, skipped };
}

function damaged(): ArchiveReading {
  return { ok: false, reason: 'This zip file is incomplete. Download it again.' };
}

/** The end of the directory is before a comment of any length. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_SIZE - MAX_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at--)
    if (view.getUint32(at, true) === SIGNATURE.end) return at;
  return undefined;
}

type Entry = {
  name: string;
  method: number;
  isEncrypted: boolean;
  content: Uint8Array;
  next: number;
};

function readEntry(bytes: Uint8Array, view: DataView, at: number): Entry | undefined {
  if (at + ENTRY_SIZE > bytes.length || view.getUint32(at, true) !== SIGNATURE.entry)
    return undefined;
  const uint16 = (offset: number) => view.getUint16(at + offset, true);
  const [nameLength, extraLength, commentLength] = [uint16(28), uint16(30), uint16(32)];
  const [packed, start] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  if (start + FILE_SIZE > bytes.length || view.getUint32(start, true) !== SIGNATURE.file)
    return undefined;
  const data =
    start + FILE_SIZE + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (data + packed > bytes.length) return undefined;
  return {
    name: decode(bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength)),
    method: uint16(10),
    isEncrypted: (uint16(8) & ENCRYPTED) !== 0,
    content: bytes.subarray(data, data + packed),
    next: at + ENTRY_SIZE + nameLength + extraLength + commentLength,
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
}

/** Folders, and the files that a Mac adds. */
function isIgnored(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(name);
}

/** The content, or the reason why there is none. */
async function unpack({ method, isEncrypted, content }: Entry): Promise<Uint8Array | string> {
  if (isEncrypted) return 'password-protected';
  if (method === METHOD.stored) return content.length > MAX_FILE_BYTES ? 'too large' : content;
  if (method !== METHOD.deflated) return 'unsupported compression';
  try {
    return (await inflate(content)) ?? 'too large';
  } catch {
    return 'damaged';
  }
}

async function inflate(packed: Uint8Array): Promise<Uint8Array | undefined> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // An error of the writer is an error of the reader, too.
  const written = writer
    .write(packed.slice())
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MAX_FILE_BYTES) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  await written;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
