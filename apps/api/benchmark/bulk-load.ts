import type { Client } from 'pg';

type Part = { table: string; name: string; definition: string };

/**
 * Drops the keys and indexes of a table and the references to it, adds rows, and creates all of them again.
 * Sorting all rows once takes a fraction of the time that an index takes which grows with every row.
 */
export async function loadWithoutIndexes(
  client: Client,
  table: string,
  load: () => Promise<unknown>,
): Promise<void> {
  // Keys before references, which need them.
  const constraints = await list(
    client,
    `select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u') or confrelid = $1::regclass
     order by contype = 'f'`,
    table,
  );
  const indexes = await list(
    client,
    `select indexrelid::regclass as table, '' as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (
       select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
    table,
  );
  for (const constraint of constraints.toReversed())
    await client.query(`alter table ${constraint.table} drop constraint ${constraint.name}`);
  for (const index of indexes) await client.query(`drop index ${index.table}`);
  await load();
  for (const constraint of constraints)
    await client.query(
      `alter table ${constraint.table} add constraint ${constraint.name} ${constraint.definition}`,
    );
  for (const { definition } of indexes) await client.query(definition);
}

async function list(client: Client, query: string, table: string): Promise<Part[]> {
  return (await client.query<Part>(query, [table])).rows;
}
