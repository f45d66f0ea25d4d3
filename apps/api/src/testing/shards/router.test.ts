import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { routeOf } from './router.ts';

// Every statement of the product, read from its source, so that a new one without a rule is noticed.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The statements of the product, with placeholders, and the file of each. */
function listStatements(): { file: string; text: string }[] {
  const files = globSync('**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.startsWith('testing/') && !file.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    // Without fragments inside of statements, which are columns.
    const source = readFileSync(`${ROOT}${file}`, 'utf8').replaceAll(/sql`[\w.]*`/g, '');
    return [...source.matchAll(/(?<!const [A-Z_]+ = )\bsql`([^`]*)`/g)]
      .map(([, text = '']) => {
        let count = 0;
        const numbered = text.replaceAll(/\$\{[^}]*\}/g, () => `$${++count}`);
        return { file, text: numbered.replaceAll(/\s+/g, ' ').trim() };
      })
      .filter(({ text }) => /^(\$1 )?(select|insert|update|delete|with)\b/.test(text));
  });
}

const statements = listStatements();
const byRoute = (route: string) =>
  statements
    .filter(({ text }) => {
      const found = routeOf({ text, values: [], name: '' });
      return (typeof found === 'object' ? 'athlete' : found) === route;
    })
    .map(({ file, text }) => `${file}: ${text.slice(0, 50)}`)
    .toSorted();

test('most statements are of one athlete', () => {
  expect(byRoute('athlete').length).toBeGreaterThan(statements.length / 2);
});

// Each runs on every server, and is right there: router.ts has the rules. A new one has to be thought through.
test('the statements for no athlete in particular are known', () => {
  expect(byRoute('all')).toEqual([
    'after-restore.ts: select 1 from pg_stat_activity where datname = cur',
    'db/migrate.ts: insert into schema_migration (name, checksum) valu',
    'db/migrate.ts: select name, checksum from schema_migration',
    'features/access/store.ts: delete from oauth_code',
    "features/access/store.ts: select coalesce(json_agg(a), '[]')::text as json f",
    'features/access/store.ts: update api_access a set token_hash = old.token_has',
    'features/account/store.ts: delete from account_deletion where firebase_uid is',
    'features/account/store.ts: insert into account_deletion (deleted_user_id, fir',
    'features/account/store.ts: select deleted_user_id as "userId", firebase_uid a',
    'features/account/store.ts: select deleted_user_id as id from account_deletion',
    'features/calendar/feed-store.ts: delete from calendar_feed where (user_id, token_ha',
    "features/calendar/feed-store.ts: select coalesce(json_agg(f), '[]')::text as json f",
    'features/garmin/connection-store.ts: delete from garmin_revocation where garmin_user_id',
    'features/garmin/connection-store.ts: delete from garmin_revocation where revocation_id ',
    'features/garmin/connection-store.ts: insert into garmin_connection select * from json_p',
    'features/garmin/connection-store.ts: select revocation_id as id, garmin_user_id as "gar',
    'features/garmin/connection-store.ts: update garmin_connection c set deregistration_repo',
    'features/garmin/connection-store.ts: update garmin_revocation set tokens = $1, key_vers',
    'features/garmin/connection-store.ts: update garmin_revocation set tokens = $1, key_vers',
    'features/garmin/item-store.ts: select count(*)::int as pending, coalesce(extract(',
    'features/garmin/job-handlers.ts: select distinct i.user_id as id from garmin_item i',
    'features/garmin/job-handlers.ts: select revocation_id as id from garmin_revocation ',
    'features/garmin/job-handlers.ts: select user_id as id from garmin_connection where ',
    'features/garmin/job-handlers.ts: select user_id as id from garmin_connection where ',
    'features/garmin/job-handlers.ts: select user_id as id from garmin_connection where ',
    'jobs/jobs.ts: select name, state::text, count(*)::int as jobs, g',
    "jobs/jobs.ts: select pg_advisory_xact_lock(hashtext('pacewright ",
    'jobs/jobs.ts: update pgboss.job set start_after = least(start_af',
    'jobs/retention.ts: delete from $1 t using ( select user_id, $2 as id ',
    'process.ts: select 1',
  ]);
});

test('no change is of a look-up table and of an athlete’s at once', () => {
  const ofAthletes =
    /\b(app_user|workout|calendar_entry|activity|activity_detail|plan|season|season_action|race|training_paces|garmin_item|garmin_connection)\b/;
  const mixed = statements.filter(
    ({ text }) =>
      routeOf({ text, values: [] }) === 'lookup' &&
      /\b(insert into|update|delete from)\b/.test(text) &&
      ofAthletes.test(text),
  );
  expect(mixed).toEqual([]);
});
