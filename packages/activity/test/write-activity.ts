// A recording as the FIT activity that a watch would write.

import { FILE_ID, FILE_TYPE_WORKOUT, STEP, WORKOUT } from '@pacewright/delivery/fit-profile';

import * as profile from '../src/activity-profile.ts';
import type { WatchStep } from '../src/index.ts';
import {
  createFitWriter,
  type FieldDefinition,
  type FitType,
  type FitWriter,
} from './fit-writer.ts';

/** Times are seconds of the clock since `startedAt`. */
export type Recording = {
  startedAt: number;
  utcOffsetSeconds: number;
  records: Moment[];
  laps: {
    start: number;
    elapsedSeconds: number;
    timerSeconds: number;
    metres: number | undefined;
    step: number | undefined;
    /** The profile's number. */
    trigger: number | undefined;
  }[];
  timer: { time: number; isStart: boolean; isAutomatic: boolean }[];
  steps: WatchStep[];
  workoutFile?: { serialNumber: number; manufacturer: number };
  zoneBounds?: number[];
  elapsedSeconds: number;
  timerSeconds: number;
  metres: number | undefined;
  subSport: number;
  /** Instead of one session with the totals above: of several sports, or none if the watch lost power. */
  sessions?: {
    sport: number;
    start: number;
    elapsedSeconds: number;
    timerSeconds?: number;
    metres?: number;
  }[];
  /** The sport of each lap, and of the watch's setting. */
  lapSport?: number;
  chosenSport?: number;
  /** Of the file's identity; an activity. */
  fileType?: number;
};

export type Moment = {
  time: number;
  metres: number | undefined;
  speed: number | undefined;
  heartRate: number | undefined;
  altitude: number | undefined;
  /** Steps per minute of both feet. */
  cadence: number | undefined;
};

export type FileOptions = {
  isLittleEndian?: boolean;
  hasCompressedTimes?: boolean;
  /** Adds a power of 250 W as a developer's field. */
  hasDeveloperFields?: boolean;
  /** Adds a position to every record. */
  hasPositions?: boolean;
};

const TIMESTAMP = 253;
const MESSAGE_INDEX = 254;
const LOCAL = { other: 0, compressedRecord: 1, event: 2, record: 3 } as const;
const POWER_FIELD = { number: 9, type: 'uint16', developer: 0 } as const;

export function writeActivity(
  recording: Recording,
  {
    isLittleEndian = true,
    hasCompressedTimes = false,
    hasDeveloperFields = false,
    hasPositions = false,
  }: FileOptions = {},
): Uint8Array<ArrayBuffer> {
  const file = createFitWriter({ isLittleEndian });
  const stamp = (time: number) => Math.round(recording.startedAt - profile.FIT_EPOCH + time);
  writeIdentity(file, recording, stamp(0));
  if (recording.steps.length > 0) writeWorkout(file, recording.steps);
  if (hasDeveloperFields) writeFieldDescription(file);
  writeRecords(file, recording, stamp, { hasCompressedTimes, hasDeveloperFields, hasPositions });
  writeTotals(file, recording, stamp);
  return file.close();
}

function fields(...pairs: readonly (readonly [number, FitType])[]): FieldDefinition[] {
  return pairs.map(([number, type]) => ({ number, type }));
}

const IDENTITY = fields(
  [FILE_ID.type, 'enum'],
  [FILE_ID.manufacturer, 'uint16'],
  [FILE_ID.product, 'uint16'],
  [FILE_ID.serialNumber, 'uint32z'],
  [FILE_ID.timeCreated, 'uint32'],
);

function writeIdentity(
  file: FitWriter,
  { workoutFile, chosenSport, fileType = profile.FILE_TYPE_ACTIVITY }: Recording,
  zero: number,
): void {
  file.define(LOCAL.other, profile.MESSAGE.fileId, IDENTITY);
  file.write(LOCAL.other, [fileType, 255, 1, 12_345, zero]);
  if (chosenSport !== undefined) {
    file.define(LOCAL.other, profile.MESSAGE.sport, fields([profile.SPORT.sport, 'enum']));
    file.write(LOCAL.other, [chosenSport]);
  }
  if (!workoutFile) return;
  const { manufacturer, serialNumber } = workoutFile;
  file.define(LOCAL.other, profile.MESSAGE.trainingFile, IDENTITY);
  file.write(LOCAL.other, [FILE_TYPE_WORKOUT, manufacturer, 1, serialNumber, zero - 9999]);
}

