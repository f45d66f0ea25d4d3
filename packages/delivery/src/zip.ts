/** A file in an archive. The name has up to 65,535 bytes, with `/` between folders. */
export type ZipEntry = { name: string; bytes: Uint8Array };

/** Archives files as they are: watch files of a few hundred bytes gain nothing by compression. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    const common = littleEndian(
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, STORED],
      [2, MIDNIGHT],
      [2, FIRST_DAY],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, path.length],
      // No extra field.
      [2, 0],
    );
    const file = [littleEndian([4, SIGNATURE.file]), common, path, bytes];
    const attributes = littleEndian([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(littleEndian([4, SIGNATURE.entry], [2, VERSION]), common, attributes, path);
    files.push(...file);
    offset += sizeOf(file);
  }
  const end = littleEndian(
    [4, SIGNATURE.end],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, sizeOf(directory)],
    [4, offset],
    [2, 0],
  );
  return concatenate([...files, ...directory, end]);
}

const SIGNATURE = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const STORED = 0;
/** Archives of the same files are the same: their time is the first that the format has, in 1980. */
const MIDNIGHT = 0;
const FIRST_DAY = 0x21;

function littleEndian(...values: [size: 2 | 4, value: number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
