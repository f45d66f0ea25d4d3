import {
  encodeApple,
  encodeFit,
  encodeSchedule,
  writeCalendar,
  writeGarmin,
  writeIntervalsIcu,
  writeZwift,
} from '@pacewright/delivery';
import { trainingPaces } from '@pacewright/pace';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const WORKOUT = {
  id: 'sample',
  title: 'Track Tuesday',
  script: '2km E + 3x(2x(400mtr R "tall" + 90s jog between) + 3m rest) + 10m 145-155bpm + 2km E',
};

export const TCX = `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Workouts>
<Workout Sport="Running"><Name>5 x 1 km</Name>
<Step xsi:type="Step_t"><StepId>1</StepId><Name>Warm up</Name><Duration xsi:type="UserInitiated_t"/><Intensity>Active</Intensity><Target xsi:type="None_t"/></Step>
<Step xsi:type="Repeat_t"><StepId>2</StepId><Repetitions>5</Repetitions>
<Child xsi:type="Step_t"><StepId>3</StepId><Duration xsi:type="Distance_t"><Meters>1000</Meters></Duration><Intensity>Active</Intensity><Target xsi:type="Speed_t"><SpeedZone xsi:type="CustomSpeedZone_t"><ViewAs>Pace</ViewAs><LowInMetersPerSecond>4.0</LowInMetersPerSecond><HighInMetersPerSecond>4.2</HighInMetersPerSecond></SpeedZone></Target></Child>
<Child xsi:type="Step_t"><StepId>4</StepId><Duration xsi:type="Time_t"><Seconds>90</Seconds></Duration><Intensity>Resting</Intensity><Target xsi:type="HeartRate_t"><HeartRateZone xsi:type="CustomHeartRateZone_t"><Low xsi:type="HeartRateInBeatsPerMinute_t"><Value>110</Value></Low><High xsi:type="HeartRateInBeatsPerMinute_t"><Value>130</Value></High></HeartRateZone></Target></Child>
</Step><Step xsi:type="Step_t"><StepId>5</StepId><Duration xsi:type="CaloriesBurned_t"><Calories>100</Calories></Duration><Intensity>Active</Intensity><Target xsi:type="Cadence_t"><Low>80</Low><High>90</High></Target></Step>
<ScheduledOn>2026-11-17</ScheduledOn><Notes>On the track</Notes></Workout></Workouts></TrainingCenterDatabase>`;

export const GRID = `Week,Mon,Tue,Wed,Thu,Fri,Sat,Sun,Total
1,rest,8 km easy,rest,"15 min easy, 5 x 1 km T w/ 1 min jog",off,,20 km easy,40 km
2,rest,8 km easy,rest,book club,off,,22 km easy,42 km
`;

export const LIST = `Date,Workout,Place
03/04/2026,8 km easy,park
2026-04-05,"15m E + 20m T",track
14/04/2026,rest,home
`;

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function written<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error('The sample is not written');
  return result as Extract<Result, { ok: true }>;
}

const GARMIN = written(writeGarmin(WORKOUT, SPEEDS)).body;

/** A file of each format, as bytes. */
export const SAMPLES: Record<string, Uint8Array> = {
  fit: written(encodeFit(WORKOUT, SPEEDS)).bytes,
  schedule: encodeSchedule([{ id: 'sample', day: '2026-11-17' }]),
  apple: written(encodeApple(WORKOUT, SPEEDS)).bytes,
  tcx: bytesOf(TCX),
  zwo: bytesOf(written(writeZwift(WORKOUT, SPEEDS)).text),
  garmin: bytesOf(JSON.stringify(GARMIN)),
  export: bytesOf(
    JSON.stringify({
      format: 'pacewright-export',
      version: 1,
      workouts: [{ ...WORKOUT, notes: '', tags: ['track'] }],
      calendar: [{ ...WORKOUT, day: '2026-11-17', done: null }],
    }),
  ),
  icalendar: bytesOf(
    writeCalendar([{ ...WORKOUT, day: '2026-11-17' }], {
      name: 'Runs',
      writtenAt: '2026-11-14T08:00:00Z',
      speeds: SPEEDS,
      units: 'metric',
    }),
  ),
  grid: bytesOf(GRID),
  list: bytesOf(LIST),
  'intervals-text': bytesOf(written(writeIntervalsIcu(WORKOUT, SPEEDS, 'metric')).text),
  text: bytesOf('Tue: 2k wu, 6x800 @ 5k w/ 400 jog, 2k cd\nKeep it relaxed\nSun 90 min easy'),
};
