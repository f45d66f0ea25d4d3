// A journey of the web app reads with these too, and its compiler does not look in this folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./fit-decoder.d.ts" />
import { Decoder, Stream } from '@garmin/fitsdk';
import fitDecoder from 'fit-decoder';
import FitParser from 'fit-file-parser';

/** A row in the format's units: milliseconds, centimetres, mm/s, the numbers of the profile. */
export type FitRow = {
  index: number;
  durationType: number;
  durationValue: number;
  targetType: number;
  targetValue: number;
  low: number | undefined;
  high: number | undefined;
  intensity: number | undefined;
};

export type ReadFile = {
  title: string | undefined;
  rowCount: number;
  serialNumber: number;
  rows: FitRow[];
};

/** Three independent FIT readers. */
export const READERS: {
  name: string;
  read: (bytes: Uint8Array) => Promise<ReadFile> | ReadFile;
}[] = [
  { name: 'fit-file-parser', read: readWithFitFileParser },
  { name: 'fit-decoder', read: readWithFitDecoder },
  { name: "Garmin's own SDK", read: readWithGarminSdk },
];

type Fields = Record<string, unknown>;

async function readWithFitFileParser(bytes: Uint8Array): Promise<ReadFile> {
  const parser = new FitParser({ force: false, mode: 'list' });
  const { messages } = (await parser.parseAsync(Buffer.from(bytes))) as unknown as {
    messages: Record<'file_id' | 'workout' | 'workout_step', Fields[]>;
  };
  return fileOf(messages.file_id[0], messages.workout[0], messages.workout_step);
}

function readWithFitDecoder(bytes: Uint8Array): ReadFile {
  const { records } = fitDecoder.parseRecords(fitDecoder.fit2json(Uint8Array.from(bytes).buffer));
  const dataOf = (type: string) =>
    records.filter((record) => record.type === type).map(({ data }) => data);
  const file = fileOf(dataOf('file_id')[0], dataOf('workout')[0], dataOf('workout_step'));
  // It reads each byte of a text as a character.
  return { ...file, title: file.title && Buffer.from(file.title, 'latin1').toString('utf8') };
}

function readWithGarminSdk(bytes: Uint8Array): ReadFile {
  if (!new Decoder(Stream.fromByteArray([...bytes])).checkIntegrity())
    throw new Error('The checksum is wrong');
  const { messages, errors } = new Decoder(Stream.fromByteArray([...bytes])).read({
    convertTypesToStrings: false,
    expandSubFields: false,
  });
  if (errors.length > 0) throw new Error(errors.join());
  const { fileIdMesgs, workoutMesgs, workoutStepMesgs = [] } = messages as Record<string, Fields[]>;
  return fileOf(
    snakeCase(fileIdMesgs?.[0]),
    snakeCase(workoutMesgs?.[0]),
    workoutStepMesgs.map(snakeCase),
  );
}

function fileOf(fileId: Fields = {}, workout: Fields = {}, steps: Fields[] = []): ReadFile {
  return {
    title: workout['wkt_name'] as string | undefined,
    rowCount: workout['num_valid_steps'] as number,
    serialNumber: fileId['serial_number'] as number,
    rows: steps.map(rowOf),
  };
}

/** Readers use the profile's names for known values. */
function rowOf(fields: Fields): FitRow {
  return {
    index: numberOf(fields['message_index'], {}) ?? -1,
    durationType: numberOf(fields['duration_type'], DURATIONS) ?? -1,
    durationValue: numberOf(fields['duration_value'], {}) ?? -1,
    targetType: numberOf(fields['target_type'], TARGETS) ?? -1,
    targetValue: numberOf(fields['target_value'], {}) ?? -1,
    low: numberOf(fields['custom_target_value_low'], {}),
    high: numberOf(fields['custom_target_value_high'], {}),
    intensity: numberOf(fields['intensity'], INTENSITIES, 0xff),
  };
}

const DURATIONS: Record<string, number> = {
  time: 0,
  distance: 1,
  open: 5,
  repeat_until_steps_cmplt: 6,
};
const TARGETS: Record<string, number> = { speed: 0, heart_rate: 1, open: 2 };
const INTENSITIES: Record<string, number> = {
  active: 0,
  rest: 1,
  warmup: 2,
  cooldown: 3,
  recovery: 4,
  interval: 5,
};

/** Some readers omit an empty field, and some return the number for "none". */
function numberOf(
  value: unknown,
  names: Record<string, number>,
  none = 0xffffffff,
): number | undefined {
  if (typeof value === 'object' && value && 'value' in value) return numberOf(value.value, names);
  if (typeof value === 'string') return names[value];
  return typeof value === 'number' && value !== none ? value : undefined;
}

function snakeCase(fields: Fields = {}): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
