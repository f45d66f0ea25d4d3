import type { Leftover } from './cells.ts';
import { NUMBER_WORDS } from './words.ts';

/** What a text says once of all its workouts: "Every session starts and ends with 5 minutes of walking." */
export type Around = { before: string; after: string };

const EVERY =
  /(?<!\p{L})(?:every|each|all(?: the| your)?|always|jede[rs]?|alle|chaque|tou(?:s|tes) les|cada|tod[oa]s l[oa]s)\s+(?:\p{L}+\s+)?(?:sessions?|runs?|workouts?|trainings?|einheit(?:en)?|läufe|lauf|séances?|sorties?|sesi[oó]n(?:es)?|entrenamientos?)(?!\p{L})|(?<!\p{L})(?:always|immer|toujours|siempre)(?!\p{L})/iu;
const START =
  /(?<!\p{L})(?:start|begin|warm|aufwärm|einlauf|einlaufen|beginn|échauff|commenc|début|calent|empiez|comienz)\p{L}*/iu;
const END =
  /(?<!\p{L})(?:end|finish|cool|auslauf|abwärm|auslaufen|retour au calme|fini|termin|acab|vuelta a la calma|enfri)\p{L}*/iu;
const WALK = /(?<!\p{L})(?:walk|geh|marche|camin|andar|andando)/iu;
const LENGTH = new RegExp(
  String.raw`(?<![\d.,])(\d{1,2}|${NUMBER_WORDS.slice(1).join('|')})[\s-]*(min(?:ute)?s?|minuten|minutos|mn|'|′|km|kilomet\p{L}+|miles?)(?!\p{L})`,
  'giu',
);

/** Behind the words that name it, as both ends have it where they are named together. */
export function aroundOf(lines: readonly Leftover[]): Around | undefined {
  for (const { text } of lines)
    for (const sentence of text.split(/(?<=[.!?])\s+/)) {
      if (!EVERY.test(sentence)) continue;
      const [start, end] = [START.exec(sentence), END.exec(sentence)];
      const lengths = [...sentence.matchAll(LENGTH)];
      const [first, last = first] = lengths;
      if (!first || !last || lengths.length > 2 || (!start && !end)) continue;
      const isWalked = WALK.test(sentence);
      return {
        before: start ? `${lengthOf(first)} ${isWalked ? 'walk' : 'WU'}` : '',
        after: end ? `${lengthOf(last)} ${isWalked ? 'walk' : 'CD'}` : '',
      };
    }
  return undefined;
}

/** "Series: 20' warm-up, 10' cool-down": of some workouts, in a line of its own. */
export function saysAround(lines: readonly Leftover[]): boolean {
  return lines.some(
    ({ text }) =>
      !EVERY.test(text) && START.test(text) && END.test(text) && text.search(LENGTH) >= 0,
  );
}

function lengthOf([, number = '', unit = '']: RegExpMatchArray): string {
  const value = Number(number) || NUMBER_WORDS.indexOf(number.toLowerCase());
  return `${value}${/^k/i.test(unit) ? 'km' : /^mile/i.test(unit) ? 'mi' : 'm'}`;
}

const HAS_START = /^\S+ (?:WU|walk)/;
const HAS_END = /(?:CD|walk)$/;

/** A script with what comes before and after every workout, unless it has that. */
export function withAround(script: string, { before, after }: Around): string {
  return [HAS_START.test(script) ? '' : before, script, HAS_END.test(script) ? '' : after]
    .filter(Boolean)
    .join(' + ');
}
