import { type Judged, judgeOwn, judgeRun, packTrace, readRun } from '@pacewright/activity';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';

const SECONDS = 3600;
const ROUNDS = 4;
const SCRIPT = '15m E + 2x(10m M + 5m E) + 15m E';
const STEPS = [900, 600, 300, 600, 300, 900];
const HEADER_BYTES = 14;
/** The layout of the records below: the number of each field, its size and its type. */
const FIELDS = [
  [253, 4, 0x86],
  [5, 4, 0x86],
  [6, 2, 0x84],
  [2, 2, 0x84],
  [3, 1, 0x02],
] as const;
const RECORD_MESSAGE = 20;
const RECORD_BYTES = 14;

/**
 * Reads and compares a made-up run of an hour. Browsers compile code when it is used, so the first file would take five times as
 * long as the next one. Returns the last comparison.
 */
export function warmUp(): Judged | undefined {
  const bytes = writeMadeUpRun();
  let from = 0;
  const laps = STEPS.map((seconds, step) => {
    const lap = { from, to: from + seconds, step, trigger: undefined };
    from = lap.to;
    return lap;
  });
  const paces = { vdot: 50, trainingPaces: DEFAULT_TRAINING_PACES };
  const plan = { title: '', script: SCRIPT, paces };
  const watch = {
    steps: STEPS.map((seconds, index) => ({
      index,
      name: '',
      durationType: 0,
      durationValue: 1000 * seconds,
    })),
  };
  let judged: Judged | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const reading = readRun(bytes);
    if (!reading.ok) return undefined;
    const run = { ...reading.run, laps };
    packTrace(run);
    judged = judgeRun(run, watch, plan, [], 'metric');
    judgeOwn(run, paces.trainingPaces);
  }
  return judged;
}

/** The smallest FIT file with every column of a run: a layout, and a record each second. */
function writeMadeUpRun(): Uint8Array {
  const layout = [0x40, 0, 0, RECORD_MESSAGE, 0, FIELDS.length, ...FIELDS.flat()];
  const bodyBytes = layout.length + SECONDS * RECORD_BYTES;
  const bytes = new Uint8Array(HEADER_BYTES + bodyBytes + 2);
  const view = new DataView(bytes.buffer);
  bytes[0] = HEADER_BYTES;
  view.setUint32(4, bodyBytes, true);
  bytes.set(new TextEncoder().encode('.FIT'), 8);
  bytes.set(layout, HEADER_BYTES);
  for (let second = 0; second < SECONDS; second++) {
    // The first byte of a record is the number of its layout, 0.
    const at = HEADER_BYTES + layout.length + second * RECORD_BYTES + 1;
    const speed = 2.8 + 0.4 * Math.sin(second / 60);
    view.setUint32(at, 1_000_000_000 + second, true);
    view.setUint32(at + 4, 300 * second + 40 * Math.sin(second / 7), true);
    view.setUint16(at + 8, 1000 * speed, true);
    view.setUint16(at + 10, 3000 + (second % 40), true);
    view.setUint8(at + 12, 140 + (second % 20));
  }
  return bytes;
}
