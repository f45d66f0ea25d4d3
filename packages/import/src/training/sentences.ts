import { beginsWithRest, hasAmount, look, namesRace, namesRun, namesSport } from './evidence.ts';
import { withoutEnd } from './phrases.ts';
import type { Words } from './weekdays.ts';

/** A part of a line that is about a day. */
export type Sentence = { weekday: number | undefined; text: string; from: number };

const CLAUSE =
  /(?<=^|[.;:,!?&]\s+|[.;:]|\b(?:on|am|le|el|and|then|take|und|et|y)\s+)(\p{L}{5,12})(['’]s)?(?![\p{L}])/giu;
const SAID =
  /^(?:['’]s)?\s*(?:[:–—,-]\s*)?(?:(?:session|workout|run|training)\s+)?(?:(?:is|are|will be|we(?:'|’)?ll (?:do|run)|we (?:do|run)|do|go for|ist|est|es)\s+)?(?:(?:a|an|another|about|around)\s+(?=\p{L}+\s+\d|\d))?(?:[:–—-]\s*)?/iu;

/** "Run 5 km on Monday"; but "brilliant relays on Sunday" speaks about a day that was. */
function isLed(text: string, clause: number): boolean {
  return clause === 0 ? hasAmount(text) : look(text, false) === 'session';
}

/** "If you race on Saturday, …" is about no day. */
function isCondition(before: string): boolean {
  const clause = before.slice(
    Math.max(...['. ', '; ', ', ', ': '].map((mark) => endOf(before, mark))),
  );
  return (
    !hasAmount(clause) && /^\s*(?:if|when|unless|after|before|since|wenn|falls|si)\s/i.test(clause)
  );
}

function endOf(text: string, mark: string): number {
  const at = text.lastIndexOf(mark);
  return at < 0 ? 0 : at + mark.length;
}

/** Weekdays within sentences: each begins a session at the beginning of a clause, or behind "on". */
export function sentencesOf(line: string, words: Words): Sentence[] | undefined {
  const hits = Array.from(line.matchAll(CLAUSE)).flatMap((hit) => {
    const weekday = words.dayOf(hit[1] ?? '');
    if (weekday === undefined || isCondition(line.slice(0, hit.index))) return [];
    const isBehind = /\b(?:on|am|le|el)$/i.test(line.slice(0, hit.index).trimEnd());
    const before = line.slice(0, hit.index);
    const clause = Math.max(...['. ', '; ', ', '].map((mark) => endOf(before, mark)));
    const start = isBehind && isLed(line.slice(clause, hit.index), clause) ? clause : hit.index;
    return [
      {
        weekday,
        start: isBehind && hit.index < 4 ? 0 : start,
        at: hit.index,
        length: hit[0].length,
        isBehind,
      },
    ];
  });
  const ordered = hits
    .map((hit, index) => {
      const before = hits[index - 1];
      const end = before ? before.at + before.length : 0;
      // "Run 5 km on Monday and again on Wednesday"
      return before &&
        hit.start < end &&
        AGAIN.test(
          line
            .slice(end, hit.at)
            .trim()
            .replace(/\b(?:on|am|le|el)$/i, '')
            .trimEnd(),
        )
        ? { ...hit, start: end }
        : hit;
    })
    .filter((hit, index, all) => index === 0 || hit.start > (all[index - 1]?.start ?? -1));
  if (ordered.length === 0) return undefined;
  const parts = ordered.map((hit, index): Sentence & { isEnded: boolean } => {
    const to = ordered[index + 1]?.start ?? line.length;
    const isEnded = /[.;!?]$/.test(line.slice(hit.at, to).trimEnd());
    const before = line
      .slice(hit.start, hit.at)
      .trimEnd()
      .replace(/\b(?:on|am|le|el)$/i, '');
    const behind = line.slice(hit.at + hit.length, to);
    // "Tuesday, Thursday and Saturday. Always start with 5 min walking."
    if (before.trim() === '' && /^[.!?]\s/.test(behind)) {
      const last = ordered[index - 1];
      const joint = last ? line.slice(last.at + last.length, hit.at) : '';
      const isJoined = /^\s*(?:,|&|and|und|et|y)\s*$/i.test(joint);
      return {
        weekday: hit.weekday,
        text: isJoined ? 'again' : '',
        from: hit.start,
        isEnded: true,
      };
    }
    const after = behind.replace(SAID, '');
    const text = `${before} ${after}`
      .trim()
      .replace(/(?:(?:,\s*|\b)(?:and|then|take|on|am|le|el|und|et|y)|&)$/i, '')
      .trimEnd()
      .replace(/\s*[.,;]$/, '');
    return { weekday: hit.weekday, text, from: hit.start, isEnded };
  });
  const shared = parts.map((part, index) =>
    (part.text === '' && !part.isEnded) || AGAIN.test(part.text)
      ? { ...part, text: textNear(parts, index) }
      : part,
  );
  if (!shared.some(({ text }) => isSession(text))) return undefined;
  const said = shared.map((part) =>
    isSession(part.text)
      ? part
      : {
          ...part,
          weekday: undefined,
          text: line.slice(part.from, nextOf(shared, part) ?? line.length).trim(),
        },
  );
  const lead = line.slice(0, ordered[0]?.start ?? 0).trim();
  return lead === '' ? said : [{ weekday: undefined, text: lead, from: 0 }, ...said];
}

const AGAIN = /^(?:and\s+)?(?:again|the same(?: again)?|same again|nochmal|gleich|pareil|igual)$/i;

/** "On Tuesday and Thursday run 5 km": of the day beside it. */
function textNear(parts: readonly Sentence[], index: number): string {
  const before = parts[index - 1]?.text ?? '';
  return before === ''
    ? (parts.slice(index + 1).find(({ text }) => text !== '')?.text ?? '')
    : before;
}

function nextOf(parts: readonly Sentence[], part: Sentence): number | undefined {
  return parts.find(({ from }) => from > part.from)?.from;
}

/** Of a day that was. */
export const WAS = /^(?:was|were|went|felt|looked|saw|war|waren|lief|était|fue|estuvo)(?!\p{L})/iu;

/** "Monday 8 December at 8pm" is none. */
function isSession(text: string): boolean {
  if (WAS.test(text)) return false;
  return (
    hasAmount(text) || beginsWithRest(text) || namesSport(text) || namesRace(text) || namesRun(text)
  );
}

/** Where a day may begin in a week in one line: "M off, T 5 miles", and "mardi 45 min - jeudi 1 h", "M - 3 miles. W - 2 miles". */
const DAY_GAP = /[,;|]/gu;
const LOOSE_GAP = /[,;|]|\.(?=\s)|\s[-–—·•/]\s(?=\p{L}{2})/gu;

/** "M off, T 5 miles, W off, Th 3 miles": a week in one line. */
export function inlineDays(line: string, words: Words): Sentence[] | undefined {
  const found = daysBetweenGaps(line, words, DAY_GAP);
  if (found) return found;
  const told = sentencesOf(line, words)?.filter(({ weekday }) => weekday !== undefined) ?? [];
  return told.length >= MIN_INLINE ? undefined : daysBetweenGaps(line, words, LOOSE_GAP);
}

function daysBetweenGaps(line: string, words: Words, gaps: RegExp): Sentence[] | undefined {
  const parts: Sentence[] = [];
  let previous = -1;
  const starts = [0, ...Array.from(line.matchAll(gaps), ({ 0: gap, index }) => index + gap.length)];
  for (const start of starts) {
    const from = start + (/^\s*/.exec(line.slice(start))?.[0].length ?? 0);
    const own = dayOfChunk(line.slice(from), words, previous);
    const before = parts.at(-1);
    if (!own) {
      if (!before) return undefined;
      continue;
    }
    if (before) before.text = withoutEnd(line.slice(before.from, start), /[\s,;|.–—·•/-]/);
    parts.push({ weekday: own.day, text: line.slice(from), from });
    previous = own.day;
  }
  if (parts.length < MIN_INLINE) return undefined;
  return parts.map((part, index) => {
    const length = dayOfChunk(part.text, words, parts[index - 1]?.weekday ?? -1)?.length ?? 0;
    return { ...part, text: part.text.slice(length).replace(/^[\s:–—-]+/, '') };
  });
}

const MIN_INLINE = 3;

function dayOfChunk(text: string, words: Words, previous: number) {
  const named = words.dayAt(text);
  if (named && /^[\s:–—-]/.test(text.slice(named.length))) return named;
  const [letters = ''] = /^[a-z]{1,2}(?=\s|:)/i.exec(text) ?? [];
  const day = letters === '' ? -1 : words.nextDay(letters, previous);
  return day < 0 ? undefined : { day, length: letters.length };
}
