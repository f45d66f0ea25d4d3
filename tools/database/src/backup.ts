import { randomBytes } from 'node:crypto';
import { cp, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cluster, createCluster } from './cluster.ts';
import { asPostgres, run } from './run.ts';

const OPS = fileURLToPath(new URL('../../../ops/pgbackrest/', import.meta.url));

/** A small server of production, on which a million workouts are added without a checkpoint every few seconds. */
const SERVER_SETTINGS = 'shared_buffers = 512MB\nmax_wal_size = 4GB';

export type BackedUpCluster = Cluster & {
  /** Creates the repository, and checks that WAL arrives there. The server must run. */
  prepare: () => Promise<void>;
  /** Makes a full backup. */
  backUp: () => Promise<void>;
  /** Replaces the data of the stopped server by a backup, which goes on to this time at the next start. */
  restoreTo: (time: string) => Promise<void>;
  /** The files of backups and archived WAL. */
  listStored: () => Promise<{ path: string; bytes: number; isEncrypted: boolean }[]>;
};

/** A server with the backup settings of production, and a folder in place of the object storage. */
export async function createBackedUpCluster(): Promise<BackedUpCluster> {
  const variables = (home: string, port: number) => ({
    PGBACKREST_CONFIG: join(home, 'pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: join(home, 'conf.d'),
    PGBACKREST_STANZA: 'pacewright',
    PGBACKREST_REPO1_TYPE: 'posix',
    PGBACKREST_REPO1_PATH: join(home, 'repository'),
    PGBACKREST_PG1_PATH: join(home, 'data'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: home,
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOG_PATH: home,
    PGBACKREST_LOCK_PATH: join(home, 'locks'),
    PGBACKREST_SPOOL_PATH: join(home, 'spool'),
  });
  const cluster = await createCluster({
    settings: `${await readFile(join(OPS, 'postgresql.conf'), 'utf8')}\n${SERVER_SETTINGS}`,
    env: variables,
  });
  const { home, port, dataFolder } = cluster;
  await cp(join(OPS, 'pgbackrest.conf'), join(home, 'pgbackrest.conf'));
  await mkdir(join(home, 'conf.d'));
  const passphrase = randomBytes(36).toString('base64');
  await writeFile(
    join(home, 'conf.d', 'secrets.conf'),
    `[global]\nrepo1-cipher-pass=${passphrase}\n`,
  );
  const pgbackrest = (...args: string[]) =>
    run(asPostgres(['pgbackrest', ...args]), {
      cwd: home,
      env: { ...process.env, ...variables(home, port) },
    });

  return {
    ...cluster,
    prepare: async () => {
      await pgbackrest('stanza-create');
      await pgbackrest('check');
    },
    backUp: async () => {
      await pgbackrest('--type=full', 'backup');
    },
    restoreTo: async (time) => {
      await rename(dataFolder, `${dataFolder}.before`);
      await run(asPostgres(['mkdir', '--mode=0700', dataFolder]), { cwd: home });
      await pgbackrest('--type=time', `--target=${time}`, '--target-action=promote', 'restore');
    },
    listStored: () => listStored(join(home, 'repository')),
  };
}

async function listStored(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const { size: bytes } = await stat(path);
        return { path, bytes, isEncrypted: (await readStart(path)) === OPENSSL_MAGIC };
      }),
  );
}

/** The first bytes of a file that was encrypted with a passphrase. */
const OPENSSL_MAGIC = 'Salted__';

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(OPENSSL_MAGIC.length), 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
