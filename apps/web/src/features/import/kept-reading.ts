import * as z from 'zod/mini';

const decision = z.object({
  title: z.string(),
  choice: z.optional(z.boolean()),
  source: z.optional(z.string()),
  line: z.optional(z.string()),
  answer: z.optional(z.string()),
  day: z.optional(z.string()),
  notes: z.optional(z.string()),
});

// Without records and tuples, whose parsers every page would load.
const stored = z.object({
  text: z.string(),
  answers: z.optional(z.array(z.object({ id: z.string(), choice: z.number() }))),
  cuts: z.optional(z.array(z.object({ kind: z.enum(['split', 'join', 'run']), at: z.number() }))),
  /** The first day of the week that was chosen. */
  start: z.optional(z.string()),
  decisions: z.optional(z.array(z.object({ place: z.string(), decision }))),
});

/** A text and everything that was decided about it, as far as it is known. */
export type KeptReading = Omit<z.infer<typeof stored>, 'answers' | 'decisions'> & {
  answers?: Record<string, number> | undefined;
  decisions?: [place: string, Decision][] | undefined;
};

/** What the athlete decided about a workout, by hand. It holds while the same workout is at its place. */
export type Decision = z.infer<typeof decision> & { isAdded?: boolean };

/** The reading of a navigation, or of the page before its reload. */
export function findKept(state: unknown): KeptReading | undefined {
  const { data } = z.safeParse(stored, state);
  return (
    data && {
      ...data,
      answers:
        data.answers && Object.fromEntries(data.answers.map(({ id, choice }) => [id, choice])),
      decisions: data.decisions?.map((each) => [each.place, each.decision]),
    }
  );
}

/** Keeps a reading for a reload of the page, and for who comes back to it. */
export function keepReading({ answers, decisions, ...reading }: KeptReading): void {
  const usr: z.infer<typeof stored> = {
    ...reading,
    answers: answers && Object.entries(answers).map(([id, choice]) => ({ id, choice })),
    decisions: decisions?.map(([place, made]) => ({ place, decision: made })),
  };
  // Where the router has the state of a navigation. The screen has it already, so it is not told.
  history.replaceState({ ...history.state, usr }, '');
}
