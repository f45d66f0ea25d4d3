import type { CalendarEntry, EntryContentToSave, EntryOption } from '@pacewright/contract';

type Content = { kind: string; title: string; script: string; notes: string };

/** Whether an entry is as in its plan, as the API compares them. After a change one of both arrives first. */
export function isAsPlanned({ own, title, script }: CalendarEntry, planned: Content): boolean {
  return (
    own?.kind === planned.kind &&
    own.notes === planned.notes &&
    title === planned.title &&
    script === planned.script
  );
}

/** The content of an entry and its other options, which undo puts back. Undefined for a workout of the library. */
export function contentOf({
  own,
  title,
  script,
}: CalendarEntry): { content: EntryContentToSave; alternatives: EntryOption[] } | undefined {
  if (!own) return undefined;
  const { alternatives, ...content } = own;
  return { content: { ...content, title, script }, alternatives };
}
