import type { CalendarEntry, EntryContentToSave, EntryOption } from '@pacewright/contract';

/** The content of an entry and its other options, which undo puts back. Undefined for a workout of the library. */
export function contentOf({
  own,
  title,
  script,
}: CalendarEntry): { content: EntryContentToSave; alternatives: EntryOption[] } | undefined {
  if (!own) return undefined;
  const { alternatives, skipped: _isNoContent, ...content } = own;
  return { content: { ...content, title, script }, alternatives };
}
