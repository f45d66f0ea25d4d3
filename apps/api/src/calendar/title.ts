import { type EntryOption, truncate } from '@pacewright/contract';
import { sql } from '../db/sql.ts';

// The title of calendar_entry e, wherever it is shown. A plan names its runs, and its other activities may have only a note.
export const OWN_TITLE = sql`coalesce(nullif(e.title, ''), nullif(left(e.notes, 100), ''),
  case e.kind when 'rest' then 'Rest' when 'run' then 'Run' else 'Activity' end)`;

/** The same for an entry without a title. */
export function untitledAs({ kind, notes = '' }: Pick<EntryOption, 'kind'> & { notes?: string }) {
  return truncate(notes, 100) || { rest: 'Rest', run: 'Run', other: 'Activity' }[kind];
}

/** With the workout w of the library, of an entry that is not done. */
export const SHOWN_TITLE = sql`case when e.kind is null then w.title else ${OWN_TITLE} end`;
