// The FIT container: headers, checksums, definitions and messages, without their meaning. It reads any bytes in one
// pass and never throws.

import { crc16 } from './fit-checksum.ts';
import { BASE_TYPE } from './fit-values.ts';

/** Codes of damage. The rest of the file is read in spite of it. */
export type FitProblem =
  | 'header-checksum'
  | 'checksum'
  | 'cut-off'
  | 'unknown-layout'
  | 'trailing-bytes'
  | 'time-jump'
  | 'too-long';

export type FitField = {
  number: number;
  /** From the first byte of the message. */
  offset: number;
  size: number;
  /** The low five bits of the base type. */
  type: number;
};

export type DeveloperField = FitField & { developer: number };

/** The layout of messages with one local number, until it is defined again. */
export type FitLayout = {
  message: number;
  isLittleEndian: boolean;
  size: number;
  fields: FitField[];
  developerFields: DeveloperField[];
  /** Of the timestamp, or -1. */
  timeOffset: number;
};

/** Called for each message with its first byte and its own time in FIT seconds, or NaN. */
export type OnMessage = (layout: FitLayout, at: number, time: number) => void;

export type FitScan = { files: number; problems: Set<FitProblem> };

const TIMESTAMP = 253;
const NO_TIME = 0xffffffff;
const LOCAL_NUMBERS = 16;
const MIN_HEADER_BYTES = 12;
const CHECKSUM_BYTES = 2;

/** Visits every message of every file in the bytes: usually one, several in a chained file. */
export function scanFit(bytes: Uint8Array, onMessage: OnMessage): FitScan {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scan: FitScan = { files: 0, problems: new Set() };
  let at = 0;
  while (at < bytes.length) {
    if (!isHeader(bytes, at)) {
      scan.problems.add('trailing-bytes');
      break;
    }
    scan.files++;
    at = scanFile(bytes, view, at, scan.problems, onMessage);
  }
  return scan;
}

/** ".FIT" behind a header size that is possible. */
function isHeader(bytes: Uint8Array, at: number): boolean {
  return (
    at + MIN_HEADER_BYTES <= bytes.length &&
    (bytes[at] ?? 0) >= MIN_HEADER_BYTES &&
    bytes[at + 8] === 0x2e &&
    bytes[at + 9] === 0x46 &&
    bytes[at + 10] === 0x49 &&
    bytes[at + 11] === 0x54
  );
}

/** Reads one file and returns where the next may begin. */
function scanFile(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  problems: Set<FitProblem>,
  onMessage: OnMessage,
): number {
  const headerSize = bytes[start] ?? MIN_HEADER_BYTES;
  const stated = view.getUint32(start + 4, true);
  const first = start + headerSize;
  // A watch that lost power leaves a size of 0, or one beyond the end. The records before are still a run.
  const isCutOff = stated === 0 || first + stated + CHECKSUM_BYTES > bytes.length;
  const end = isCutOff ? bytes.length : first + stated;
  if (isCutOff) problems.add('cut-off');
  else if (crc16(bytes, start, end) !== view.getUint16(end, true)) problems.add('checksum');
  if (!isHeaderIntact(bytes, view, start, headerSize)) problems.add('header-checksum');

  scanMessages(bytes, view, first, end, problems, onMessage);
  return isCutOff ? bytes.length : end + CHECKSUM_BYTES;
}

function isHeaderIntact(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  headerSize: number,
): boolean {
  const at = start + MIN_HEADER_BYTES;
  if (headerSize < MIN_HEADER_BYTES + CHECKSUM_BYTES || at + CHECKSUM_BYTES > bytes.length)
    return true;
  const checksum = view.getUint16(at, true);
  // Zero means that none was computed.
  return checksum === 0 || checksum === crc16(bytes, start, at);
}

function scanMessages(
  bytes: Uint8Array,
  view: DataView,
  first: number,
  end: number,
  problems: Set<FitProblem>,
  onMessage: OnMessage,
): void {
  const layouts: (FitLayout | undefined)[] = Array.from({ length: LOCAL_NUMBERS });
  let at = first;
  let time = 0;
  while (at < end) {
    const header = bytes[at++] ?? 0;
    if ((header & 0xc0) === 0x40) {
      const defined = readLayout(bytes, at, end, (header & 0x20) !== 0);
      if (!defined) {
        problems.add('cut-off');
        return;
      }
      layouts[header & 0x0f] = defined.layout;
      at = defined.next;
      continue;
    }

    const isCompressed = (header & 0x80) !== 0;
    const layout = layouts[isCompressed ? (header >> 5) & 0x03 : header & 0x0f];
    if (!layout) {
      // The length of this message is unknown, so no later one can be found.
      problems.add('unknown-layout');
      return;
    }
    if (at + layout.size > end) {
      problems.add('cut-off');
      return;
    }
    let ownTime = NaN;
    if (isCompressed) {
      // Five bits of the time, ahead of the last complete one.
      time += ((header & 0x1f) - (time & 0x1f)) & 0x1f;
      ownTime = time;
    } else if (layout.timeOffset >= 0) {
      const stamp = view.getUint32(at + layout.timeOffset, layout.isLittleEndian);
      if (stamp !== NO_TIME) ownTime = time = stamp;
    }
    onMessage(layout, at, ownTime);
    at += layout.size;
  }
}

function readLayout(
  bytes: Uint8Array,
  start: number,
  end: number,
  hasDeveloperFields: boolean,
): { layout: FitLayout; next: number } | undefined {
  if (start + 5 > end) return undefined;
  const isLittleEndian = bytes[start + 1] === 0;
  const [low = 0, high = 0, count = 0] = bytes.subarray(start + 2, start + 5);
  const layout: FitLayout = {
    message: isLittleEndian ? low | (high << 8) : (low << 8) | high,
    isLittleEndian,
    size: 0,
    fields: [],
    developerFields: [],
    timeOffset: -1,
  };
  let at = start + 5;
  if (at + 3 * count > end) return undefined;
  for (let index = 0; index < count; index++, at += 3) {
    const [number = 0, size = 0, type = 0] = bytes.subarray(at, at + 3);
    layout.fields.push({ number, offset: layout.size, size, type: type & 0x1f });
    if (number === TIMESTAMP && size === 4) layout.timeOffset = layout.size;
    layout.size += size;
  }
  if (!hasDeveloperFields) return { layout, next: at };

  if (at >= end) return undefined;
  const developers = bytes[at++] ?? 0;
  if (at + 3 * developers > end) return undefined;
  for (let index = 0; index < developers; index++, at += 3) {
    const [number = 0, size = 0, developer = 0] = bytes.subarray(at, at + 3);
    const type = BASE_TYPE.byte;
    layout.developerFields.push({ number, offset: layout.size, size, type, developer });
    layout.size += size;
  }
  return { layout, next: at };
}
