import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, 'tools/image/.cache');
/** Inside the image while it is built. */
const STORE = '/pnpm-store';
const METADATA = '/pnpm-cache';

/** The part of an image's configuration that container engines read. */
type ImageConfig = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
};

export type Image = {
  config: ImageConfig;
  /** The folder where its files are mounted. */
  root: string;
  /**
   * Starts a command as an engine would with a read-only root file system: with the user, the folder and the
   * environment of the image.
   */
  start: (args: string[], settings: Record<string, string>) => ChildProcess;
  remove: () => void;
};

/** Builds the image of the Containerfile with Debian's buildah, as root, without an engine or a registry. */
export function buildImage(webSettings: Record<string, string>): Image {
  const node = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim();
  const buildBase = `localhost/pacewright/build-base:${node}`;
  const base = 'localhost/pacewright/base:bookworm';
  const name = 'localhost/pacewright/test';
  if (!hasImages([buildBase, base]))
    run('bash', [join(import.meta.dirname, 'make-bases.sh'), buildBase, base]);

  const store = execFileSync('pnpm', ['store', 'path'], { encoding: 'utf8', cwd: ROOT }).trim();
  const buildArgs = { BUILD_BASE: buildBase, BASE: base, ...webSettings };
  run('buildah', [
    'bud',
    '--isolation=chroot',
    // The other format has no health check.
    '--format=docker',
    // The packages of this machine, so that nothing is downloaded twice, and the authorities that it trusts.
    `--volume=${dirname(store)}:${STORE}`,
    `--env=pnpm_config_store_dir=${STORE}`,
    `--volume=${join(homedir(), '.cache/pnpm')}:${METADATA}`,
    `--env=pnpm_config_cache_dir=${METADATA}`,
    '--volume=/etc/ssl/certs:/etc/ssl/certs:ro',
    ...Object.entries(buildArgs).map(([key, value]) => `--build-arg=${key}=${value}`),
    `--tag=${name}`,
    '--file=Containerfile',
    '.',
  ]);

  const inspected = run('buildah', ['inspect', '--type=image', name]);
  const { config } = (JSON.parse(inspected) as { Docker: { config: ImageConfig } }).Docker;
  const container = run('buildah', ['from', name]).trim();
  const root = run('buildah', ['mount', container]).trim();
  return {
    config,
    root,
    start: (args, settings) => startReadOnly(root, config, args, settings),
    remove: () => {
      run('buildah', ['rm', container]);
      run('buildah', ['rmi', name]);
    },
  };
}

function startReadOnly(
  root: string,
  { User, Env, WorkingDir }: ImageConfig,
  args: string[],
  settings: Record<string, string>,
): ChildProcess {
  const [uid = '', gid = uid] = User.split(':');
  // Other processes do not see these mounts, and they end with the command.
  const script = `
    mount --bind "$0" "$0"
    mount -o remount,bind,ro "$0"
    mount --bind /proc "$0/proc"
    mount --bind /dev "$0/dev"
    exec unshare --root="$0" --wd=${WorkingDir} --setgid=${gid} --setuid=${uid} -- "$@"`;
  return spawn('unshare', ['--mount', 'sh', '-euc', script, root, ...args], {
    env: { ...Object.fromEntries(Env.map(splitVariable)), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function splitVariable(variable: string): [string, string] {
  const at = variable.indexOf('=');
  return [variable.slice(0, at), variable.slice(at + 1)];
}

function hasImages(names: string[]): boolean {
  const images = JSON.parse(run('buildah', ['images', '--json'])) as { names?: string[] }[] | null;
  const known = new Set(images?.flatMap((image) => image.names ?? []));
  return names.every((name) => known.has(name));
}

/** Runs a program to its end, with images stored in this folder only. */
function run(program: string, args: string[]): string {
  mkdirSync(CACHE, { recursive: true });
  const settings = join(CACHE, 'storage.conf');
  // The only driver that works without support of the kernel.
  writeFileSync(
    settings,
    `[storage]\ndriver = "vfs"\ngraphroot = "${CACHE}/storage"\nrunroot = "${CACHE}/run"\n`,
  );
  return execFileSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CONTAINERS_STORAGE_CONF: settings, STORAGE_DRIVER: 'vfs' },
    maxBuffer: 50_000_000,
  });
}
