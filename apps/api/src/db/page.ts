import { sql } from './sql.ts';

/**
 * Written around an ordered select that has a column "bytes": leaves the first rows that together are no more
 * than about a megabyte, but at least one. Each says in "found" how many there were before.
 */
export const FITTING = sql`select * from (
  select page.*, sum(page.bytes) over (order by page.place) as bytes_so_far, count(*) over () as found
  from (select row_number() over () as place, page.* from (`;

export const FITTING_END = sql`) as page) as page) as page
  where place = 1 or bytes_so_far <= 1000000
  order by place`;
