import { readFitStringField, readFitUnsignedField, type FitRawMessage } from 'fit-file-parser/raw';

// Fields of a message, by their numbers in the profile. Undefined or empty where a message does not have one.

/** The reader needs the base type with which the field was declared. */
const BASE_TYPE = { enum: 0, uint16: 4, uint32: 6, uint32z: 12 } as const;

export function enumOf(message: FitRawMessage, number: number): number | undefined {
  return unsigned(message, number, BASE_TYPE.enum, 1);
}

export function uint16Of(message: FitRawMessage, number: number): number | undefined {
  return unsigned(message, number, BASE_TYPE.uint16, 2);
}

export function uint32Of(message: FitRawMessage, number: number): number | undefined {
  return unsigned(message, number, BASE_TYPE.uint32, 4);
}

/** A serial number. Zero is an empty one. */
export function uint32zOf(message: FitRawMessage, number: number): number | undefined {
  return unsigned(message, number, BASE_TYPE.uint32z, 4);
}

function unsigned(
  message: FitRawMessage,
  number: number,
  baseType: number,
  size: 1 | 2 | 4,
): number | undefined {
  return readFitUnsignedField(fieldOf(message, number), baseType, size, message.littleEndian);
}

export function textOf(message: FitRawMessage, number: number): string {
  return readFitStringField(fieldOf(message, number)) ?? '';
}

function fieldOf({ fields }: FitRawMessage, number: number) {
  return fields.find(({ fieldNumber }) => fieldNumber === number);
}
