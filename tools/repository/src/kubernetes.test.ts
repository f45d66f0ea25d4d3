import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findMistakes, readResources, type Resource } from './kubernetes.ts';
import { listFiles, read } from './repository.ts';

// No cluster runs here, so the manifests are checked by the schemas of Kubernetes and by the rules below.

const FOLDER = 'ops/kubernetes';
const files = listFiles().filter((path) => posix.dirname(posix.dirname(path)) === FOLDER);
const kustomizations = files.filter((path) => path.endsWith('/kustomization.yaml'));
const manifests = files.filter((path) => path.endsWith('.yaml') && !kustomizations.includes(path));
const resources = manifests.flatMap((path) => readResources(read(path)));

type Container = {
  name: string;
  args: string[];
  securityContext?: object;
  readinessProbe?: { httpGet: { path: string } };
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  ports?: { name: string; containerPort: number }[];
};
type Pod = {
  metadata: { labels: Record<string, string> };
  spec: {
    securityContext: object;
    automountServiceAccountToken: boolean;
    terminationGracePeriodSeconds?: number;
    containers: Container[];
  };
};
type Workload = Resource & {
  spec: { template: Pod; selector?: { matchLabels: Record<string, string> } };
};
type Selecting = Resource & { spec: { selector: { matchLabels: Record<string, string> } } };

const workloads = resources.filter(({ kind }) =>
  ['Deployment', 'Job'].includes(kind),
) as Workload[];
const settings = Object.fromEntries(
  [...read(`${FOLDER}/settings/settings.env`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
) as Record<string, string>;

test('the manifests follow the schemas of Kubernetes', () => {
  expect(workloads).toHaveLength(3);
  expect(findMistakes(resources)).toEqual([]);
});

test('planted mistakes are found', () => {
  const text = read(`${FOLDER}/app/worker.yaml`);
  const plants = [
    ['a field that does not exist', 'replicas: 2', 'replicaCount: 2', '"replicaCount"'],
    ['a field with a wrong name, deep inside', 'drop: [ALL]', 'dropped: [ALL]', '"dropped"'],
    ['a value of the wrong type', 'replicas: 2', "replicas: 'two'", 'must be integer'],
    ['a required field that is missing', '- name: worker', '- workingDir: /', 'property name'],
    ['a kind that does not exist', 'kind: PodDisruptionBudget', 'kind: PodBudget', 'PodBudget'],
  ] as const;
  const planted = plants.flatMap(([, before, after]) => {
    expect(text).toContain(before);
    return readResources(text.replace(before, after));
  });
  const mistakes = findMistakes(planted).join('\n');
  for (const [name, , , message] of plants) expect(mistakes, `planted: ${name}`).toContain(message);
});

test('every manifest is part of one kustomization, which names only files that exist', () => {
  const named = kustomizations.flatMap((path) => {
    const { resources: own = [], components = [] } = parse(read(path)) as Record<string, string[]>;
    return [...own, ...components].map((name) => posix.join(posix.dirname(path), name));
  });
  const exists = (path: string) =>
    manifests.includes(path) || kustomizations.includes(`${path}/kustomization.yaml`);
  expect(named.filter((path) => !exists(path))).toEqual([]);
  expect(named.filter((path) => path.endsWith('.yaml')).toSorted()).toEqual(manifests.toSorted());
});

describe.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
  '%s',
  (_name, { spec }) => {
    const { template } = spec;
    const [container] = template.spec.containers;

    test('runs without privileges on a read-only file system', () => {
      expect(template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 65_532,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(template.spec.automountServiceAccountToken).toBe(false);
    });

    test('runs a command of the image', () => {
      expect(container?.args.filter((path) => !listFiles().includes(path))).toEqual([]);
    });

    test('is selected by its own labels', () => {
      expect(template.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? {});
    });
  },
);

test('readiness does not ask the database', () => {
  const paths = workloads.map(
    ({ spec }) => spec.template.spec.containers[0]?.readinessProbe?.httpGet.path,
  );
  expect(paths.filter(Boolean)).toEqual(['/api/health/ready', '/health/live']);
});

test('the API is given the time that draining takes', () => {
  const { spec } = findWorkload('pacewright-api').spec.template;
  const preStop = spec.containers[0]?.lifecycle?.preStop.sleep.seconds ?? NaN;
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
    preStop + Number(settings['DRAIN_SECONDS']) + 20,
  );
});

test('the ports are those of the settings', () => {
  const portOf = (name: string) =>
    findWorkload(name).spec.template.spec.containers[0]?.ports?.find(
      (port) => port.name === 'metrics',
    )?.containerPort;
  expect(String(portOf('pacewright-api'))).toBe(settings['METRICS_PORT']);
  expect(String(portOf('pacewright-worker'))).toBe(settings['WORKER_PORT']);
});

test('every Deployment has a disruption budget that selects it', () => {
  const budgets = resources.filter(({ kind }) => kind === 'PodDisruptionBudget') as Selecting[];
  const selected = budgets.map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/name']);
  const deployed = workloads.filter(({ kind }) => kind === 'Deployment');
  expect(selected).toEqual(deployed.map(({ metadata }) => metadata.name));
});

test('the settings are known to the API, and none of them is secret', () => {
  const known = new Set(
    [...read('apps/api/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, name]) => name,
    ),
  );
  const names = Object.keys(settings);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(names.filter((name) => /SECRET|KEY|_URL$/.test(name))).toEqual([]);
  expect(resources.filter(({ kind }) => kind === 'Secret')).toEqual([]);
});

test('the autoscaler reads the figure that the adapter provides', () => {
  const adapter = parse(read(`${FOLDER}/prometheus-adapter.yaml`)) as {
    rules: { custom: { name: { as: string } }[] };
  };
  const scaler = resources.find(({ kind }) => kind === 'HorizontalPodAutoscaler');
  const provided = adapter.rules.custom.map(({ name }) => name.as);
  expect(scaler).toMatchObject({
    spec: { metrics: [{ pods: { metric: { name: provided[0] } } }, { resource: { name: 'cpu' } }] },
  });
});

function findWorkload(name: string): Workload {
  const found = workloads.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`${name} is not defined`);
  return found;
}
