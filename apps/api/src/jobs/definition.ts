/** A job that runs longer is taken to be dead, and is retried. */
export const EXPIRE_SECONDS = 300;

/** A kind of background work. */
export type JobDefinition<Data extends object> = {
  name: string;
  /**
   * The key of a job. At most one job is queued and one runs for each key: adding another relies on the
   * queued one, so a job must query its work instead of receiving it.
   */
  keyOf: (data: Data) => string;
  /** Throws if the data are not of this kind. */
  parse: (data: unknown) => Data;
  /** Repetitions of a failed job, and the seconds before the first; the delay doubles. */
  retryLimit: number;
  retryDelay: number;
  maxRetryDelay: number;
};

/** A job without data, of which one is queued and one runs at most. */
export function jobForAll(name: string): JobDefinition<object> {
  return {
    name,
    keyOf: () => 'all',
    parse: () => ({}),
    retryLimit: 4,
    retryDelay: 60,
    maxRetryDelay: 1800,
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of definitions has no common data
export type AnyJobDefinition = JobDefinition<any>;
