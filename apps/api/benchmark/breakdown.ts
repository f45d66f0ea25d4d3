import type { Profiler } from 'node:inspector';

/** The parts of the CPU time in Node. The first pattern that matches the file of a frame decides. */
const PARTS: [string, RegExp][] = [
  ['token', /http\/(?:identity|token-cache|firebase)\.ts|firebase-admin|db\/ids\.ts/],
  ['limits', /rate-limits?\.ts|rate-limiter-flexible/],
  ['validation', /fastify-type-provider-zod|fastify\/lib\/validation/],
  ['logs and metrics', /logging\.ts|pino|sonic-boom|prom-client|metrics\.ts/],
  ['headers', /security-headers\.ts|request-id\.ts|drain\.ts|@fastify\/compress/],
  ['SQL client', /\/pg(?:-\w+)?(?:@|\/)|postgres-|db\/(?:database|sql)\.ts|tracing\.ts/],
  ['route and store', /apps\/api\/src\/features|benchmark\/bare\.ts|packages\/|http\/serve\.ts/],
  [
    'HTTP',
    /fastify|find-my-way|node:_?http|node:net|node:internal\/(?:stream|timers|http)|avvio|app\.ts/,
  ],
];

export const PART_NAMES = [...PARTS.map(([name]) => name), 'garbage collection', 'other'];

/** The share of each part in the busy time of a profile. */
export function splitProfile({ nodes, samples = [] }: Profiler.Profile): Record<string, number> {
  const parents = new Map<number, Profiler.ProfileNode>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const partOf = new Map<number, string | undefined>();
  for (const node of nodes) partOf.set(node.id, findPart(node, parents));

  const counts = new Map<string, number>();
  for (const sample of samples) {
    const part = partOf.get(sample);
    if (part) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const busy = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(PART_NAMES.map((name) => [name, (counts.get(name) ?? 0) / busy]));
}

/** The part of the nearest frame that has one; undefined while the process is idle. */
function findPart(
  leaf: Profiler.ProfileNode,
  parents: Map<number, Profiler.ProfileNode>,
): string | undefined {
  if (leaf.callFrame.functionName === '(idle)') return undefined;
  if (leaf.callFrame.functionName === '(garbage collector)') return 'garbage collection';
  for (let node: Profiler.ProfileNode | undefined = leaf; node; node = parents.get(node.id)) {
    const { url } = node.callFrame;
    const part = PARTS.find(([, pattern]) => pattern.test(url));
    if (part) return part[0];
  }
  return 'other';
}
