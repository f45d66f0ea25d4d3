// Writes FIT for tests, with everything the reader must understand: both byte orders, compressed timestamps,
// developer fields, wrong sizes.

import { crc16 } from '../src/fit-checksum.ts';

/** The byte of the format, the size, and the value that means "none". */
const TYPES = {
  enum: { code: 0x00, size: 1, none: 0xff },
  sint8: { code: 0x01, size: 1, none: 0x7f },
  uint8: { code: 0x02, size: 1, none: 0xff },
  sint16: { code: 0x83, size: 2, none: 0x7fff },
  uint16: { code: 0x84, size: 2, none: 0xffff },
  sint32: { code: 0x85, size: 4, none: 0x7fffffff },
  uint32: { code: 0x86, size: 4, none: 0xffffffff },
  string: { code: 0x07, size: 1, none: 0 },
  float32: { code: 0x88, size: 4, none: NaN },
  float64: { code: 0x89, size: 8, none: NaN },
  uint32z: { code: 0x8c, size: 4, none: 0 },
  byte: { code: 0x0d, size: 1, none: 0xff },
} as const;

export type FitType = keyof typeof TYPES;
export type FitValue = number | Uint8Array | string | undefined;
export type FieldDefinition = { number: number; type: FitType; size?: number };

export type FitWriter = {
  define: (
    local: number,
    message: number,
    fields: readonly FieldDefinition[],
    developerFields?: readonly { number: number; type: FitType; developer: number }[],
  ) => void;
  /** With a compressed timestamp, the local number is at most 3. */
  write: (local: number, values: readonly FitValue[], compressedTime?: number) => void;
  close: () => Uint8Array<ArrayBuffer>;
};

const HEADER_BYTES = 14;

export function createFitWriter({ isLittleEndian = true } = {}): FitWriter {
  let bytes = new Uint8Array(1 << 16);
  let view = new DataView(bytes.buffer);
  let at = HEADER_BYTES;
  const layouts = new Map<number, { type: FitType; size: number }[]>();

  function reserve(size: number): void {
    if (at + size + 16 <= bytes.length) return;
    const larger = new Uint8Array(bytes.length * 2 + size);
    larger.set(bytes);
    bytes = larger;
    view = new DataView(bytes.buffer);
  }

  function writeBytes(...values: readonly number[]): void {
    reserve(values.length);
    bytes.set(values, at);
    at += values.length;
  }

  function writeValue(value: FitValue, type: FitType, size: number): void {
    reserve(size);
    const start = at;
    at += size;
    if (typeof value === 'string' || value instanceof Uint8Array) {
      const content = typeof value === 'string' ? new TextEncoder().encode(value) : value;
      bytes.fill(0, start, at);
      bytes.set(content.subarray(0, size), start);
      return;
    }
    const number = value ?? TYPES[type].none;
    if (type === 'float32') view.setFloat32(start, number, isLittleEndian);
    else if (type === 'float64') view.setFloat64(start, number, isLittleEndian);
    else if (TYPES[type].size === 4) view.setUint32(start, number, isLittleEndian);
    else if (TYPES[type].size === 2) view.setUint16(start, number, isLittleEndian);
    else view.setUint8(start, number);
  }

  return {
    define: (local, message, fields, developerFields = []) => {
      const [low, high] = [message & 0xff, message >> 8];
      writeBytes(0x40 | (developerFields.length > 0 ? 0x20 : 0) | local, 0, isLittleEndian ? 0 : 1);
      writeBytes(...(isLittleEndian ? [low, high] : [high, low]), fields.length);
      const layout = fields.map(({ type, size = TYPES[type].size }) => ({ type, size }));
      fields.forEach(({ number, type, size = TYPES[type].size }) =>
        writeBytes(number, size, TYPES[type].code),
      );
      if (developerFields.length > 0) writeBytes(developerFields.length);
      for (const { number, type, developer } of developerFields) {
        writeBytes(number, TYPES[type].size, developer);
        layout.push({ type, size: TYPES[type].size });
      }
      layouts.set(local, layout);
    },
    write: (local, values, compressedTime) => {
      writeBytes(
        compressedTime === undefined ? local : 0x80 | (local << 5) | (compressedTime & 0x1f),
      );
      (layouts.get(local) ?? []).forEach(({ type, size }, index) =>
        writeValue(values[index], type, size),
      );
    },
    close: () => {
      bytes.set([HEADER_BYTES, 0x20, 0x54, 0x08, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54]);
      view.setUint32(4, at - HEADER_BYTES, true);
      view.setUint16(12, crc16(bytes, 0, 12), true);
      view.setUint16(at, crc16(bytes, 0, at), true);
      return bytes.slice(0, at + 2);
    },
  };
}
