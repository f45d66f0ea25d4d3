import { sql } from './sql.ts';

/**
 * Wraps an ordered select that has a column "bytes". Returns its first rows up to about a megabyte, and at least
 * one row. The column "found" is the number of rows of the inner select.
 */
export const LIMIT_BYTES = sql`select * from (
  select page.*, sum(page.bytes) over (order by page.place) as bytes_so_far, count(*) over () as found
  from (select row_number() over () as place, page.* from (`;

export const LIMIT_BYTES_END = sql`) as page) as page) as page
  where place = 1 or bytes_so_far <= 1000000
  order by place`;
