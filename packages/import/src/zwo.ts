import { raceTime } from '@pacewright/pace';
import type { Amount, WorkoutItem } from '@pacewright/script';

import {
  addWorkout,
  emptyFound,
  refusal,
  workoutOf,
  type ImportOptions,
  type Reading,
} from './result.ts';
import { createStepReader, type FoundStep, type StepReader } from './steps.ts';
import { attributeOf, childOf, readXml, textOf, type XmlElement } from './xml.ts';

/** A run for Zwift. Its targets are shares of the pace of a race. */
export function readZwo(source: string, options: ImportOptions): Reading {
  const file = readXml(source);
  const workout = childOf(file, 'workout');
  if (!file || !workout) return refusal('This Zwift workout is incomplete. Download it again.');
  if (!/^run/i.test(textOf(file, 'sportType')))
    return refusal(
      'This Zwift workout is a bike ride with power targets. Pacewright imports runs only.',
    );

  const found = emptyFound();
  const reader = createStepReader(options, found);
  const durationType = textOf(file, 'durationType');
  const isUnclear = durationType === '' && mayBeMetres(file, workout);
  const chosen = options.answers?.durations === 1 ? 1 : 0;
  if (isUnclear)
    found.questions.push({
      id: 'durations',
      text: 'The file doesn’t say what its lengths are. Metres or seconds?',
      choices: ['Metres', 'Seconds'],
      chosen,
    });
  const isDistance = isUnclear ? chosen === 0 : /^distance$/i.test(durationType);
  const items = workout.children.flatMap((element) =>
    readElement(element, { reader, options, isDistance }),
  );
  if (items.length === 0) return refusal('This Zwift workout has no steps.');
  const notes = textOf(file, 'description');
  const { losses } = reader;
  const title = textOf(file, 'name');
  addWorkout(found, workoutOf({ title, script: reader.script(items), notes, losses }));
  return { ok: true, ...found };
}

const MAX_RUN_SECONDS = 2.5 * 3600;

/** A run that would take so long, or is described in kilometres. */
function mayBeMetres(file: XmlElement, workout: XmlElement): boolean {
  const seconds = workout.children.reduce((sum, element) => {
    const of = (name: string) => Number(attributeOf(element, name) ?? 0);
    return sum + of('Duration') + (of('Repeat') || 1) * (of('OnDuration') + of('OffDuration'));
  }, 0);
  return seconds > MAX_RUN_SECONDS || /\d\s?km\b/i.test(textOf(file, 'description'));
}

type Context = { reader: StepReader; options: ImportOptions; isDistance: boolean };

function readElement(element: XmlElement, context: Context): WorkoutItem[] {
  const { reader } = context;
  const of = (name: string) => attributeOf(element, name);
  const step = (
    length: string | undefined,
    low?: string,
    high = low,
    more: Partial<FoundStep> = {},
  ) => {
    const target = targetOf(element, low, high, context);
    const untold = [...(target.untold ?? []), ...unknownOf(element), ...(more.untold ?? [])];
    return reader.step({ amount: amountOf(length, context), ...more, ...target, untold });
  };
  const note = messagesOf(element);
  switch (element.name.toLowerCase()) {
    case 'steadystate':
    case 'solidstate': {
      const [low, high] = [of('Power') ?? of('PowerLow'), of('Power') ?? of('PowerHigh')];
      return [step(of('Duration'), low, high, { note })];
    }
    case 'warmup':
    case 'cooldown':
    case 'ramp': {
      const role = ({ warmup: 'warm-up', cooldown: 'cool-down' } as const)[
        element.name.toLowerCase() as 'warmup'
      ];
      const isRamp = of('PowerLow') !== of('PowerHigh');
      const untold = isRamp ? ['the pace changes evenly over the step'] : [];
      return [step(of('Duration'), of('PowerLow'), of('PowerHigh'), { note, role, untold })];
    }
    case 'intervalst': {
      const [low, high] = [of('OnPower') ?? of('PowerOnLow'), of('OnPower') ?? of('PowerOnHigh')];
      const [slow, fast] = [
        of('OffPower') ?? of('PowerOffLow'),
        of('OffPower') ?? of('PowerOffHigh'),
      ];
      return reader.repeat(Number(of('Repeat') ?? 1), [
        step(of('OnDuration'), low, high, { note }),
        step(of('OffDuration'), slow, fast, { role: 'recovery' }),
      ]);
    }
    case 'freeride':
    case 'freerun':
      return [step(of('Duration'), undefined, undefined, { note })];
    case 'maxeffort':
      return [step(of('Duration'), undefined, undefined, { note, name: 'maximum effort' })];
    case 'textevent':
    case 'textnotification':
      reader.losses.push({
        what: `“${messageOf(element)}”`,
        instead: 'skipped because it has no step',
      });
      return [];
    default:
      reader.losses.push({ what: `an element “${element.name}”`, instead: 'skipped' });
      return [];
  }
}

