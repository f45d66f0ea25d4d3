/** Cases of each property, twice as many links, and ten times as many damaged files. */
// oxlint-disable-next-line node/no-process-env -- a test takes its size from its command, like a benchmark
export const DELIVERY_RUNS = Number(process.env['DELIVERY_RUNS'] ?? 200);
