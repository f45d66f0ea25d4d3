import type { Entry } from '../../calendar/sent-entries.ts';
import { newId } from '../../db/ids.ts';
import {
  type ItemGroup,
  NEW_GROUP,
  requireChange,
  type Source,
  type WorkoutItem,
} from './items.ts';

export function sourceOf({ id, workoutId }: Entry): Source {
  return workoutId === null ? { kind: 'entry', id } : { kind: 'library', id: workoutId };
}

/** A group of which nothing is requested yet. */
export function createGroup(
  source: Source,
  garminUserId: string,
  { content, body }: { content: WorkoutItem['content']; body: WorkoutItem['newBody'] },
): ItemGroup {
  const workout: WorkoutItem = {
    ...NEW_ITEM,
    kind: 'workout',
    id: source.kind === 'library' ? source.id : newId(),
    content,
    newBody: body,
    ownerId: undefined,
    sentAt: undefined,
  };
  return { ...NEW_GROUP, garminUserId, source, isWithdrawn: false, workout, schedules: [] };
}

/** Requests the day of an entry. */
export function requestDay({ source, schedules }: ItemGroup, { id: entryId, day }: Entry): void {
  let item = schedules.find((each) => each.entryId === entryId);
  if (!item) {
    const id = source.kind === 'library' ? entryId : newId();
    item = { ...NEW_ITEM, kind: 'schedule', id, entryId, day, remoteDay: undefined };
    schedules.push(item);
  }
  requireChange(item, { isNew: item.day !== day, keep: [] });
  Object.assign(item, { requested: true, day });
}

const NEW_ITEM = {
  requested: false,
  desiredRev: 1,
  remoteId: undefined,
  remoteRev: undefined,
  lease: undefined,
  attempts: 0,
  nextAttemptAt: undefined,
  error: undefined,
  detail: undefined,
};
