/**
 * Protocol buffers, as far as a `.workout` file needs them. A message is described once, in a table for both
 * directions, so that writer and reader can't drift apart.
 */
export type FieldTable = { [name: string]: Field };

/**
 * `isMany` is a list. A field that is `isOptional` is left out when it is 0; every other field is written whenever it
 * has a value, an empty text included.
 */
export type Field = {
  number: number;
  type: 'uint' | 'double' | 'text' | (() => FieldTable);
  isMany?: boolean;
  isOptional?: boolean;
};

export type Message = { [name: string]: Value | undefined };
export type Value = number | string | Message | Message[];

/** Messages inside messages of a file that is no longer sensible. */
const MAX_DEPTH = 20;
const MAX_UINT32 = 0xffffffff;

const WIRE = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;

/** Fields are written in the order of their numbers. */
export function encodeMessage(message: Message, table: FieldTable): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const fields = Object.entries(table).toSorted(([, one], [, other]) => one.number - other.number);
  for (const [name, field] of fields) {
    const value = message[name];
    if (value === undefined || (field.isOptional && value === 0)) continue;
    for (const each of Array.isArray(value) ? value : [value]) writeField(bytes, field, each);
  }
  return new Uint8Array(bytes);
}

function writeField(bytes: number[], { number, type }: Field, value: Value): void {
  if (type === 'uint' && typeof value === 'number') {
    writeVarint(bytes, number * 8 + WIRE.varint);
    writeVarint(bytes, value);
  } else if (type === 'double' && typeof value === 'number') {
    writeVarint(bytes, number * 8 + WIRE.eightBytes);
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    bytes.push(...new Uint8Array(view.buffer));
  } else if (type === 'text' && typeof value === 'string') {
    writeBytes(bytes, number, new TextEncoder().encode(value));
  } else if (typeof type === 'function' && typeof value === 'object' && !Array.isArray(value)) {
    writeBytes(bytes, number, encodeMessage(value, type()));
  } else {
    throw new TypeError(`Field ${number} has a value of another type`);
  }
}

function writeBytes(bytes: number[], number: number, content: Uint8Array): void {
  writeVarint(bytes, number * 8 + WIRE.bytes);
  writeVarint(bytes, content.length);
  for (const byte of content) bytes.push(byte);
}

function writeVarint(bytes: number[], value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > MAX_UINT32)
    throw new RangeError(`${value} is no integer from 0 to 2^32 - 1`);
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  bytes.push(rest);
}

/** Throws a RangeError for bytes that are no such message. Fields that the table does not have are skipped. */
export function decodeMessage(bytes: Uint8Array, table: FieldTable, depth = 0): Message {
  if (depth > MAX_DEPTH) throw new RangeError('Messages are nested too deeply');
  const message: Message = {};
  const fields = new Map(
    Object.entries(table).map(([name, field]) => [field.number, { name, field }]),
  );
  for (const { number, value } of readFields(bytes)) {
    const known = fields.get(number);
    if (!known) continue;
    const { name, field } = known;
    const read = readValue(value, field, depth);
    if (read === undefined) continue;
    const earlier = message[name];
    if (!field.isMany) message[name] = read;
    else if (typeof read === 'object' && !Array.isArray(read))
      message[name] = Array.isArray(earlier) ? [...earlier, read] : [read];
  }
  return message;
}

/** A varint is an integer, eight bytes are a double. */
type RawValue =
  | { wire: 'varint' | 'eightBytes'; number: number }
  | { wire: 'bytes'; bytes: Uint8Array };

function* readFields(bytes: Uint8Array): Generator<{ number: number; value: RawValue }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  function readVarint(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The file ends too early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number is too long');
  }

  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new RangeError('The file ends too early');
    at += length;
    return bytes.subarray(at - length, at);
  }

  while (at < bytes.length) {
    const tag = readVarint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case WIRE.varint:
        yield { number, value: { wire: 'varint', number: readVarint() } };
        break;
      case WIRE.eightBytes:
        take(8);
        yield { number, value: { wire: 'eightBytes', number: view.getFloat64(at - 8, true) } };
        break;
      case WIRE.bytes:
        yield { number, value: { wire: 'bytes', bytes: take(readVarint()) } };
        break;
      case WIRE.fourBytes:
        take(4);
        break;
      default:
        throw new RangeError('These are no protocol buffers');
    }
  }
}

/** Undefined if the field was written as another type. */
function readValue(value: RawValue, { type }: Field, depth: number): Value | undefined {
  if (type === 'uint') return value.wire === 'varint' ? value.number : undefined;
  if (type === 'double') return value.wire === 'eightBytes' ? value.number : undefined;
  if (value.wire !== 'bytes') return undefined;
  if (type !== 'text') return decodeMessage(value.bytes, type(), depth + 1);
  return new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(value.bytes);
}