function amountOf(length: string | undefined, { isDistance }: Context): Amount {
  const value = Number(length);
  if (!(value > 0)) return { kind: 'open' };
  return isDistance ? { kind: 'distance', metres: value } : { kind: 'time', seconds: value };
}

/** Zwift's numbers for the races. */
const RACES = [
  { metres: 1609.34, name: '1 mile' },
  { metres: 5000, name: '5 km' },
  { metres: 10_000, name: '10 km' },
  { metres: 21_097.5, name: 'half-marathon' },
  { metres: 42_195, name: 'marathon' },
];
const MARATHON = 42_195;
const TEN_KILOMETRES = 2;

/** A share of 100 % is the race itself. Another share is a pace of today, or a note without a VDOT. */
function targetOf(
  element: XmlElement,
  low: string | undefined,
  high: string | undefined,
  { reader, options }: Context,
): Pick<FoundStep, 'target' | 'speed' | 'untold'> {
  const ends = [Number(low), Number(high)].filter((value) => value > 0 && value < 10);
  if (ends.length === 0)
    return low === undefined || Number(low) === 0 ? {} : { untold: [`power ${low}`] };
  const race = RACES[Number(attributeOf(element, 'pace') ?? TEN_KILOMETRES)];
  const shares = [...new Set(ends.map((value) => `${Number((value * 100).toFixed(1))}`))];
  const text = `${shares.join('-')}% of ${race?.name ?? 'a race'} pace`;
  if (!race) return { untold: [text] };
  if (ends.every((value) => value === 1))
    return {
      target:
        race.metres === MARATHON
          ? { kind: 'pace', pace: 'M' }
          : { kind: 'race', metres: race.metres },
    };
  const vdot = options.speeds?.vdot;
  if (vdot === undefined) return { untold: [text] };
  reader.losses.push({ what: text, instead: 'a pace from your current VDOT' });
  const speed = race.metres / raceTime(vdot, race.metres);
  return { speed: { from: Math.min(...ends) * speed, to: Math.max(...ends) * speed } };
}

/** Attributes of other programs: a speed, and a pace that is none of the races. */
function unknownOf(element: XmlElement): string[] {
  const [speed, pace] = [attributeOf(element, 'Speed'), attributeOf(element, 'pace')];
  return [
    ...(speed === undefined ? [] : [`speed ${speed}`]),
    ...(pace !== undefined && !RACES[Number(pace)] ? [`pace ${pace}`] : []),
  ];
}

function messagesOf(element: XmlElement): string {
  return element.children
    .filter(({ name }) => /^text/i.test(name))
    .map(messageOf)
    .filter((text) => text !== '')
    .join(' - ');
}

function messageOf(event: XmlElement): string {
  return attributeOf(event, 'message') ?? attributeOf(event, 'text') ?? '';
}
