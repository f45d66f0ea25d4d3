/** What a whole text says about its units. */
export type Units = {
  /** Of a number without a unit, such as "Easy 4". */
  bare: 'mi' | 'km' | 'min';
  isSaid: boolean;
  /** "3 m" is miles; false if it is minutes. */
  mIsMiles: boolean | undefined;
  /** "5 R" is a recovery run in the shorthand with GA and MLR. */
  hasShorthand: boolean;
  hasLongBare: boolean;
};

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const MIN_TIMED = 3;

/** The unit of bare numbers is the one that the text has most. */
export function unitsOf(text: string, usual: 'mi' | 'km'): Units {
  const said =
    /\b(?:all|everything|distances?|times?|numbers?|figures?|mileage)\b[^.\n]{0,40}\b(miles|kilomet\w+|km|minutes)\b/i
      .exec(text)?.[1]
      ?.toLowerCase();
  const miles =
    count(text, /\bmiles?\b|\d\s*mi\b|(?<![\d.])(?:26\.2|13\.1)(?!\d)/gi) + count(text, /\d ?M\b/g);
  const kilometres = count(text, /\d\s*(?:km|kms)\b/gi);
  const small = Array.from(
    text.matchAll(/(?<![\d.:x×])(\d{1,3}(?:\.\d+)?)\s?m\b(?!\s*(?:in|tr)|\/)/g),
    ([, value]) => Number(value),
  );
  const bareValues = Array.from(
    text.matchAll(/(?<=^|[\t|;/]|\s)(\d{2,3})(?=\s*(?:$|[\t|;/]|easy|steady|long))/gim),
    ([, value]) => Number(value),
  );
  const minutes = count(text, /\d\s*(?:min(?:ute)?s?|minuten|minutos|mn)\b|\d\s?['′](?!\d)/gi);
  // A text that only counts minutes has no distances.
  const isTimed =
    miles + kilometres === 0 && minutes >= MIN_TIMED && !/\d\s?k\b(?! pace)/i.test(text);
  const likely = isTimed ? 'min' : miles === kilometres ? usual : miles > kilometres ? 'mi' : 'km';
  return {
    bare:
      said === undefined
        ? likely
        : /^mi(?!n)/.test(said)
          ? 'mi'
          : said.startsWith('min')
            ? 'min'
            : 'km',
    isSaid: said !== undefined,
    mIsMiles: isMiles(small, text) || undefined,
    hasShorthand: /\b(?:GA|MLR)\b/.test(text),
    hasLongBare: bareValues.some((value) => value >= 25 && value % 5 === 0),
  };
}

/** Short runs in "m", beside times in minutes, or halves of it, are miles. */
function isMiles(values: readonly number[], text: string): boolean {
  const own = values.filter((value) => value < 100);
  if (own.length === 0 || own.some((value) => value > 26)) return false;
  const hasMinutes = /\d\s*min/i.test(text);
  const hasRun =
    /\d\s?m\s+(?:run|tempo|easy|long|race)\b|\b(?:tempo|run|easy|long)\s+\d+(?:\.\d+)?\s?m\b/i.test(
      text,
    );
  // Nobody's long run takes minutes in one digit.
  const hasLong =
    /(?<![x×]\s?)\b\d{1,2}(?:\.\d+)?\s?m\s+long\b|\blong(?: run)?:?\s+\d{1,2}\s?m\b/i.test(text);
  if (hasLong && own.length > 5) return true;
  return hasMinutes && (own.length > 5 || hasRun || own.some((value) => value % 1 !== 0));
}
