import { cpuTimeOf } from '../servers.ts';

/** CPU times of processes that come and go, in seconds by role. */
export function createCpuClock() {
  /** The last time of each process that was read, also of those that have ended. */
  const processes = new Map<number, { role: string; before: number; now: number }>();

  function read(): void {
    for (const [pid, times] of processes) times.now = (cpuTimeOf(pid) ?? times.now * 1e6) / 1e6;
  }

  return {
    /** Counts the process from now on. */
    watch: (role: string, pid: number | undefined): void => {
      if (pid === undefined || processes.has(pid)) return;
      const now = (cpuTimeOf(pid) ?? 0) / 1e6;
      processes.set(pid, { role, before: now, now });
    },
    /** Reads all times. A process that ends has those that were read last. */
    read,
    /** The times since the lap before. */
    lap: (): Map<string, number> => {
      read();
      const times = new Map<string, number>();
      for (const process of processes.values()) {
        const { role, before, now } = process;
        times.set(role, (times.get(role) ?? 0) + now - before);
        process.before = now;
      }
      return times;
    },
  };
}
