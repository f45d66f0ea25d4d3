import { FIVE_KM } from './templates/5km.ts';
import { TEN_KM } from './templates/10km.ts';
import { HALF_MARATHON } from './templates/half-marathon.ts';
import { MARATHON } from './templates/marathon.ts';

export type PlanTemplate = {
  /** In addresses: "10km-low". */
  id: string;
  /** The distance of the race, in metres. */
  race: number;
  volume: (typeof VOLUMES)[number];
  text: string;
};

const VOLUMES = ['low', 'medium', 'high'] as const;

const RACES = [
  { id: '5km', race: 5000, texts: FIVE_KM },
  { id: '10km', race: 10_000, texts: TEN_KM },
  { id: 'half-marathon', race: 21_097.5, texts: HALF_MARATHON },
  { id: 'marathon', race: 42_195, texts: MARATHON },
] as const;

/** Twelve plans of our own to start from. Using one copies its text. */
export const PLAN_TEMPLATES: readonly PlanTemplate[] = RACES.flatMap(({ id, race, texts }) =>
  VOLUMES.map((volume) => ({ id: `${id}-${volume}`, race, volume, text: texts[volume] })),
);
