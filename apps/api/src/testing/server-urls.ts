/** The server for test databases. The database in the URL is not used. */
const SERVER = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export function serverUrl(database: string): string {
  return urlOf(SERVER, database);
}

/** The database on every server; pnpm exec vitest run --project shards has two. */
export function serverUrls(database: string): string[] {
  const second = process.env['SECOND_DATABASE_URL'];
  return (second ? [SERVER, second] : [SERVER]).map((server) => urlOf(server, database));
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
