/** What can go wrong with one call. */
export type FaultKind =
  /** Answered with this status; nothing was done. */
  | '500'
  | '502'
  | '429'
  /** Not there, whether it is or not. */
  | '404'
  /** Refused with what was sent in the text, the token too: whoever keeps it has leaked it. */
  | '400'
  /** The token counts as expired. */
  | '401'
  /** Refused by something in front of Garmin, such as a firewall. */
  | '403'
  /** Done, and then answered with 500 all the same. */
  | '500-after'
  /** The connection breaks before anything was done. */
  | 'cut'
  /** The connection breaks after it was done: nobody can tell from outside. */
  | 'cut-after'
  /** Done, and answered after `slowMilliseconds`. */
  | 'slow'
  /** A workout is kept without its steps. */
  | 'lose-steps'
  /** A schedule is made and answered with its bare number, or with nothing. */
  | 'answer-number'
  | 'answer-nothing';

export type Fault = {
  kind: FaultKind;
  /** Only calls of this method, to a path that starts so. */
  method?: string;
  path?: string;
  /** Only calls made for the account of this name. */
  account?: string;
  /** How many calls it befalls. */
  times?: number;
  slowMilliseconds?: number;
};

/** Faults that befall calls by chance, each kind with its own probability. */
export type Chaos = {
  seed: number;
  rates: Partial<Record<FaultKind, number>>;
  path?: string;
  slowMilliseconds?: number;
};

export type Faults = {
  plan: (fault: Fault) => void;
  unleash: (chaos: Chaos) => void;
  clear: () => void;
  /** The fault that befalls this call, if one does. */
  draw: (method: string, path: string, account?: string) => Fault | undefined;
};

export function createFaults(): Faults {
  let planned: Fault[] = [];
  let chaos: (Chaos & { chance: () => number }) | undefined;
  return {
    plan: (fault) => planned.push({ ...fault, times: fault.times ?? 1 }),
    unleash: (given) => {
      chaos = { ...given, chance: chanceFrom(given.seed) };
    },
    clear: () => {
      planned = [];
      chaos = undefined;
    },
    draw: (method, path, account) => {
      const due = planned.find(
        (fault) =>
          befalls(fault, method, path) &&
          (fault.account === undefined || fault.account === account),
      );
      if (due) {
        due.times = (due.times ?? 1) - 1;
        planned = planned.filter(({ times = 1 }) => times > 0);
        return due;
      }
      if (!chaos || !befalls(chaos, method, path)) return undefined;
      let left = chaos.chance();
      for (const [kind, rate] of Object.entries(chaos.rates)) {
        left -= rate;
        if (left < 0) return { ...chaos, kind: kind as FaultKind };
      }
      return undefined;
    },
  };
}

function befalls(where: { method?: string; path?: string }, method: string, path: string): boolean {
  return (
    (where.method === undefined || where.method === method) &&
    (where.path === undefined || path.startsWith(where.path))
  );
}

/** The same numbers between 0 and 1 for the same seed (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
