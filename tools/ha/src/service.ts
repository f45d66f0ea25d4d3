import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** One process of the system under test. */
export type Service = {
  name: string;
  start: () => void;
  isRunning: () => boolean;
  pid: () => number;
  signal: (signal: NodeJS.Signals) => void;
  /** Ends it with SIGTERM, and does not restart it. */
  stop: () => Promise<void>;
  /** How often it has ended without a signal. */
  crashes: () => number;
  /** The end of its output. */
  logTail: () => string;
};

type Options = {
  name: string;
  command: string[];
  env?: NodeJS.ProcessEnv;
  logFile: string;
  /** Restarts it after it has ended, as an orchestrator does. */
  restart?: boolean;
};

const RESTART_DELAY = 500;
const STOP_TIMEOUT = 60_000;
const running = new Set<ChildProcess>();

/** Nothing outlives this process, also if it fails. */
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function createService(options: Options): Service {
  const { name, command, env = {}, logFile, restart = false } = options;
  let child: ChildProcess | undefined;
  let isStopped = true;
  let crashes = 0;

  function start(): void {
    if (child) return;
    isStopped = false;
    const log = openSync(logFile, 'a');
    const [program = '', ...args] = command;
    const started = spawn(program, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', log, log],
      // Ctrl-C ends only this process, which then ends the others.
      detached: true,
    });
    closeSync(log);
    child = started;
    running.add(started);
    started.once('error', () => {});
    started.once('close', (_code, signal) => {
      running.delete(started);
      child = undefined;
      if (!isStopped && signal === null) crashes++;
      if (restart && !isStopped)
        void wait(RESTART_DELAY, undefined, { ref: false }).then(() => {
          if (!isStopped) start();
        });
    });
  }

  return {
    name,
    start,
    isRunning: () => child !== undefined,
    pid: () => child?.pid ?? 0,
    signal: (signal) => {
      child?.kill(signal);
    },
    stop: async () => {
      isStopped = true;
      if (!child) return;
      const ended = once(child, 'close');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const timeout = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT);
      await ended;
      clearTimeout(timeout);
    },
    crashes: () => crashes,
    logTail: () => readFileSync(logFile, 'utf8').slice(-3000),
  };
}
