/** Shorter pieces of work are repeated: Linux may count the CPU time of a thread some ms late. */
const MIN_MICROSECONDS = 50_000;

export async function countRepetitions(work: () => unknown): Promise<number> {
  let times = 1;
  // Once before, so that the code is loaded.
  await work();
  while ((await measure(work, times)) < MIN_MICROSECONDS && times < 10_000) times *= 2;
  return times;
}

/** The CPU time of this thread, in microseconds. */
export async function measure(work: () => unknown, times: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time++) await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
