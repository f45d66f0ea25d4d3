import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

type Options = { cwd?: string; env?: NodeJS.ProcessEnv };

/** Runs a command and returns its output. Throws with its errors if it fails. */
export async function run(
  [command = '', ...args]: string[],
  { cwd, env = process.env }: Options = {},
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode !== 0) throw new Error(`${command} ${args.join(' ')}\n${output}${errors}`);
  return output.trim();
}

/** PostgreSQL does not run as root, so root runs it as the user of Debian's package. */
export function asPostgres(command: string[]): string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
}

export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 50));
}
