export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string };

/** Above it, two texts count as different from their first to their last difference. */
const MAX_COMPARISONS = 250_000;

/** The difference between two short texts, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  return diff(splitWords(before), splitWords(after));
}

/** The difference between two long texts, line by line. Lines have no line break at their end. */
export function diffLines(before: string, after: string): DiffPart[] {
  return diff(before.split('\n'), after.split('\n'), '\n');
}

/** A pair of lines, of which the second replaces the first; one of them may be missing. */
export type LineChange = { before: string | undefined; after: string | undefined };

/** The lines that differ, each removed one beside the added one that took its place. */
export function listLineChanges(before: string, after: string): LineChange[] {
  const changes: LineChange[] = [];
  let removed: string[] = [];
  for (const { kind, text } of [...diffLines(before, after), { kind: 'same', text: '' } as const]) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (kind === 'removed') removed = lines;
    else {
      changes.push(...pairLines(removed, kind === 'added' ? lines : []));
      removed = [];
    }
  }
  return changes;
}

/** Pairs of lines that are less alike are a line that left and a line that is new. */
const MIN_LIKENESS = 0.3;

/** In the order of both texts, so that the pairs are as much alike as possible together. */
function pairLines(removed: readonly string[], added: readonly string[]): LineChange[] {
  if (removed.length * added.length > MAX_COMPARISONS)
    return [
      ...removed.map((before) => ({ before, after: undefined })),
      ...added.map((after) => ({ before: undefined, after })),
    ];
  const [old, made] = [removed.map(listWords), added.map(listWords)];
  const likeness = old.map((one) => made.map((other) => compareWords(one, other)));
  const best = sumLikeness(likeness, made.length);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < added.length) {
    const here = best[i]?.[j] ?? 0;
    const pair = likeness[i]?.[j] ?? 0;
    if (pair > 0 && here === pair + (best[i + 1]?.[j + 1] ?? 0))
      changes.push({ before: removed[i++], after: added[j++] });
    else if (i < removed.length && (j >= added.length || here === (best[i + 1]?.[j] ?? 0)))
      changes.push({ before: removed[i++], after: undefined });
    else changes.push({ before: undefined, after: added[j++] });
  }
  return changes;
}

/** The greatest likeness of all pairs together, from each pair of positions on. */
function sumLikeness(likeness: readonly number[][], width: number): number[][] {
  const best = Array.from({ length: likeness.length + 1 }, () =>
    Array.from({ length: width + 1 }, () => 0),
  );
  for (let i = likeness.length - 1; i >= 0; i -= 1)
    for (let j = width - 1; j >= 0; j -= 1) {
      const pair = likeness[i]?.[j] ?? 0;
      (best[i] as number[])[j] = Math.max(
        best[i + 1]?.[j] ?? 0,
        best[i]?.[j + 1] ?? 0,
        pair > 0 ? pair + (best[i + 1]?.[j + 1] ?? 0) : 0,
      );
    }
  return best;
}

function listWords(line: string): string[] {
  return splitWords(line).filter((word) => word.trim() !== '');
}

/** The share of common words. Lines of the same day always belong together. */
function compareWords(one: readonly string[], other: readonly string[]): number {
  const known = new Set(other);
  const share = (2 * one.filter((word) => known.has(word)).length) / (one.length + other.length);
  if (one[0] === other[0]) return 1 + share;
  return share < MIN_LIKENESS ? 0 : share;
}

/** Numbers with their unit, words, spaces, and single signs. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}.:]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** The longest common subsequence, after equal ends are taken off. Removed parts come before added ones. */
function diff(before: readonly string[], after: readonly string[], joint = ''): DiffPart[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start])
    start += 1;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end += 1;
  const old = before.slice(start, before.length - end);
  const made = after.slice(start, after.length - end);
  const runs: { kind: DiffPart['kind']; words: string[] }[] = [];
  const add = (kind: DiffPart['kind'], words: readonly string[]) => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.words.push(...words);
    else if (words.length > 0) runs.push({ kind, words: [...words] });
  };
  add('same', before.slice(0, start));
  if (old.length * made.length > MAX_COMPARISONS) {
    add('removed', old);
    add('added', made);
  } else for (const { kind, words } of alternate(old, made)) add(kind, words);
  add('same', before.slice(before.length - end));
  return runs.map(({ kind, words }) => ({ kind, text: words.join(joint) }));
}

function alternate(
  old: readonly string[],
  made: readonly string[],
): { kind: DiffPart['kind']; words: string[] }[] {
  const common = commonLengths(old, made);
  const parts: { kind: DiffPart['kind']; words: string[] }[] = [];
  const removed: string[] = [];
  const added: string[] = [];
  const flush = () =>
    parts.push(
      { kind: 'removed', words: removed.splice(0) },
      { kind: 'added', words: added.splice(0) },
    );
  let [i, j] = [0, 0];
  while (i < old.length || j < made.length) {
    const [one, other] = [old[i], made[j]];
    if (one !== undefined && one === other) {
      flush();
      parts.push({ kind: 'same', words: [one] });
      i += 1;
      j += 1;
    } else if (
      one !== undefined &&
      (other === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))
    ) {
      removed.push(one);
      i += 1;
    } else if (other !== undefined) {
      added.push(other);
      j += 1;
    }
  }
  flush();
  return parts;
}

/** The length of the longest common subsequence from each pair of positions on. */
function commonLengths(old: readonly string[], made: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: made.length + 1 }, () => 0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = made.length - 1; j >= 0; j -= 1)
      (lengths[i] as number[])[j] =
        old[i] === made[j]
          ? 1 + (lengths[i + 1]?.[j + 1] ?? 0)
          : Math.max(lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0);
  return lengths;
}
