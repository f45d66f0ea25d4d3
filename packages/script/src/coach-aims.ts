import {
  namedTarget,
  secondsOf,
  speedTarget,
  speedUnitOf,
  stated,
  sticky,
  type Aim,
  type Match,
  type Push,
} from './coach-leaf.ts';

// What is said of each of several: a pace for each repetition, or by how much each is faster.

const CLOCK = `\\d{1,2}[:'’′´][0-5]\\d["”″]?`;
const PER = '(?:\\s?(?:/|per )\\s?(?:km|k|miles?|mi)(?!\\p{L}))';
const NAMED =
  '(?:(?:1500|1600|3000|5000|(?:3|5|10|15)[ ]?km?|mile|half|hmp?|g?mp|marathon|threshold|tempo|lt|vma|as5|as10|as21|as42|hmt|mrt|hmrt|10er|5er|[mti])(?:[ -]?(?:pace|effort|tempo|rt))?)';
const JOIN =
  '(?:\\s?[,;/]\\s?(?:(?:and|then|und|dann|et|puis|y|luego|e|poi|en)\\s)?|\\s?(?:[-–—>→]|->)\\s?|\\s(?:and|then|&|und|et|y|e|en)\\s)';
/** No recovery, and no length. */
const END =
  '(?![\\d\\p{L}:=])(?!\\s?(?:-|jog|rest|rec|walk|float|min|sec|easy|trab|geh|paus|r[eé]cup|trot|march|desc|pace range|km|k|mi|m|x|×)(?!\\p{L}))';
const AFTER_AIM = `(?<=(?:@|:|\\(|=|(?<!\\p{L})(?:at|in|im|en|à|a|al|of|allures?|ritmos?|paces?|alternating|cut[ -]?down)) ?)`;

const CLOCKS = sticky(`${CLOCK}${PER}?(?:${JOIN}${CLOCK}${PER}?){1,14}${END}`);
const NUMBERS = sticky(
  `${AFTER_AIM}\\d{2,3}(?:${JOIN}\\d{2,3}){1,14}(?:\\s?(?:s|secs?|seconds?|["”″])(?!\\p{L}))?${END}`,
);
const NAMES = sticky(`${AFTER_AIM}${NAMED}(?:${JOIN}${NAMED}){1,14}${END}`);
const ONE_AIM = new RegExp(`${CLOCK}${PER}?|${NAMED}(?!\\p{L})|\\d{2,3}`, 'giu');
const PACED = new RegExp(PER, 'giu');
const RANGE = /^[^-–—>→,;/&]+[-–—>→]+[^-–—>→,;/&]+$/u;

/** "7:10, 7:05, 7:00", "@ 70, 68, 66", "at T / 10k / 5k": a pace for each of several. */
export function readAims(text: string, at: number, push: Push, match: Match): void {
  const found = /\d/.test(text.charAt(at))
    ? (match(CLOCKS) ?? match(NUMBERS) ?? match(NAMES))
    : match(NAMES);
  if (!found || RANGE.test(found[0].replace(PACED, ''))) return;
  const aims = Array.from(found[0].matchAll(ONE_AIM), ([part]) => aimOf(part.toLowerCase(), text));
  if (aims.every((aim) => aim !== undefined))
    push('aims', at + found[0].length, { aims, cost: aims.length === 2 ? 0.3 : 0 });
}

function aimOf(part: string, text: string): Aim | undefined {
  const [clock, rest = ''] = /^\d{1,2}[:'’′´]\d\d/.test(part)
    ? [part.slice(0, part.search(/["”″]|\s|\/|per|$/)), part]
    : [];
  if (clock !== undefined) {
    const unit = /(?:\/|per )\s?(k|m)/.exec(rest)?.[1];
    const target =
      unit === undefined ? undefined : stated(clock, undefined, unit === 'k' ? 'km' : 'mi');
    return { target, seconds: secondsOf(clock) };
  }
  const number = /^(\d{2,3})(?:\s?(?:s|secs?|seconds?|["”″]))?$/.exec(part)?.[1];
  const per = Number(number) <= 25 ? speedUnitOf(text) : undefined;
  if (number !== undefined)
    return { target: per && speedTarget(Number(number), per), seconds: Number(number) };
  const target = namedTarget(part.replace(/[ -]?(?:pace|effort)$/, ''));
  return target && { target, seconds: 0 };
}

const SEC =
  "(\\d{1,2})\\s?(?:s|secs?|seconds?|sek|sekunden|segundos?|secondes?|secondi|seconden|[\"”″]|'')";
const FASTER =
  '(?:faster|quicker|less|schneller|plus (?:vite|rapides?)|más rápid[oa]s?|menos|più veloc[ei]|meno|sneller)';
const EACH =
  '(?:each|every|per|an?|je|jed(?:e|er|es|em)|pro|chaque|à chaque|par|cada|por|ogni|per ogni|elke|/)';
const ONE =
  '(?: ?(?:one|time|reps?|repetition|interval|miles?|mi|km|k|lap|set|wiederholung|wdh|kilometer|répétition|fois|uno|una|repetición|serie|vez|vuelta|ripetuta|prova|volta|herhaling))?(?!\\p{L})';
const BY = [
  `(?:(?:then|and|get(?:ting)?|go(?:ing)?|run(?:ning)?|each|but) )?(?:by )?${SEC} ${FASTER},? ${EACH}${ONE}`,
  `(?:with )?${EACH}${ONE}(?: (?:is|being|ist|runs?))?,? (?:by )?${SEC} ${FASTER}(?! than)`,
  `(?:then |and )?(?:cut(?:ting)?(?: it)?(?: down)?|drop(?:ping|s)?|descend(?:ing|s)?|reduc(?:ing|e)|tak(?:ing|e)(?: off)?|knock(?:ing)?|quicken(?:ing)?|bajando|quitando|bajar|scendendo|calando)(?: by| off)? ${SEC}(?: off)? ?${EACH}${ONE}`,
].map(sticky);

/** Whether a text may say by how much each is faster. */
export function hasFaster(text: string): boolean {
  return MAY_BE_FASTER.test(text);
}

const MAY_BE_FASTER =
  /fast|quick|less|schnell|vite|rapid|rápid|menos|meno|veloc|snel|cut|drop|descend|reduc|tak|knock|baj|quit|scend|cal/i;

/** "Then 10 sec faster each", "dropping 5 s per rep". */
export function readFaster(at: number, push: Push, match: Match): boolean {
  for (const pattern of BY) {
    const found = match(pattern);
    if (!found) continue;
    push('faster', at + found[0].length, { low: Number(found[1]) });
    return true;
  }
  return false;
}
