import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ApiProcess = {
  url: string;
  /** Stdout and stderr so far. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => void;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
};

/** Runs main.ts, or another command, as a process with only these settings. */
export function startApiProcess(
  settings: Record<string, string>,
  file: 'main.ts' | 'migrate.ts' | 'worker.ts' | 'after-restore.ts' = 'main.ts',
  args: readonly string[] = [],
): ApiProcess {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    url: `http://127.0.0.1:${settings['PORT']}`,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended: once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null)),
  };
}

/** Throws the output if the process ends before it is ready. */
export async function waitUntilReady(api: ApiProcess): Promise<void> {
  let ended = false;
  void api.ended.then(() => {
    ended = true;
  });
  while (!(await isReady(api))) {
    if (ended) throw new Error(api.output());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function isReady(api: ApiProcess): Promise<boolean> {
  return fetch(`${api.url}/api/health/ready`, { headers: { connection: 'close' } }).then(
    (response) => response.ok,
    () => false,
  );
}
