/** A failure of one request. */
export type FaultKind =
  /** This status, without an effect. */
  | '500'
  | '502'
  /** A page of a proxy that reaches no server. */
  | '503'
  | '429'
  /** Not found, even if it exists. */
  | '404'
  /** Rejected with a message that repeats the request and its token, to find leaks. */
  | '400'
  /** As if the token had expired. */
  | '401'
  /** Rejected by a firewall in front of Garmin. */
  | '403'
  /** 500, after the request was processed. */
  | '500-after'
  /** The connection breaks before the request is processed. */
  | 'cut'
  /** The connection breaks after the request was processed. */
  | 'cut-after'
  /** Success after `slowMilliseconds`. */
  | 'slow'
  /** Success once the test releases it. */
  | 'held'
  /** The workout is stored without its steps. */
  | 'lose-steps'
  /** The response to a schedule is only its id, or empty. */
  | 'answer-number'
  | 'answer-nothing';

export type Fault = {
  kind: FaultKind;
  /** Only requests with this method and path prefix. */
  method?: string;
  path?: string;
  /** Only requests for this account. */
  account?: string;
  /** The number of requests. */
  times?: number;
  slowMilliseconds?: number;
};

/** Random faults, each kind with its own probability. */
export type RandomFaults = {
  seed: number;
  rates: Partial<Record<FaultKind, number>>;
  path?: string;
  slowMilliseconds?: number;
};

export type Faults = {
  plan: (fault: Fault) => void;
  startRandomFaults: (randomFaults: RandomFaults) => void;
  clear: () => void;
  /** Resolves once the faults `held` that were planned are released. */
  hold: () => Promise<void>;
  release: () => void;
  /** The fault for this request, if any. */
  draw: (method: string, path: string, account?: string) => Fault | undefined;
};

export function createFaults(): Faults {
  let planned: Fault[] = [];
  let randomFaults: (RandomFaults & { random: () => number }) | undefined;
  let held = Promise.withResolvers<void>();
  return {
    plan: (fault) => {
      if (fault.kind === 'held') held = Promise.withResolvers();
      planned.push({ ...fault, times: fault.times ?? 1 });
    },
    startRandomFaults: (given) => {
      randomFaults = { ...given, random: createRandom(given.seed) };
    },
    clear: () => {
      planned = [];
      randomFaults = undefined;
    },
    hold: () => held.promise,
    release: () => held.resolve(),
    draw: (method, path, account) => {
      const due = planned.find(
        (fault) =>
          matches(fault, method, path) &&
          (fault.account === undefined || fault.account === account),
      );
      if (due) {
        due.times = (due.times ?? 1) - 1;
        planned = planned.filter(({ times = 1 }) => times > 0);
        return due;
      }
      if (!randomFaults || !matches(randomFaults, method, path)) return undefined;
      let left = randomFaults.random();
      for (const [kind, rate] of Object.entries(randomFaults.rates)) {
        left -= rate;
        if (left < 0) return { ...randomFaults, kind: kind as FaultKind };
      }
      return undefined;
    },
  };
}

function matches(where: { method?: string; path?: string }, method: string, path: string): boolean {
  return (
    (where.method === undefined || where.method === method) &&
    (where.path === undefined || path.startsWith(where.path))
  );
}

/** A seeded random generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
