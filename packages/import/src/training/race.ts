import { hasAmount, isParkrun, namesRun } from './evidence.ts';
import { translate } from './run-words.ts';
import { RACE } from './words.ts';

const RACE_WORD = new RegExp(`(?<![\\p{L}])(?:${RACE})(?![\\p{L}])`, 'iu');
const NAMED =
  /^[^\p{L}\d]*(?:(?:the|le|la|el|der|die|das|goal|target|a)\s+)?(?:[\p{Lu}][\p{L}'’.&-]*[\s-]+){0,4}(?:half[\s-]?marathon|half(?=\W*$)|marathon|halbmarathon|semi(?:-marathon)?|media marat[oó]n|maratón)\W*(?:(?:26[.,]2|42[.,]\d{1,3}|13[.,]1|21[.,]\d{1,2})\s*(?:km|mi|miles)?\W*)?$/iu;
/** "10 km de Saint-Brieuc", "Wokingham Half" */
const OF_PLACE =
  /^(?:\d{1,2} ?km|semi|marathon) (?:de |du |des |d['’])\p{Lu}|^(?:\p{Lu}[\p{L}'’.&-]+\s+){1,3}Half$/u;
/** "RL 14k" is an abbreviation, and no race is that long. */
const PROPER =
  /^(?!\p{Lu}{1,3}\s+\d)(?:\p{Lu}[\p{L}'’.&-]+\s+){1,4}(?:5|8|10|12|15|20|25|30|50|100)\s?-?[kK](?:[mM])?\W*$/u;
const NO_PLACE =
  /^(?:easy|medium|moderate|hilly|fast|slow|hard|flat|trail|club|group|solo|aerobic|base|fartlek|negative|tempo|long|steady|run|progression|fartlek|recovery|intervals?|threshold)\b|lauf(?!\p{L})/iu;

/** "Tempodauerlauf 6 km" and "Footing 10 km" are no races in a town. */
function isKindOfRun(words: string): boolean {
  const [before = ''] = words.split(/\d/, 1);
  return NO_PLACE.test(words) || namesRun(before) || translate(words) !== words;
}

const NOT_A_RACE =
  /\d\s*[x×]\s*\d|\bpace\b|carrera continua|\brace (?:effort|week)\b|warm|\bw\/?u\b|\bc\/?d\b|cool|einlaufen|auslaufen|[eé]chauffement/i;
export const NOT_RACED =
  /\bnot (?:flat|all) out\b|\bnot (?:hard|rac\p{L}*)|\b(?:easy|steady|jog|relaxed)\b|(?:@|\bat)\s+(?!race)\p{L}.*\b(?:pace|effort)\b/iu;
const METRES_PER_MILE = 1609.344;

export type Race = {
  metres?: number;
  title: string;
  /** It has a warm-up or a cool-down. */ hasScript?: boolean;
};

/** A race and its distance: "parkrun", "10k race", "Berlin Half Marathon", "26.2". */
export function readRace(text: string, title: string): Race | undefined {
  const words = text.trim();
  const name = [title, words].filter(Boolean).join(': ');
  if (isParkrun(words))
    return NOT_RACED.test(words)
      ? undefined
      : { metres: 5000, title: name, hasScript: hasAmount(words) };
  if (/^(?:26[.,]2|42[.,](?:2|195))(?:\s*(?:mi|miles|km))?$/.test(words))
    return { metres: 42_195, title: name };
  if (/^(?:13[.,]1|21[.,]1)(?:\s*(?:mi|miles|km))?$/.test(words))
    return { metres: 21_097.5, title: name };
  const inside = raceWithin(words);
  if (inside !== undefined) return { metres: inside, title: name, hasScript: true };
  const bare = words.replaceAll(/\([^()]*\)/g, ' ');
  const isCalled =
    (RACE_WORD.test(name) || /^meet$|^MEET(?!\p{L})/u.test(words)) && !NOT_A_RACE.test(bare);
  const isNamed =
    NAMED.test(words) || OF_PLACE.test(words) || (PROPER.test(words) && !isKindOfRun(words));
  if (!isCalled && !isNamed) return undefined;
  const metres = distanceOf(name);
  // "Course facile" is a run in French, "a race" alone is a day without a distance.
  if (metres === undefined && hasAmount(words)) return undefined;
  return metres === undefined ? { title: name } : { metres, title: name };
}

/** "2 km warm up, 5 km time trial, 2 km cool down" */
function raceWithin(text: string): number | undefined {
  const clauses = text.split(/\s*(?:[,+;\n]|\bthen\b)\s*/i).filter(Boolean);
  const [race, ...others] = clauses.toSorted(
    (a, b) => Number(RACE_WORD.test(b)) - Number(RACE_WORD.test(a)),
  );
  if (race === undefined || others.length === 0 || !RACE_WORD.test(race) || NOT_A_RACE.test(race))
    return undefined;
  return others.every((clause) => EITHER_SIDE.test(clause)) ? distanceOf(race) : undefined;
}

const EITHER_SIDE =
  /warm|cool|\bw\/?u\b|\bc\/?d\b|einlaufen|auslaufen|[eé]chauffement|retour au calme/i;

export function distanceOf(text: string): number | undefined {
  if (/\b(?:half|halbmarathon|semi|media marat)/i.test(text)) return 21_097.5;
  if (/\bmarat[hó]/i.test(text)) return 42_195;
  const single = text.replaceAll(/\b\d+k?\s*[-–]\s*(?=\d+\s?k)/gi, '');
  const [, number, unit = ''] =
    /(?<![\d.:])(\d+(?:[.,]\d+)?)\s*-?\s*(km?|mi(?:les?)?|m(?:etres|eters|tr)?)(?!\p{L})/iu.exec(
      single,
    ) ?? [];
  if (number === undefined) return undefined;
  const value = Number(number.replace(',', '.'));
  if (/^k/i.test(unit)) return value * 1000;
  if (/^mi/i.test(unit)) return value * METRES_PER_MILE;
  return value >= 100 ? value : undefined;
}