function writeWorkout(file: FitWriter, steps: readonly WatchStep[]): void {
  file.define(LOCAL.other, profile.MESSAGE.workout, [
    { number: WORKOUT.name, type: 'string', size: 24 },
    { number: WORKOUT.numValidSteps, type: 'uint16' },
  ]);
  file.write(LOCAL.other, ['Planned', steps.length]);
  file.define(LOCAL.other, profile.MESSAGE.workoutStep, [
    { number: STEP.name, type: 'string', size: 16 },
    ...fields(
      [STEP.messageIndex, 'uint16'],
      [STEP.durationType, 'enum'],
      [STEP.durationValue, 'uint32'],
      [STEP.targetType, 'enum'],
      [STEP.targetValue, 'uint32'],
      [STEP.customTargetLow, 'uint32'],
      [STEP.customTargetHigh, 'uint32'],
      [STEP.intensity, 'enum'],
    ),
  ]);
  for (const step of steps)
    file.write(LOCAL.other, [
      step.name,
      step.index,
      step.durationType,
      step.durationValue,
      step.targetType,
      step.targetValue,
      step.low,
      step.high,
      step.intensity,
    ]);
}

function writeFieldDescription(file: FitWriter): void {
  const developerDataId = 207;
  file.define(LOCAL.other, developerDataId, fields([3, 'uint8']));
  file.write(LOCAL.other, [POWER_FIELD.developer]);
  const { FIELD_DESCRIPTION: description } = profile;
  file.define(LOCAL.other, profile.MESSAGE.fieldDescription, [
    ...fields(
      [description.developer, 'uint8'],
      [description.number, 'uint8'],
      [description.baseType, 'uint8'],
    ),
    { number: 3, type: 'string', size: 8 },
    ...fields([description.nativeMessage, 'uint16'], [description.nativeField, 'uint8']),
  ]);
  const uint16 = 0x84;
  file.write(LOCAL.other, [
    POWER_FIELD.developer,
    POWER_FIELD.number,
    uint16,
    'Power',
    profile.MESSAGE.record,
    profile.RECORD.power,
  ]);
}

function writeRecords(
  file: FitWriter,
  { records, timer }: Recording,
  stamp: (time: number) => number,
  {
    hasCompressedTimes,
    hasDeveloperFields,
    hasPositions,
  }: Required<Omit<FileOptions, 'isLittleEndian'>>,
): void {
  const { EVENT: event, RECORD: record } = profile;
  file.define(
    LOCAL.event,
    profile.MESSAGE.event,
    fields(
      [TIMESTAMP, 'uint32'],
      [event.data, 'uint32'],
      [event.event, 'enum'],
      [event.type, 'enum'],
    ),
  );
  const columns = fields(
    [record.distance, 'uint32'],
    [record.enhancedSpeed, 'uint32'],
    [record.enhancedAltitude, 'uint32'],
    [record.heartRate, 'uint8'],
    [record.cadence, 'uint8'],
    [record.fractionalCadence, 'uint8'],
    ...(hasPositions
      ? ([
          [record.latitude, 'sint32'],
          [record.longitude, 'sint32'],
        ] as const)
      : []),
  );
  const developerFields = hasDeveloperFields ? [POWER_FIELD] : [];
  const { record: message } = profile.MESSAGE;
  file.define(
    LOCAL.record,
    message,
    [...fields([TIMESTAMP, 'uint32']), ...columns],
    developerFields,
  );
  file.define(LOCAL.compressedRecord, message, columns, developerFields);

  const events = [...timer];
  let last = -Infinity;
  for (const moment of records) {
    writeEventsUntil(moment.time);
    const values = [
      ...valuesOf(moment),
      ...(hasPositions ? positionAt(moment.time) : []),
      ...(hasDeveloperFields ? [250] : []),
    ];
    // Five bits count to 31.
    const isNear = stamp(moment.time) - stamp(last) < 31;
    if (hasCompressedTimes && isNear)
      file.write(LOCAL.compressedRecord, values, stamp(moment.time));
    else file.write(LOCAL.record, [stamp(moment.time), ...values]);
    last = moment.time;
  }
  writeEventsUntil(Infinity);

  function writeEventsUntil(time: number): void {
    while (events[0] && events[0].time <= time) {
      const { isStart, isAutomatic, time: own } = events[0];
      const type = isStart ? profile.EVENT_TYPE_START : 4;
      file.write(LOCAL.event, [stamp(own), isAutomatic ? 1 : 0, profile.EVENT_TIMER, type]);
      // An event is the last complete time before a compressed one.
      last = own;
      events.shift();
    }
  }
}

