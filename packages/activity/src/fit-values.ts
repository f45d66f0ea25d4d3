// Numbers and texts of FIT messages, by the low five bits of their base type.

export const BASE_TYPE = { uint8: 2, string: 7, byte: 13 } as const;

/** In bytes, by base type: 0 enum, 1 sint8, and so on to 16 uint64z. */
const TYPE_SIZES = [1, 1, 1, 2, 2, 4, 4, 1, 4, 8, 1, 2, 4, 1, 8, 8, 8];

/** Whether a field contains at least one number of its type. A field of another size has no value. */
export function containsNumber({ type, size }: { type: number; size: number }): boolean {
  const width = TYPE_SIZES[type];
  return width !== undefined && type !== BASE_TYPE.string && size >= width && size % width === 0;
}

/** The number of a field, or the first one of an array. NaN for the value that means "none". */
export function readNumber(
  view: DataView,
  at: number,
  type: number,
  isLittleEndian: boolean,
): number {
  switch (type) {
    case 0:
    case 2:
    case 13:
      return unless(0xff, view.getUint8(at));
    case 1:
      return unless(0x7f, view.getInt8(at));
    case 3:
      return unless(0x7fff, view.getInt16(at, isLittleEndian));
    case 4:
      return unless(0xffff, view.getUint16(at, isLittleEndian));
    case 5:
      return unless(0x7fffffff, view.getInt32(at, isLittleEndian));
    case 6:
      return unless(0xffffffff, view.getUint32(at, isLittleEndian));
    case 8:
      return view.getFloat32(at, isLittleEndian);
    case 9:
      return view.getFloat64(at, isLittleEndian);
    case 10:
      return unless(0, view.getUint8(at));
    case 11:
      return unless(0, view.getUint16(at, isLittleEndian));
    case 12:
      return unless(0, view.getUint32(at, isLittleEndian));
    case 14:
      return readLong(0x7fffffffffffffffn, view.getBigInt64(at, isLittleEndian));
    case 15:
      return readLong(0xffffffffffffffffn, view.getBigUint64(at, isLittleEndian));
    case 16:
      return readLong(0n, view.getBigUint64(at, isLittleEndian));
    default:
      return NaN;
  }
}

function unless(none: number, value: number): number {
  return value === none ? NaN : value;
}

function readLong(none: bigint, value: bigint): number {
  return value === none ? NaN : Number(value);
}

/** A text up to its closing zero, as UTF-8. */
export function readText(bytes: Uint8Array, at: number, size: number): string {
  let end = at;
  while (end < at + size && bytes[end] !== 0) end++;
  return new TextDecoder().decode(bytes.subarray(at, end));
}
