import { readInFull } from '../use-reading.ts';

/** The writers of files, loaded on demand, with all that reads the texts that they are written from. */
export async function loadDelivery() {
  const [delivery] = await Promise.all([import('@pacewright/delivery'), readInFull()]);
  return delivery;
}
