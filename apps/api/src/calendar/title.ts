import { sql } from '../db/sql.ts';

/** Of a rest day that has none. */
export const REST_TITLE = 'Rest';

// The title of calendar_entry e, wherever it is shown. A plan names its runs, and its other activities may have only a note.
export const OWN_TITLE = sql`coalesce(nullif(e.title, ''), nullif(left(e.notes, 100), ''),
  case e.kind when 'rest' then 'Rest' when 'run' then 'Run' else 'Activity' end)`;

/** With the workout w of the library, of an entry that is not done. */
export const SHOWN_TITLE = sql`case when e.kind is null then w.title else ${OWN_TITLE} end`;
