/** The CPU time of the reference work on the machine that the limits were set on, undisturbed (decision 0161). */
const REFERENCE_MS = 90;

/** The speed of this machine at this moment, 1 at most: 0.5 is half as fast as the reference. */
export function measureSpeed(): number {
  const words = Array.from({ length: 4000 }, (_, index) => ((index * 7919) % 4000).toString(36));
  // Once before, so that the code is compiled.
  work(words);
  const before = process.cpuUsage();
  const length = work(words);
  const { user, system } = process.cpuUsage(before);
  // A result that is used cannot be optimized away.
  if (length === 0) throw new Error('Nothing was done');
  return Math.min(1, (REFERENCE_MS * 1000) / (user + system));
}

/** Maps, sorting and JSON, as in the pages that are measured. */
function work(words: readonly string[]): number {
  let length = 0;
  for (let round = 0; round < 40; round++) {
    const sizes = new Map(words.map((name) => [name, { name, size: name.length + round }]));
    const sorted = [...sizes.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    length += JSON.stringify(sorted).length;
  }
  return length;
}
