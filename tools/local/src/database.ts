import { Client } from 'pg';

/** Creates the database of the URL if it does not exist. */
export async function ensureDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const client = new Client({ connectionString: maintenance(url) });
  await client.connect().catch((error: Error) => {
    throw new Error(
      `PostgreSQL does not answer at ${new URL(url).host} (${error.message}). Start one, such as with "docker compose -f compose.dev.yaml up -d", or set DATABASE_URL`,
    );
  });
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Drops the database. */
export async function dropDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const client = new Client({ connectionString: maintenance(url) });
  await client.connect();
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
}

/** Runs a statement, for test data that no request can create. */
export async function runStatement(url: string, text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** The maintenance database. */
function maintenance(url: string): string {
  const address = new URL(url);
  address.pathname = '/postgres';
  return address.href;
}
