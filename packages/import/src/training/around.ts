import { namesSport } from './evidence.ts';
import { NUMBER_WORDS } from './words.ts';

/** What a text says once of several workouts: "Every session starts and ends with 5 minutes of walking." */
export type Around = { before: string; after: string };

const EVERY =
  /(?<!\p{L})(?:every|each|all(?: the| your)?|always|jede[rs]?|alle|chaque|tou(?:s|tes) les|cada|tod[oa]s l[oa]s)\s+(?:\p{L}+\s+)?(?:sessions?|runs?|workouts?|trainings?|einheit(?:en)?|läufe|lauf|séances?|sorties?|sesi[oó]n(?:es)?|entrenamientos?)(?!\p{L})|(?<!\p{L})(?:always|immer|toujours|siempre)(?!\p{L})/iu;
const START =
  /(?<!\p{L})(?:start|begin|before|first|zuerst|d[’']abord|primero|warm|aufwärm|einlauf|einlaufen|beginn|vor(?:her|dem)?(?!\p{L})|échauff|commenc|début|avant|calent|empiez|comienz|antes)\p{L}*/iu;
const END =
  /(?<!\p{L})(?:end|finish|cool|after|auslauf|abwärm|auslaufen|danach|retour au calme|fini|termin|après|acab|vuelta a la calma|enfri|después)\p{L}*/iu;
const WALK = /(?<!\p{L})(?:walk|geh|marche|camin|andar|andando)/iu;
const LENGTH = new RegExp(
  String.raw`(?<![\d.,])(\d{1,2}|${NUMBER_WORDS.slice(1).join('|')})[\s-]*(min(?:ute)?s?|minuten|minutos|mn|'|′|km|kilomet\p{L}+|miles?)(?!\p{L})`,
  'giu',
);

/** Whether a sentence speaks of all sessions. */
export function saysEvery(sentence: string): boolean {
  return EVERY.test(sentence);
}

/** The lengths behind the words that name them, as both ends have it where they are named together. */
export function lengthsAround(sentence: string): Around | undefined {
  const [start, end] = [START.exec(sentence), END.exec(sentence)];
  const lengths = [...sentence.matchAll(LENGTH)];
  const [first, last = first] = lengths;
  if (!first || !last || lengths.length > 2 || (!start && !end) || namesSport(sentence))
    return undefined;
  const isWalked = WALK.test(sentence);
  return {
    before: start ? `${lengthOf(first)} ${isWalked ? 'walk' : 'WU'}` : '',
    after: end ? `${lengthOf(last)} ${isWalked ? 'walk' : 'CD'}` : '',
  };
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
