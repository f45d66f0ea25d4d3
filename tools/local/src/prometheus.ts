import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const OPS = new URL('../../../ops/prometheus/', import.meta.url);

type Sample = { labels: Record<string, string>; value: number };

type AlertState = 'inactive' | 'pending' | 'firing';

export type Prometheus = {
  url: string;
  /** The result of an expression. */
  query: (expression: string) => Promise<Sample[]>;
  /** The state of an alert. */
  alertState: (name: string) => Promise<AlertState>;
  stop: () => Promise<void>;
};

type Options = {
  port: number;
  apiMetricsPort: number;
  workerMetricsPort: number;
  /** Divides every duration of the rules, so that a minute of them takes a second with 60. */
  speedUp: number;
};

/** Debian's Prometheus as a process, with the rules of ops/prometheus and a folder of its own. */
export async function startPrometheus(options: Options): Promise<Prometheus> {
  const { port, apiMetricsPort, workerMetricsPort, speedUp } = options;
  const folder = await mkdtemp(join(tmpdir(), 'pacewright-prometheus-'));
  const [config, rules] = await Promise.all(
    ['prometheus.yml', 'alerts.yml'].map((name) => readFile(new URL(name, OPS), 'utf8')),
  );
  const targets = String(config)
    .replace('127.0.0.1:9464', `127.0.0.1:${apiMetricsPort}`)
    .replace('127.0.0.1:9465', `127.0.0.1:${workerMetricsPort}`);
  await writeFile(join(folder, 'prometheus.yml'), shortenDurations(targets, speedUp));
  await writeFile(join(folder, 'alerts.yml'), shortenDurations(String(rules), speedUp));

  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  let failure: Error | undefined;
  const ended = once(child, 'close').catch((error: Error) => {
    failure = error;
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${url}/api/v1/${path}`);
    if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${path}`);
    return ((await response.json()) as { data: T }).data;
  }

  while (!(await isReady(url))) {
    if (failure || child.exitCode !== null) {
      await stop();
      throw new Error('Prometheus did not start. Install the Debian package prometheus', {
        cause: failure,
      });
    }
    await wait(50);
  }

  return {
    url,
    query: async (expression) => {
      const { result } = await get<{
        result: { metric: Record<string, string>; value: [number, string] }[];
      }>(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ metric, value: [, value] }) => ({
        labels: metric,
        value: Number(value),
      }));
    },
    alertState: async (name) => {
      const { groups } = await get<{
        groups: { rules: { name: string; state?: AlertState }[] }[];
      }>('rules?type=alert');
      const rule = groups.flatMap((group) => group.rules).find((each) => each.name === name);
      if (!rule?.state) throw new Error(`There is no alert ${name}`);
      return rule.state;
    },
    stop,
  };
}

const SECONDS = { s: 1, m: 60, h: 3600 };

/** Divides every duration of a configuration or of rules by a factor; none becomes shorter than a second. */
export function shortenDurations(text: string, factor: number): string {
  return text.replaceAll(/\b(\d+)([smh])\b/g, (_all, count: string, unit: string) => {
    const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
    return `${Math.max(1, Math.round(seconds / factor))}s`;
  });
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/-/ready`).then(
    (response) => response.ok,
    () => false,
  );
}
