import { sql, type Statement } from './sql.ts';

/**
 * Wraps an ordered select that has a column "json", as a table: its first rows up to about a megabyte, and at least
 * one. The column "found" is the number of rows of the inner select.
 */
export const LIMIT_BYTES = limitBytes(sql`octet_length(page.json)`);

/** The same for rows whose JSON is written later, from the bytes of a row. */
export function limitBytes(bytes: Statement): Statement {
  return sql`(
  select page.*, sum(${bytes}) over (order by page.place) as bytes_so_far,
    (count(*) over ())::int as found
  from (select row_number() over () as place, page.* from (`;
}

export const LIMIT_BYTES_END = sql`) as page) as page) as page
  where place = 1 or bytes_so_far <= 1000000
  order by place`;

/** A timestamp as JavaScript's toISOString writes it. */
export function isoTime(column: Statement): Statement {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A timestamp as milliseconds, which cost PostgreSQL a fraction of its text. */
export function milliseconds(column: Statement): Statement {
  return sql`date_part('epoch', ${column}) * 1000`;
}
