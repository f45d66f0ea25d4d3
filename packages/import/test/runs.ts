/** Cases of each property. */
export const IMPORT_RUNS = Number(process.env['IMPORT_RUNS'] ?? 60);

/** A change is judged by the same cases before and after it. */
export const SEED = Number(process.env['IMPORT_SEED'] ?? 20261117);
