import * as z from 'zod/mini';
import { day } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { garminDelivery } from './garmin.ts';

export const listOutdatedDeliveries = {
  method: 'GET',
  path: '/api/garmin/outdated',
  access: 'verified',
  summary:
    'One delivery of each workout that Garmin has in other paces than the current ones: the workout itself if it was sent, else the first of its days from a day on. Sending it again updates the workout.',
  query: z.object({ from: day }),
  reply: z.object({ deliveries: z.array(garminDelivery) }),
} satisfies Endpoint;
