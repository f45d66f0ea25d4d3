/** Knows the server of each athlete, and stops an athlete's statements while they are moved. */
export type Directory = {
  /** Waits while the athlete is moved. The athlete stays where they are until `leave`. */
  enter: (userId: string) => Promise<{ server: number; leave: () => void }>;
  serverOf: (userId: string) => number;
  /** Runs `move` once nothing of the athlete's is in progress; afterwards they are on this server. */
  whileStopped: (userId: string, server: number, move: () => Promise<void>) => Promise<void>;
};

/** Athletes are spread by their id, except for those that were moved. */
function createDirectory(servers: number): Directory {
  const moved = new Map<string, number>();
  const moving = new Map<string, Promise<void>>();
  const inside = new Map<string, number>();
  let onLeave: (() => void)[] = [];

  const serverOf = (userId: string): number =>
    moved.get(userId) ?? parseInt(userId.slice(-4), 16) % servers;

  return {
    serverOf,
    enter: async (userId) => {
      while (moving.has(userId)) await moving.get(userId);
      inside.set(userId, (inside.get(userId) ?? 0) + 1);
      return {
        server: serverOf(userId),
        leave: () => {
          inside.set(userId, (inside.get(userId) ?? 0) - 1);
          const waiting = onLeave;
          onLeave = [];
          for (const resume of waiting) resume();
        },
      };
    },
    whileStopped: async (userId, server, move) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      moving.set(userId, promise);
      try {
        while (inside.get(userId)) await new Promise<void>((resume) => onLeave.push(resume));
        await move();
        moved.set(userId, server);
      } finally {
        moving.delete(userId);
        resolve();
      }
    },
  };
}

/** All pools of a test file share it, as all processes of the API would. */
export const directory = createDirectory(2);
