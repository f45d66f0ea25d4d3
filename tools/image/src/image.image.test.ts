import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePorts } from '@pacewright/free-ports';
import { dropDatabase, type Stack, startStack, webSettings } from '@pacewright/local';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildImage, type Image } from './image.ts';

// Builds the image as root with Debian's buildah and debootstrap, starts it, and walks a journey through it.

const ROOT = join(import.meta.dirname, '../../..');
/** A limit against a build that hangs, not against a machine that is busy. */
const HALF_AN_HOUR = 1_800_000;
const MAX_BYTES = 200_000_000;

let image: Image;
let ports: number[];

beforeAll(async () => {
  ports = await findFreePorts(3);
  const [port = 0, emulatorPort = 0] = ports;
  const settings = { ...webSettings(emulatorPort), VITE_ORIGIN: `http://127.0.0.1:${port}` };
  image = buildImage(settings);
}, HALF_AN_HOUR);

afterAll(() => image.remove(), HALF_AN_HOUR);

test('it is smaller than 200 MB, before compression', () => {
  // Node's own listings follow links, or leave out hidden folders.
  const used = execFileSync('du', ['--summarize', '--bytes', image.root], { encoding: 'utf8' });
  const bytes = parseInt(used, 10);
  console.log(`${(bytes / 1e6).toFixed(0)} MB`);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

test('it has the packages that ship, and no other', () => {
  const sbom = execFileSync(
    'pnpm',
    ['--filter', '@pacewright/api', 'sbom', '--sbom-format=cyclonedx', '--prod'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 50_000_000 },
  );
  const { components } = JSON.parse(sbom) as {
    components: { group?: string; name: string; version: string }[];
  };
  const shipped = new Set(
    components.map(({ group, name, version }) => `${group ? `${group}+` : ''}${name}@${version}`),
  );
  // A folder such as pg@8.23.1_peer@1 has the version of its peers too.
  const installed = readdirSync(join(image.root, 'app/node_modules/.pnpm'))
    .filter((name) => name.slice(1).includes('@'))
    .map((name) => name.replace(/(?<=.@[^_]*)_.*$/, ''));
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((name) => !shipped.has(name))).toEqual([]);
});

test('it has no shell, no package manager, no tests and no settings', () => {
  const unexpected = ['bin/sh', 'usr/bin/sh', 'bin/bash', 'usr/bin/apt', 'app/.env', 'app/.git'];
  expect(unexpected.filter((path) => existsSync(join(image.root, path)))).toEqual([]);
  expect(globSync('{apps,packages}/**/*.test.ts', { cwd: join(image.root, 'app') })).toEqual([]);
});

test('nothing in it belongs to its user, who is not root', async () => {
  const owners = globSync('app/{*,{apps,packages}/**}', { cwd: image.root }).map(
    (path) => lstatSync(join(image.root, path)).uid,
  );
  expect(new Set(owners)).toEqual(new Set([0]));
  expect(await evaluate('process.getuid()')).toBe('65532');
});

test('its file system is read-only for the process', async () => {
  const write = `require('node:fs').writeFileSync(require('node:os').tmpdir() + '/file', '')`;
  expect(await evaluate(`(() => { try { ${write} } catch ({ code }) { return code } })()`)).toBe(
    'EROFS',
  );
});

describe('started with migrations, API and worker', () => {
  let stack: Stack;
  const children = new Map<string, ChildProcess>();
  const databaseUrl = newDatabaseUrl();

  beforeAll(async () => {
    const [port = 0, emulatorPort = 0, garminPort = 0] = ports;
    stack = await startStack({
      port,
      emulatorPort,
      garminPort,
      databaseUrl,
      settings: { IDENTITY_TIMEOUT_SECONDS: '60', LOG_LEVEL: 'info', DRAIN_SECONDS: '1' },
      launch: (file, settings) => {
        const { Entrypoint, Cmd } = image.config;
        const command = file === 'main.ts' ? Cmd : [`apps/api/src/${file}`];
        const child = image.start([...Entrypoint, ...command], settings);
        child.stdout?.resume();
        children.set(file, child);
        return child;
      },
    });
  }, HALF_AN_HOUR);

  afterAll(async () => {
    await stack.stop();
    await dropDatabase(databaseUrl);
  }, HALF_AN_HOUR);

  test('its health check passes', async () => {
    expect(await checkHealth()).toBe(0);
  });

  test(
    'a visitor becomes an athlete with a saved workout',
    async () => {
      const journey = spawn('pnpm', ['e2e', '--project=journeys', 'sign-up-with-draft'], {
        cwd: ROOT,
        env: {
          ...process.env,
          PACEWRIGHT_ORIGIN: stack.url,
          PACEWRIGHT_EMULATOR: stack.emulator.host,
          PACEWRIGHT_DATABASE: databaseUrl,
          PACEWRIGHT_GARMIN: stack.garmin?.url,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      expect(await once(journey, 'close')).toEqual([0, null]);
    },
    HALF_AN_HOUR,
  );

  test('its processes stop when they are asked to, and the health check notices', async () => {
    for (const file of ['main.ts', 'worker.ts']) {
      const child = children.get(file);
      const ended = child && once(child, 'close');
      child?.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
    expect(await checkHealth()).toBe(1);
  });

  async function checkHealth(): Promise<number | null> {
    const [, ...command] = image.config.Healthcheck.Test;
    const child = image.start(command, { PORT: String(ports[0]) });
    child.stdout?.resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  }
});

/** The value of an expression in the image's Node. */
async function evaluate(expression: string): Promise<string> {
  const child = image.start([...image.config.Entrypoint, '-p', expression], {});
  return child.stdout ? (await text(child.stdout)).trim() : '';
}

function newDatabaseUrl(): string {
  const url = new URL(process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  url.pathname = `/pacewright_image_${process.pid}_${randomBytes(3).toString('hex')}`;
  return url.href;
}
