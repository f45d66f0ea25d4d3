import { formatCount } from '@pacewright/pace';
import {
  MAX_TAGS_IN_LIBRARY,
  MAX_WORKOUTS,
  validateWorkout,
  type WorkoutToSave,
} from '@pacewright/contract';
import type { Db } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { readForStorage } from './saved-reading.ts';
import { writeSearch } from './search-terms.ts';
import * as store from './store.ts';

/** Validates a workout and derives its reading and search terms. */
export function readContent(
  { title, script, notes = '', tags = [] }: WorkoutToSave,
  path = '/workout',
  read?: ReturnType<typeof readForStorage>,
): store.Content {
  const content = { title, script, notes, tags };
  const errors = validateWorkout(content).map(({ at, message }) => ({
    at: `${path}${at}`,
    message,
  }));
  if (errors[0]) throw new Problem('NOT_ACCEPTED', { detail: errors[0].message, errors });

  const { reading, workout } = read ?? readForStorage(script);
  return { ...content, reading, search: writeSearch(content, workout.items) };
}

/** Throws, and so rolls back, if the last change exceeded a cap. Needs the athlete's lock. */
export async function requireCapacity(
  db: Db,
  userId: string,
  tags: readonly string[],
): Promise<void> {
  if ((await store.countWorkouts(db, userId)) > MAX_WORKOUTS)
    throw new Problem('LIMIT_REACHED', {
      detail: `You can have up to ${formatCount(MAX_WORKOUTS)} workouts. Delete some first`,
    });
  await requireTagCapacity(db, userId, tags);
}

export async function requireTagCapacity(
  db: Db,
  userId: string,
  newTags: readonly string[],
): Promise<void> {
  if (newTags.length > 0 && (await store.countTags(db, userId)) > MAX_TAGS_IN_LIBRARY)
    throw new Problem('LIMIT_REACHED', {
      detail: `You can have up to ${MAX_TAGS_IN_LIBRARY} different tags. Use an existing one, or remove one first`,
    });
}
