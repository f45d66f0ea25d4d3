import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listFiles, read } from './repository.ts';

// No container engine runs here, so these tests check what Compose would refuse, and what it would not notice.

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  networks: string[];
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  restart?: string;
};
type Compose = {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
};

const text = read('compose.yaml');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const processes = services.filter(([, { image }]) => image.includes('PACEWRIGHT_IMAGE'));

test('every variable is in .env.example, and no other', () => {
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(offered)).toEqual(new Set(used));
});

test('services depend on services, and use networks and volumes, that are defined', () => {
  for (const [name, { depends_on: needed = [], networks, volumes = [] }] of services) {
    const names = Array.isArray(needed) ? needed : Object.keys(needed);
    expect(Object.keys(compose.services), `in ${name}`).toEqual(expect.arrayContaining(names));
    expect(Object.keys(compose.networks), `in ${name}`).toEqual(expect.arrayContaining(networks));
    const mounted = volumes.map((volume) => volume.split(':', 1)[0] ?? '');
    const folders = mounted.filter((path) => path.startsWith('./')).map((path) => path.slice(2));
    const isThere = (path: string) => listFiles().some((file) => `${file}/`.startsWith(`${path}/`));
    expect(
      folders.filter((path) => !isThere(path)),
      `in ${name}`,
    ).toEqual([]);
    expect(Object.keys(compose.volumes), `in ${name}`).toEqual(
      expect.arrayContaining(mounted.filter((path) => !path.startsWith('./'))),
    );
  }
});

test('the processes run commands of the image, with settings that the API knows', () => {
  const config = read('apps/api/src/config.ts');
  const known = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  expect(processes.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
  for (const [name, { command = [], environment = {} }] of processes) {
    expect(listFiles(), `in ${name}`).toEqual(expect.arrayContaining(command));
    expect([...known, 'GOOGLE_APPLICATION_CREDENTIALS'], `in ${name}`).toEqual(
      expect.arrayContaining(Object.keys(environment)),
    );
  }
});

test('the processes have a read-only file system and no privileges', () => {
  for (const [name, service] of processes)
    expect(service, `in ${name}`).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

test('only the proxy is reached from outside', () => {
  const published = [...text.matchAll(/^ {4}ports: (.+)$/gm)].map(([, ports]) => ports);
  expect(published).toEqual(["['80:80', '443:443', '443:443/udp']", "['127.0.0.1:9090:9090']"]);
});

test('every other image has an exact version', () => {
  const images = services.map(([, { image }]) => image).filter((image) => !image.includes('$'));
  expect(images.filter((image) => !/:v?\d+\.\d+[\w.-]*$/.test(image))).toEqual([]);
});