function valuesOf({ metres, speed, altitude, heartRate, cadence }: Moment): (number | undefined)[] {
  const oneFoot = cadence === undefined ? undefined : cadence / 2;
  return [
    scaled(metres, 100),
    scaled(speed, 1000),
    altitude === undefined ? undefined : Math.round((altitude + 500) * 5),
    scaled(heartRate, 1),
    oneFoot === undefined ? undefined : Math.floor(oneFoot),
    oneFoot === undefined ? undefined : Math.round((oneFoot % 1) * 128),
  ];
}

/** In semicircles, northwards at 3 m/s. */
function positionAt(time: number): [latitude: number, longitude: number] {
  const semicircles = 2 ** 31 / 180;
  return [
    Math.round((52.52 + (3 * time) / 111_320) * semicircles),
    Math.round(13.405 * semicircles),
  ];
}

function writeTotals(file: FitWriter, recording: Recording, stamp: (time: number) => number): void {
  const { SPAN: span, LAP: lap, SESSION: session, MESSAGE: message } = profile;
  const { laps, elapsedSeconds, timerSeconds, metres, zoneBounds } = recording;
  const spanFields = fields(
    [TIMESTAMP, 'uint32'],
    [span.startTime, 'uint32'],
    [span.elapsedTime, 'uint32'],
    [span.timerTime, 'uint32'],
    [span.distance, 'uint32'],
  );
  type Totals = Pick<Recording, 'elapsedSeconds' | 'timerSeconds' | 'metres'>;
  const spanValues = (start: number, own: Totals) => [
    stamp(start + own.elapsedSeconds),
    stamp(start),
    scaled(own.elapsedSeconds, 1000),
    scaled(own.timerSeconds, 1000),
    scaled(own.metres, 100),
  ];

  file.define(LOCAL.other, message.lap, [
    ...spanFields,
    ...fields(
      [lap.workoutStep, 'uint16'],
      [lap.trigger, 'enum'],
      [lap.sport, 'enum'],
      [MESSAGE_INDEX, 'uint16'],
    ),
  ]);
  laps.forEach((each, index) =>
    file.write(LOCAL.other, [
      ...spanValues(each.start, each),
      each.step,
      each.trigger,
      recording.lapSport,
      index,
    ]),
  );
  file.define(LOCAL.other, message.session, [
    ...spanFields,
    ...fields([session.sport, 'enum'], [session.subSport, 'enum'], [session.laps, 'uint16']),
  ]);
  const { sessions = [{ sport: 1, start: 0, elapsedSeconds, timerSeconds, metres }] } = recording;
  for (const { sport, start, ...own } of sessions)
    file.write(LOCAL.other, [
      ...spanValues(start, { metres: undefined, timerSeconds: own.elapsedSeconds, ...own }),
      sport,
      recording.subSport,
      laps.length,
    ]);
  const end = stamp(elapsedSeconds);
  if (zoneBounds) {
    const { TIME_IN_ZONE: zones } = profile;
    file.define(LOCAL.other, message.timeInZone, [
      { number: zones.heartRateBounds, type: 'uint8', size: zoneBounds.length },
      { number: zones.message, type: 'uint16' },
    ]);
    file.write(LOCAL.other, [Uint8Array.from(zoneBounds), message.session]);
  }
  file.define(
    LOCAL.other,
    message.activity,
    fields([TIMESTAMP, 'uint32'], [0, 'uint32'], [profile.ACTIVITY.localTime, 'uint32']),
  );
  file.write(LOCAL.other, [end, scaled(timerSeconds, 1000), end + recording.utcOffsetSeconds]);
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * factor);
}
