import { hasAmount, isRest, namesSport } from './evidence.ts';
import { withoutEnd } from './phrases.ts';
import { strideOf, translate } from './run-words.ts';
import type { Words } from './weekdays.ts';

/** A word, and what a text means by it; nothing where we don't understand it. */
export type Definition = { name: string; meaning: string | undefined };

/** Above a block of lines that explain words. */
export const KEY_TITLE =
  /^(?:(?:the )?(?:key|legend|glossary|abbreviations|(?:a few )?definitions|terms)|legende|abkürzungen|légende|abréviations|leyenda|abreviaturas|legenda)(?!\p{L}).{0,40}$/iu;

const NAME = String.raw`\p{L}[\p{L}\d+-]{0,19}`;
const PAIR = new RegExp(String.raw`^(${NAME}(?:\s*\/\s*${NAME})*)\s*=\s*(\S.*)$`, 'iu');
const NEXT_PAIR = new RegExp(
  String.raw`(?:[,;]\s*|\s{2,}|\s*\t\s*)(?=${NAME}(?:\s*\/\s*${NAME})*\s*=)`,
  'u',
);
/** "ST    Strides, 20 s", "LR: long run", "WU – warm up" */
const ROW = new RegExp(
  String.raw`^(\p{Lu}[\p{L}\d]{0,4}|\p{L}{1,4})(?:\s{2,}|\s*\t\s*|\s*:\s+|\s+[-–—]\s+)(\S.*)$`,
  'u',
);

/** The words that a line explains, if it is nothing else. */
export function definitionsOf(body: string, isKey: boolean, words: Words): Definition[] {
  const bare = withoutEnd(body.replace(/^"/, ''), /[";,\s]/);
  const pairs = bare.split(NEXT_PAIR).map((pair) => PAIR.exec(pair.trim()));
  if (pairs.every((pair) => pair !== null))
    return pairs.flatMap(([, names = '', meaning = '']) => define(names, meaning));
  const [, name = '', meaning = ''] = (isKey ? ROW.exec(bare) : undefined) ?? [];
  const isName = name !== '' && words.dayOf(name) === undefined && /\p{L}/u.test(meaning);
  return isName ? define(name, meaning) : [];
}

function define(names: string, meaning: string): Definition[] {
  return names
    .split(/\s*\/\s*/)
    .filter((name) => !KNOWN.test(name) || (name.length === 1 && !PACE.test(meaning)))
    .flatMap((name) => {
      const own = name.length < 4 ? name : name.toLowerCase();
      const found = meaningOf(own, meaning);
      return found === own ? [] : [{ name: own, meaning: found }];
    });
}

/** Words that a script knows, whose paces are the runner's own. */
const KNOWN =
  /^(?:e|easy|ez|m|mp|gmp|hmp|hm|t|lt|thr\p{L}*|tempo|i|r|rec\p{L}*|locker|suave|umbral|\d+k)$/iu;
const PACE = /^\W*\d{1,2}[:'’]\d\d/u;
const MEANT =
  /^(?:@ ?(?:HM|M|\d+k)|wu|cd|easy|recovery|tempo|threshold|long|intervals?|marathon|warm|cool|jog|steady)(?![\p{L}\d])/iu;
const LIKE =
  /(?<!\p{L})(?:about|around|roughly|approx\p{L}*|~|ca\.?|near)\s*(?:your\s+)?((?:half[- ])?marathon|\d+ ?k|mile)\s*(?:race\s*)?(?:pace|effort)/iu;

function meaningOf(name: string, meaning: string): string | undefined {
  // "LR = long run, talking pace", "EF = endurance (you can talk)"
  const [kind = ''] = meaning.split(/[,(;]|\.\s|\s[–—-]\s/);
  const bare = kind.trim();
  const strides = strideOf(meaning);
  if (strides !== undefined) return strides;
  const [, like] = LIKE.exec(meaning) ?? [];
  if (like !== undefined && !CLEAR.test(bare)) return `at ${like} pace`;
  if (MEANT.test(translate(bare)) || isRest(bare) || namesSport(bare)) return bare;
  // "Strides = 100 m" says how long each is.
  const isSized = name !== 'strides' || /\d\s*[x×]/.test(meaning);
  const isWhole = name.length > 1 && hasAmount(meaning) && isSized;
  return isWhole ? meaning : undefined;
}

const CLEAR = /^(?:threshold|tempo|interval|repetition|easy|marathon|half|\d+k)/i;

const WITHIN = /(\p{L}[\p{L}\s-]{3,30})\s\((\p{Lu}{2,4})\)(?=\s*(?:$|[\d:=,;.)]))/gu;

/** "ritmo de media (RM) 4:50", "Tempodauerlauf (TDL) = 5:00": abbreviations of paces. */
export function namesWithin(body: string): { name: string; meaning: string }[] {
  return Array.from(body.matchAll(WITHIN), ([, words = '', name = '']) => {
    const starts = [...words.matchAll(/(?<!\p{L})(?=\p{L})/gu)].map(({ index }) => index);
    const meaning = starts
      .map((start) => words.slice(start).trim())
      .find((one) => MEANT.test(translate(one)) && translate(one) !== one);
    return { name, meaning: meaning ?? '' };
  }).filter(({ meaning }) => meaning !== '');
}
