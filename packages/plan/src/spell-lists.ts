import { tokenize, writeStep, type Amount, type Target, type Token } from '@pacewright/script';

/** The character that replaces the first list of a text; the next one replaces the second. */
export const LIST_MARK = 0xe000;

/** A word in its one spelling. */
type Word = { text: string; kind: WordKind; list: number | undefined };

type WordKind = 'amount' | 'count' | 'x' | '(' | ')' | '+' | 'word';

/**
 * P21, P24. Steps with lists in one spelling: every word of every week is spelled, and the words that are from a list
 * are put back into it. Undefined if a word has no spelling of its own, or if the other words differ between weeks.
 */
export function spellLists(
  text: string,
  lists: readonly (readonly string[])[],
  weeks: number,
  markNames: (part: string) => string,
): string | undefined {
  const marked = markNames(text);
  const values = lists.map((list) => list.map(markNames));
  const groups: Word[][][] = [];
  for (let week = 0; week < weeks; week++) {
    const words = spellWeek(marked, values, week);
    if (!words) return undefined;
    groups.push(groupByList(words));
  }
  const [first = []] = groups;
  if (groups.some((other) => describeShape(other) !== describeShape(first))) return undefined;

  const words = first.flatMap((group, index): Word[] => {
    const [head] = group;
    const tail = group.at(-1);
    if (head?.list === undefined || !tail) return group;
    const written = groups.map((other) => joinWords(other[index] ?? []));
    // Space around a list is the space that its first and its last word would have.
    return [
      { ...head, text: `{${written.join(', ')}}` },
      { ...tail, text: '' },
    ];
  });
  return joinWords(words);
}

function spellWeek(
  text: string,
  lists: readonly (readonly string[])[],
  week: number,
): Word[] | undefined {
  let written = '';
  const owners: (number | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const list = text.charCodeAt(at) - LIST_MARK;
    const isMark = list >= 0 && list < lists.length;
    const piece = isMark ? (lists[list]?.[week] ?? '') : text.charAt(at);
    written += piece;
    for (let unit = 0; unit < piece.length; unit++) owners.push(isMark ? list : undefined);
  }

  const words: Word[] = [];
  let isTarget = false;
  for (const token of tokenize(written)) {
    const own = new Set(owners.slice(token.from, token.to).filter((owner) => owner !== undefined));
    if (own.size > 1) return undefined;
    const [list] = own;
    const spelled = spell({ token, text: written, isTarget, before: words.at(-1) });
    if (spelled === undefined) return undefined;
    const [word] = spelled;
    if (!word) continue;
    // A time or a distance after an amount is a goal or a race.
    isTarget = word.kind === 'amount' && !isTarget;
    const last = owners[token.to - 1];
    for (const { text: part, kind } of spelled)
      words.push({ text: part, kind, list: kind === 'x' ? last : list });
  }
  return words;
}

type SpelledWord = Omit<Word, 'list'>;

/** A token, the text it is from, whether it follows an amount, and the word before it. */
type Position = { token: Token; text: string; isTarget: boolean; before: Word | undefined };

/** The words of a token. None for one that adds nothing, undefined for one that has no spelling of its own. */
function spell(position: Position): SpelledWord[] | undefined {
  return SPELLINGS[position.token.kind]?.(position);
}

type Spell = (position: Position) => SpelledWord[] | undefined;

const SPELLINGS: Partial<Record<Token['kind'], Spell>> = {
  time: ({ token }) => spellAmount(token, { kind: 'time', seconds: token.low }),
  clock: ({ token }) => spellAmount(token, { kind: 'time', seconds: token.low }),
  distance: ({ token, isTarget }) =>
    isTarget
      ? spellTarget({ kind: 'race', metres: token.low })
      : spellAmount(token, { kind: 'distance', metres: token.low }),
  open: () => [{ text: 'open', kind: 'amount' }],
  count: ({ token: { low, high } }) =>
    low === high
      ? [
          { text: String(low), kind: 'count' },
          { text: 'x', kind: 'x' },
        ]
      : undefined,
  '(': () => [{ text: '(', kind: '(' }],
  ')': () => [{ text: ')', kind: ')' }],
  join: ({ before }) =>
    before && before.kind !== '+' && before.kind !== '(' ? [{ text: '+', kind: '+' }] : [],
  target: ({ token: { value }, before }) =>
    spellWord(before?.text === 'race' && value === 'M' ? 'marathon' : value),
  zone: ({ token: { low, high } }) => (low === high ? spellWord(`Z${low}`) : undefined),
  recovery: ({ token: { value } }) => spellWord(value || 'jog'),
  label: ({ token: { value } }) => spellWord(value),
  between: () => spellWord('between'),
  stated: ({ token: { low, high, value } }) =>
    spellTarget({ kind: 'stated', slow: high, fast: low, per: value === 'km' ? 'km' : 'mi' }),
  beats: ({ token: { low, high } }) => spellTarget({ kind: 'beats', from: low, to: high }),
  note: ({ token: { value } }) =>
    spellWord(value.startsWith('\uf000') ? value.slice(1) : `"${value}"`),
  vague: ({ token: { from, to }, text }) =>
    /^race$/i.test(text.slice(from, to)) ? spellWord('race') : undefined,
  at: () => [],
  pace: () => [],
  filler: () => [],
};

function spellWord(text: string): SpelledWord[] {
  return [{ text, kind: 'word' }];
}

/** A range of amounts has no spelling. */
function spellAmount({ low, high }: Token, amount: Amount): SpelledWord[] | undefined {
  const text = writeStep({ kind: 'step', amount, target: { kind: 'none' } });
  return low === high ? [{ text, kind: 'amount' }] : undefined;
}

function spellTarget(target: Target): SpelledWord[] {
  const step = writeStep({ kind: 'step', amount: { kind: 'open' }, target });
  return spellWord(step.replace('open ', ''));
}

/** Words that follow each other and are from the same list, or from none. */
function groupByList(words: readonly Word[]): Word[][] {
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last && last[0]?.list === word.list) last.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** The words that every week has, and the places of the lists. */
function describeShape(groups: readonly (readonly Word[])[]): string {
  return groups
    .map((group) => {
      const list = group[0]?.list;
      return list === undefined ? group.map(({ text }) => text).join(' ') : `{${list}}`;
    })
    .join('|');
}

function joinWords(words: readonly Word[]): string {
  let text = '';
  let before: WordKind | undefined;
  for (const word of words) {
    const isTight =
      before === undefined ||
      before === '(' ||
      before === 'x' ||
      word.kind === ')' ||
      word.kind === 'x' ||
      word.text === '';
    text += isTight ? word.text : ` ${word.text}`;
    before = word.kind;
  }
  return text;
}
