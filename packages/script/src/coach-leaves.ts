import { round } from './amounts.ts';
import type { Amount, Zone } from './workout.ts';
import { hasFaster, readAims, readFaster } from './coach-aims.ts';
import {
  amountIn,
  isTrack,
  MILE,
  raceTarget,
  secondsOf,
  speedTarget,
  speedUnitOf,
  stated,
  sticky,
  targetOf,
  type Leaf,
  type Match,
  type Measure,
  type Push,
} from './coach-leaf.ts';
import { HARMLESS_PHRASES, isHarmless, isHarmlessInClause } from './coach-harmless.ts';
import { fuelAt } from './coach-fuel.ts';
import {
  COUNT_WORDS,
  LEXICON,
  MAX_PHRASE_WORDS,
  NUMBERS,
  TIMES_WORDS,
  UNIT_SPELLINGS,
  type WordKind,
} from './coach-words.ts';

const NUM =
  '(?:\\d+ and a half|\\d+[.,]\\d+|\\.\\d{1,2}(?!\\d)|\\d+\\s?[½¼¾⅓⅔]|[½¼¾⅓⅔]|\\d+\\s[123]/[234](?=\\s*-?\\s*mi)|[123]/[234](?=\\s*-?\\s*mi)|\\d+)';
const DASH = '[-\\u2010-\\u2015\\u2212]';
const MARKS = "''|’’|´´|[\"”″]|['’′´]";
const SERIES_NUM = '(?:\\d+(?:\\.\\d+)?[½¼¾]?|[½¼¾])';
const UNIT = `(?:[\\p{L}]+|${MARKS})`;
/** A unit, and no other word. */
const KNOWN_UNIT = `(?:(?:${Object.keys(UNIT_SPELLINGS)
  .filter((word) => /^\p{L}+$/u.test(word))
  .toSorted((a, b) => b.length - a.length)
  .join('|')})(?!\\p{L})|${MARKS})`;
const CLOCK = `\\d{1,2}(?::|['’′´])[0-5]\\d(?!\\d)["”″]?`;
const PER =
  '(?:\\s*min)?\\s*(?:/|per |a |au |je |pro |al |par |por )\\s*(km|k|kilo|kilomet(?:er|re)|mi|mile|miles|m)(?![\\p{L}\\d])';

/** "start at 8:30/mi, end at 7:00/mi" */
const ENDING =
  '(?:\\s?/\\s?(?:km|mi|mile))?(?:,|;|\\s[-–—])?\\s+(?:and |then )?(?:finish|end)(?:ing|es|s)?(?: at| in| on| with)?';

const PATTERNS = {
  pace: sticky(`(${CLOCK})(?:(?:\\s*(?:${DASH}|to|→|->)|${ENDING})\\s*(${CLOCK}))?${PER}`),
  paceWord: sticky(
    `(\\d{1,2}:[0-5]\\d)(?:(?:\\s*${DASH}|${ENDING})\\s*(\\d{1,2}:[0-5]\\d))?(?:er)?[ -]*(?:min(?:ute)?s?[ -]*)?(miles?|mi|km|k)?[ -]*(?:pace|miling|tempo|schnitt|avg|average)(?!\\p{L})`,
  ),
  lapPace: sticky(
    `(\\d{2,3})(?:\\s?[-–]\\s?(\\d{2,3}))?\\s?(?:s|secs?|seconds)?(?:\\s?(?:per|/|a) ?(?:lap|400)|(?<=s|secs|seconds)[ -](?:lap )?pace)(?!\\p{L})`,
  ),
  minuteMile: sticky(
    `(\\d{1,2})(?:[:.](\\d\\d))?[ -]*min(?:ute)?s?[ -]*(mile|km|k)s?[ -]*(?:pace|ing)?(?!\\p{L})`,
  ),
  speed: sticky(
    `(\\d{1,2}(?:[.,]\\d)?)(?:\\s*(?:${DASH}|to)\\s*(\\d{1,2}(?:[.,]\\d)?))?\\s*(km/h|kmh|kph|mph)(?!\\p{L})`,
  ),
  beats: sticky(
    `(?:(?:hr|hf|puls|pulse|fc)\\s*)?(?:between |entre |zwischen )?(\\d{2,3})\\s*(?:${DASH}|and|et|und|to|y|e|à|bis)\\s*(\\d{2,3})(?:\\s*(?:bpm|puls|ppm|hr|beats))(?!\\p{L})|(?:hr|hf|puls|pulse|fc)\\s*(?:at\\s*)?(\\d{2,3})\\s*${DASH}\\s*(\\d{2,3})|(?:under |below |unter |sous )?(\\d{2,3})\\s*(?:bpm|ppm|beats)(?!\\p{L})|(?:cap|<|under|below) ?(1\\d\\d)(?![\\d\\p{L}]| ?m(?!\\p{L}))`,
  ),
  clock: sticky(
    `(\\d{1,2}[:'’′´][0-5]\\d(?::[0-5]\\d)?)["”″]?(?:\\s*(?:${DASH}|(?:down |up )?to|→|->|=>|bis|à|a|hasta|tot)\\s*(\\d{1,2}[:'’′´][0-5]\\d)["”″]?)?(?!\\d)(?:\\s?(?:min|mins|minuten)(?![\\p{L}./ ]*(?:\\/|per |pro ))|-?ish|s(?!\\p{L}))?(?!\\p{L})`,
  ),
  hours: sticky(
    `(\\d{1,2})\\s?h(?:rs?|ours?)?\\s?([0-5]?\\d)(?:\\s?(?:min|mins|minutes|m|['’′´]))?(?![\\d\\p{L}:])`,
  ),
  clockHours: sticky(
    `(\\d{1,2}):([0-5]\\d)\\s*(?:h|hrs?|hours?|std)(?!\\p{L}|\\s*(?:zone|z\\s?\\d|max|avg|\\d{3}))`,
  ),
  minutes: sticky(
    `(\\d{1,3})\\s?(?:['’′´]|m|mn|min|mins|minutes?)\\s?(?:([0-5]?\\d)\\s?(?:s|sec|secs|sek|seconds|["”″]|''|’’)(?!\\p{L})|([1-5]\\d)(?![\\d:x×.,'’"”]|\\s?(?:x|k|km|m|mi|min|mins|miles?|h|metres|meters|bpm|%|s|sec|secs)(?!\\p{L})))`,
  ),
  count: sticky(
    `(?!\\d{1,2} of (?:them|those))(\\d{1,2})(?:\\s*(?:${DASH}|to|or)\\s*(\\d{1,2}))?\\s*(?:x(?!\\p{L})|[×✕✖⨯*]|(?:${TIMES_WORDS}|${COUNT_WORDS})(?!\\p{L}))\\s*(?=[\\d(\\[½¼¾]|:|an? |one|two|three|four|five|six|ten|mile|hill|\\p{L})`,
  ),
  times: sticky(
    `(?:x|[×✕✖⨯*])\\s*(\\d{1,2})(?:\\s*${DASH}\\s*(\\d{1,2}))?(?![\\w:.,'’"”]\\S|\\s*[x×*'’"”]|\\s*(?:k|km|m|mi|min|mins|s|sec|secs|metres|meters|miles?)(?!\\p{L}))`,
  ),
  group: sticky(`\\d{1,2}(?=\\s?\\([^()\\n]{2,80}[,+/][^()\\n]{1,80}\\))`),
  timesBehind: sticky(
    `(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)\\s+(?:times|mal|fois|veces|volte|keer|x|durchgänge|rondas|rounds in total)(?!\\p{L})(?=\\s*(?:[,;.)\\n]|$|then|through|total|over))`,
  ),
  series: sticky(
    `(${SERIES_NUM}\\s*(?:${KNOWN_UNIT})?\\s*(?<sep>${DASH}|,|/)\\s*${SERIES_NUM}\\s*(?:${KNOWN_UNIT})?(?:\\s*(?:\\k<sep>|,?\\s(?:and|&|und|et|y|e)\\s)\\s*${SERIES_NUM}\\s*(?:${KNOWN_UNIT})?){1,14})(?!\\p{L}|[\\d:x×]|\\.\\d|\\s*[x×]\\s*(?:\\d{3}|\\d+\\s?(?:m|k|s|['’]))|\\s*(?:jog|rest|walk|rec|easy|float)(?!\\p{L}|\\s*[=:]?\\s*\\d))`,
  ),
  /** "200 400 600 400 200", "1k 2k 3k" */
  spaced: sticky(
    `(?<!\\d\\s)(?:[1-9]\\d{2,3}m?(?:\\s+[1-9]\\d{2,3}m?){2,14}|\\d{1,2}k(?:\\s+\\d{1,2}k){2,14})(?![\\p{L}\\d:x×]|\\s*[x×])`,
  ),
  pair: sticky(
    `(${NUM})\\s*(${KNOWN_UNIT})?\\s*/\\s*(${NUM})\\s*(${KNOWN_UNIT})?(?![\\d\\p{L}/:]|\\s*(?:pace|effort|race))`,
  ),
  range: sticky(
    `(${NUM})\\s*(${UNIT})?\\s*(?:${DASH}|to|or|bis|à)\\s*(${NUM})\\s*-?\\s*(${UNIT})(?!\\p{L})`,
  ),
  number: sticky(NUM),
  seconds: sticky(
    `(\\d{2,3})\\s?${DASH}\\s?(\\d{2,3})(?![\\d\\p{L}:.%]|\\s?(?:%|bpm))(?:\\s?(?:s|secs?|seconds)(?!\\p{L}))?`,
  ),
  unit: sticky(`([ \\t]?-?[ \\t]?)(${UNIT}\\.?)`),
  zone: sticky(
    `(?:z|zone|hf zone|hr zone)\\s?-?([1-5])(?:\\s*${DASH}\\s*(?:z|zone)?\\s?([1-5]))?(?![\\d\\p{L}])`,
  ),
  race: sticky(
    `(?:(?:date|current|goal|target|recent|today's|real|your|my) )?(1500|1600|3000|5000|10000|1500m|3000m|5000m|10000m|(?:3|5|10|15)[\\s-]?km?|1500\\s?m|3000\\s?m|5000\\s?m|mile|1 mile|half|one mile)[ -]*(?:race[ -]*)?(?:goal[ -]*)?(?:race[ -]*)?(?:pace|effort|rp|race pace|speed|intensity|(?<=[-@] ?|\\( ?[\\d.,]{1,6} ?(?:km|k|m)?[ -]|(?:im|op|at|in|à|a|di) ?[\\d.,]{1,6} ?(?:km|k|m)?[ -])tempo|renntempo|rhythm)(?!\\p{L})`,
  ),
  raceRange: sticky(
    `(3k|5k|10k)\\s?(?:${DASH}|to|/)\\s?(5k|10k)[ -]*(?:race[ -]*)?(?:pace|effort)(?!\\p{L})`,
  ),
  words: sticky(`\\p{L}[\\p{L}\\p{M}\\d]*(?:(?:['’/.]|-/)\\p{L}[\\p{L}\\p{M}]*)*`),
  restSign: sticky(`(?:r|ri|rec|récup|recup|p|pause|i|tp|rest|recovery)\\.?\\s?[=:]\\s*(?=\\d)`),
  restLetter: sticky(
    `r\\.?\\s?(?=\\d{1,3}\\s?(?:['’′´":]|s|m|min|sec|mn))|p\\.?\\s?(?=\\d{1,3}\\s?(?:['’′´"]|s|m|min|sec|mn))`,
  ),
  setSign: sticky(`(?:s|sr)\\s?[=:]\\s*(?=\\d)|(?:R|serie|sets?)\\s?=\\s*(?=\\d)`),
  beyond: sticky(
    `(?:(?:at|@|à|al|bei|auf|on|around|about)\\s*)?(?:\\d{1,3}(?:[.,]\\d)?(?:\\s?(?:${DASH}|to|bis|à)\\s?\\d{1,3}(?:[.,]\\d)?)?\\s?%(?:\\s*(?:of|de|des|der|del|della|von|d')?\\s*(?:my|your|the|la|le|max(?:imum|imale)?)?\\s*(?:hr ?max|max ?hr|max ?heart rate|heart rate|hf ?max|fc ?max|fcm|mhr|lthr|hr|hf|fc|threshold pace|threshold|ftp|marathon pace|mp|vma|vo2 ?max|vam|race pace|goal pace|10k pace|5k pace|grade|gradient|incline|hill|pace|effort|max)(?!\\p{L}))?(?:\\s*(?:slower|faster|quicker) than [\\p{L}\\d]+(?: pace)?)?|rpe\\s?\\d{1,2}(?:\\s?[-–/]\\s?\\d{1,2})?|\\d{1,2}(?:\\s?[-–]\\s?\\d{1,2})?\\s?/\\s?10\\s(?:effort|rpe)|(?:at|@)\\s?\\d{1,2}(?:\\s?[-–]\\s?\\d{1,2})?\\s?/\\s?10(?!\\s?(?:k|km|m|mi|min|x)(?!\\p{L}))|(?:hr|hf|heart rate|puls|pulse|fc)\\s*(?:under|below|unter|max|sub|sous|around|cap|bis|not over|<|≤)\\s*\\d{2,3}(?:\\s*bpm)?|\\d{2,3}(?:\\s?${DASH}\\s?\\d{2,3})? ?(?:watts?|w(?!\\s?/|\\s+\\d))|(?:800|600|400|1000|1200|2000|2k|4k|6k|8k|12k|2 mile|3 mile|4 mile|5 mile|10 mile|1k)m?(?: goal)?(?: race)? (?:pace|effort))(?![\\p{L}\\d])`,
  ),
  /** "400s:", "Mile reps.": the length of what is counted behind it. */
  each: sticky(
    `(?:(\\d{3,4})['’]?s|(mile) (?:reps|repeats)|(1?km?)(?:['’]?s| reps| repeats)|(quarters)|(yasso['’]?s?)(?: 800s)?)(?! ?(?:on|off|\\d|\\())(?![\\p{L}'’])`,
  ),
  /** "(miles)", "all mins": the unit of every bare number. */
  saidUnit: sticky(
    `\\((?:all )?(?:in )?(miles|km|mins|minutes)\\)|all (?:in )?(miles|km|mins|minutes)(?=[.!]?\\s*$)`,
  ),
  /** "100 % of": the pace that follows. */
  whole: sticky(
    `(?:(?:at|@|à|al|a|bei|auf)\\s*)?100\\s?%\\s*(?:(?:of|de|des|der|del|della|von|d')\\s?)?(?=(?:my |la |le )?(?:mp|marathon|vma|vam|vo2|threshold|goal marathon|hmp|lt|t|m)(?!\\p{L}))`,
  ),
  date: sticky(
    `(?:mon|tues?|wed|weds|thu|thurs?|fri|sat|sun|mo|di|mi|do|fr|sa|so|lu|ma|me|je|ve)\\p{L}*\\.?,?\\s+\\d{1,2}[/.]\\d{1,2}(?:[/.]\\d{2,4}|\\.)?(?![\\d\\p{L}]|\\s*(?:k|km|mi|miles?|m)(?!\\p{L}))`,
  ),
  clockWord: sticky(
    `(?:(?:at|for|by|around|before|till|until) )?half (?:past )?(?:[5-9]|1[0-2])(?!\\d|\\s?(?:mile|k|km|min|m|x))`,
  ),
  restDay: sticky(
    `(?:mon|tues?|wed|weds|thu|thurs?|fri|sat|sun)(?:day|s|nes|rs|ur)*\\s*[:=–-]?\\s*(?:off|rest|rest day|day off)(?=\\s*(?:[\\n.,;|]|$))`,
  ),
  /** "your 10K build", "Couch to 5k": what it is for. */
  aim: sticky(
    `(?:(?:for )?the )?(?:over|under)[ -]?\\d0s(?!\\p{L})|(?:for )?(?:the |those |our )(?:half[ -]?marathon|half|marathon|10k|5k)(?:ers)? (?:lot|runners|group|crew|people|gang|squad|team|folk|girls|lads|ones)(?!\\p{L})|(?:couch (?:to|2) 5k|c25k)(?: style| graduates| grads| group)?(?!\\p{L})|(?:5k|10k|half|marathon|hm)[ -](?:build|plan|prep|training|block|cycle|specific|taper|group|programme|program|season|legs|race week|phase)(?!\\p{L})`,
  ),
  /** "mi 7-14", "km 1 to 3", "mile 20": from the one to the other. */
  split: sticky(
    `(?:miles?|mi|km|kms|kilometres?|k)\\s(\\d{1,2})(?:\\s?(?:${DASH}|to)\\s?(\\d{1,2}))?(?![\\d\\p{L}.:]|\\s?(?:min|x|×|%))`,
  ),
  after: sticky(
    `(?:after|between) (?:each|every|the) (?:${NUM}\\s*(?:m|k|km|metres|meters|mi|miles?|mins?|minutes?)?|mile)s?(?!\\p{L})`,
  ),
  repeatTimes: sticky(
    `(?:all |and )?repeat(?:ed)?(?: (?:this|that|it|all|the above|above|the set|set))?(?: for)?:? (?:x ?)?(\\d{1,2}) ?(?:x|times|rounds|reps|sets)?(?: (?:in total|total))?(?=\\s*(?:[,;.:)›>→\\n]|$))`,
  ),
  noRest: sticky(
    `(?:(?:no|without|zero) (?:rest|recovery|recoveries|break|breaks|jog|stopping|stops)|sin parar|sin pausa|sans pause|sans s'arrêter|ohne pause|senza sosta|zonder pauze)(?!\\p{L})`,
  ),
  /** "900 m of climb", "D+ 600": no length. */
  climb: sticky(
    `(?:(?:with|w/|mit|avec|con|and|&) )?(?:about |ca\\.? ?|~)?(?:\\d{2,4} ?(?:m|mtr|metres|meters|ft|feet)?\\+? ?(?:of )?(?:total )?(?:climb(?:ing)?|elevation(?: gain)?|ascent|vert|gain|höhenmeter|de dénivelé|de desnivel|di dislivello|d ?\\+)(?!\\p{L})|d ?\\+ ?:? ?\\d{2,4} ?m?(?!\\p{L})|\\d{3,4} ?hm(?!\\p{L}|[- ]?(?:tempo|pace|effort|rt)))`,
  ),
  quote: sticky('["“”]([^"“”\\n]{0,200})["“”]'),
  time: sticky(
    `(?:at |by |for |from |@ ?|until |till |um |à |a las |alle )?(?:(?:[1-9]|1[0-2])(?:[.:][0-5]\\d)? ?(?:am|pm|a\\.m\\.|p\\.m\\.)|(?:[5-9]|1\\d|2[0-2])(?:[.:][0-5]\\d)? ?uhr|(?:[5-9]|1\\d|2[0-2])[.:](?:00|15|30|45) (?:start|sharp|from))(?: sharp| start| prompt)?(?!\\p{L})`,
  ),
  // "run 8, walk 2" is no label, and "Run 8: 5 x 1 km" is.
  week: sticky(
    `(?:run\\s?\\d{1,2}(?=\\s*[:=](?!\\d))|(?:week|wk|woche|kw|semaine|semana|settimana|day|tag|jour|session|rep|séance|group|set|part|block|section|teil|satz|step|schritt|étape|paso|w(?=\\d)|\\d?q)\\s?\\d{1,2}(?=\\s*(?:[:.](?!\\d)|[,=–—-])|(?<=step \\d)\\s|\\s+(?:day|tag|séance|session)|$)(?:\\s+(?:day|tag|séance|session)\\s?\\d)?)`,
  ),
};

const SAID_UNIT = new RegExp(PATTERNS.saidUnit.source, 'iu');

/** A name with what ties it to a sentence: "with Sheila and the gang", "at Heaton Park", "along the canal". */
const NAME = "\\p{Lu}\\p{Ll}[\\p{L}'’]{0,15}";
const COMPANY = new RegExp(
  `(?:[Ww]ith|[Ww]/|[Aa]longside|[Mm]it|[Aa]vec|[Cc]on|[Mm]et) @?(?:[Cc]oach )?(${NAME})(?:(?:,| (?:and|&|und|et|y|e)) (?:the |@)?(?:${NAME}|gang|crew|lot|group|club|dogs?|kids|others|team|lads|girls)){0,4}(?!\\p{L})`,
  'uy',
);
const WHERE = new RegExp(
  `(?:[Aa]t|[Ff]rom|[Tt]o|[Aa]long|[Aa]round|[Rr]ound|[Nn]ear|[Oo]utside|[Vv]ia|[Tt]hrough|[Uu]p|[Dd]own|[Ii]n|[Oo]n|[Oo]ver|[Bb]y|@) (?:the )?(${NAME}(?: ${NAME}){0,3})(?: (?:park|road|lane|hill|side|woods?|common|loop|gates?|track|prom|canal|path|reserve|bridge|centre|stadium))?(?!\\p{L})`,
  'uy',
);
const SPOT =
  /(?:at|from|to|along|around|round|on|in|through|by|over|across|up|down) (?:the|a|our|your|my) ((?:[a-zà-ÿ]+ ){0,1}[a-zà-ÿ]+)(?![\p{L}])/iuy;
const SPOTS: ReadonlySet<string> = new Set(
  'track|treadmill|trail|trails|road|grass|van|path'.split('|'),
);
const MEETING =
  /(?:meet|meeting|meets|leave|leaves|leaving|depart|departs|gates|start|back for)[^\n.;:!?()\d]{0,30} (?:[5-9]|1\d|2[0-2])[.:][0-5][05](?:am|pm)?(?![\d\p{L}]| ?(?:\/|min|per|pace|km|mi)|,? (?:and |then )?(?:finish|end))|(?:(?:[23]?1st|2?2nd|2?3rd)|(?:[12]?\d|3[01])th)(?! \d{1,2} (?:at|@|in|on)(?!\p{L}))(?: (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)?(?!\p{L})|w\/[cb](?!\p{L})|\d(?:[.,]\d)?\s?[-–]\s?\d(?:[.,]\d)?\s?mmol/iuy;

function isPlainName(name: string): boolean {
  if (/^(?:zone|z\d|hr|rpe|week|day)/i.test(name)) return false;
  return name
    .toLowerCase()
    .split(' ')
    .every(
      (word, index) =>
        (index > 0 && word === 'hill') ||
        (!LEXICON.has(word) && !(word in NUMBERS) && !(word in UNIT_SPELLINGS)),
    );
}

/** The end of what only says where, when or with whom, or undefined. */
function asideAt(text: string, at: number): number | undefined {
  for (const pattern of [COMPANY, WHERE]) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found && isPlainName(found[1] ?? '')) return at + found[0].length;
  }
  SPOT.lastIndex = at;
  const spot = SPOT.exec(text);
  if (
    spot &&
    (spot[1] ?? '')
      .toLowerCase()
      .split(' ')
      .every((word) => isHarmless(word) || SPOTS.has(word) || isForeign(word))
  )
    return at + spot[0].length;
  MEETING.lastIndex = at;
  const meeting = MEETING.exec(text);
  if (meeting) return at + meeting[0].length;
  return fuelAt(text, at) ?? clauseAt(text, at);
}

function isClauseStart(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - 3), at);
  const before = near.trimEnd();
  return (
    before === '' || near.includes('\n') || /[,.;:!?()–—]$/.test(before) || before.endsWith(' -')
  );
}

/** The end of a clause in which no word and no number says anything of a workout. */
function clauseAt(text: string, at: number): number | undefined {
  if (!isClauseStart(text, at)) return undefined;
  const clause =
    /^[^,.;:!?()\n–—\d]{3,120}(?=[,.;:!?()\n–—]|$)/.exec(text.slice(at, at + 124))?.[0] ?? '';
  if (LEXICON.has(clause.trim().toLowerCase())) return undefined;
  const words = clause.split(/[^\p{L}'’]+/u).filter((word) => word !== '');
  const isEmpty = words.every((word, index) => {
    const lower = word.toLowerCase().replaceAll('’', "'");
    if (isHarmless(lower) || FILLERS.has(lower)) return true;
    if (LEXICON.has(lower) && !isHarmlessInClause(lower)) return false;
    if (lower in NUMBERS || (lower in UNIT_SPELLINGS && lower.length > 1)) return false;
    return isHarmlessInClause(lower) || (index > 0 && /^\p{Lu}\p{Ll}/u.test(word));
  });
  const hasContent = words.some(
    (word) => isHarmless(word.toLowerCase()) || /^\p{Lu}\p{Ll}/u.test(word),
  );
  if (words.length > 0 && isEmpty && hasContent) return at + clause.trimEnd().length;
  return talkAt(text, at);
}

/** Words of a recovery, which may be missing, and of what is no run. */
export const OTHER_SPORT =
  /paus|jog|rest|walk|rec|trab|trot|break|ellipti|bike|biking|cycl|swim|pool|aqua|row|gym|yoga|strength|core|ski|hik|twice|thrice|again/i;

/** Words that change a workout without a number. */
const CHANGING =
  /^(?:again|same|double|except|skip|instead|not|nicht|pas|without|ohne|sans|descending|dropping|build|building|negative|cancel\p{L}*|until|or|oder|ou|o|of|either|optional|than|under|over|above|below|between|up|down|all)$/iu;

/**
 * The end of a sentence or a clause, most of whose words are talk, none of which is of running, and that has no figure.
 * Unknown words of it are names and chatter.
 */
function talkAt(text: string, at: number): number | undefined {
  const found = /^[^.;:!?()\n–—\d]{4,160}(?=[.;:!?()\n–—]|$)/.exec(text.slice(at, at + 164))?.[0];
  const clause = found ?? /^[^,.;:!?()\n–—\d]{8,120}(?=,)/.exec(text.slice(at, at + 124))?.[0];
  if (clause === undefined) return undefined;
  const words = clause.split(/[^\p{L}'’]+/u).filter((word) => word !== '');
  let known = 0;
  for (const word of words) {
    const lower = word.toLowerCase().replaceAll('’', "'");
    const isTalk = isHarmless(lower) || isHarmlessInClause(lower) || FILLERS.has(lower);
    if (CHANGING.test(lower) || lower in NUMBERS) return undefined;
    // "Last k flat out".
    if (lower in UNIT_SPELLINGS && (lower.length > 1 || lower === 'k')) return undefined;
    const isOfRunning = LEXICON.get(lower)?.some(({ kind }) => !QUIET.has(kind)) ?? false;
    if (isOfRunning && !isTalk) return undefined;
    if (isTalk || LEXICON.has(lower) || /^\p{Lu}\p{Ll}/u.test(word)) known++;
  }
  return words.length > 2 && known >= words.length * 0.6 ? at + clause.trimEnd().length : undefined;
}

/** Whether a word says nothing that a workout is made of. */
function isForeign(word: string): boolean {
  return (
    word.length > 1 &&
    !isCoachWord(word) &&
    !CHANGING.test(word) &&
    !OTHER_SPORT.test(word) &&
    !/minus|plus|slow|fast|quick|eas|start|finish|l[aä]uf/i.test(word)
  );
}

/** Words that say nothing alone. */
const QUIET: ReadonlySet<string> = new Set([
  'at',
  'in',
  'with',
  'for',
  'join',
  'around',
  'note',
  'hill',
  'part',
]);

const NAMED_LENGTHS: ReadonlySet<string> = new Set(['hour', 'parkrun']);

/** Whether a word alone means something to a coach. */
export function isCoachWord(word: string): boolean {
  return LEXICON.has(word) || word in NUMBERS || word in UNIT_SPELLINGS || NAMED_LENGTHS.has(word);
}

const FRACTIONS: Record<string, number> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
};

function numberOf(text: string): number {
  const slash = /^(?:(\d+)\s)?(\d)\/(\d)$/.exec(text);
  if (slash) return Number(slash[1] ?? 0) + Number(slash[2]) / Number(slash[3]);
  if (/half$/i.test(text)) return parseInt(text, 10) + 0.5;
  const mark = FRACTIONS[text.at(-1) ?? ''];
  if (mark !== undefined) return Number(text.slice(0, -1).trim() || 0) + mark;
  if (/^[1-9]\d?(?:,\d{3}|\.\d00)$/.test(text)) return Number(text.replace(/[,.]/, ''));
  return Number(text.replace(',', '.'));
}

export type Lexer = {
  leavesAt: (at: number) => readonly Leaf[];
  skip: (at: number) => number;
  isMiles: boolean;
  /** What bare numbers count, where the text says so. */
  unit: string | undefined;
};

export function lexer(text: string): Lexer {
  const memo = new Map<number, readonly Leaf[]>();
  const isMiles =
    /(?:\d\s?-?|\/)(?:mi|miles?|ml|miler)(?!\p{L})|mile/iu.test(text) &&
    !/\d\s?km?(?!\p{L}|\s*(?:pace|effort|race))/iu.test(text);
  const said = SAID_UNIT.exec(text);
  const isFaster = hasFaster(text);
  return {
    isMiles,
    unit: said ? UNIT_SPELLINGS[(said[1] ?? said[2] ?? '').toLowerCase()] : undefined,
    skip: (at) => skipSpace(text, at),
    leavesAt(at) {
      let leaves = memo.get(at);
      if (!leaves) memo.set(at, (leaves = readLeaves(text, at, isFaster)));
      return leaves;
    },
  };
}

function skipSpace(text: string, at: number): number {
  let to = at;
  while (to < text.length && /[ \t\u00a0\u202f\u2009]/.test(text.charAt(to))) to++;
  return to;
}

/** The price of a word without a meaning. */
export const UNKNOWN = 2.6;
/** The price of a pace that no step takes: 85 % of something, watts, a slope. It is kept as a note. */
const BEYOND = 0.2;

/** The length of "2) " or "a. " at the beginning of a line, in a text that has such a list. */
function listMarker(text: string, at: number): number {
  if (at > 0 && !/\n[ \t]*$/.test(text.slice(Math.max(0, at - 12), at))) return 0;
  const found = /^(?:(\d{1,2})[.)]|\(?([a-hA-H])[.)])[ \t]+/.exec(text.slice(at, at + 8));
  if (!found) return 0;
  const isList =
    found[1] === undefined ||
    (/(?:^|\n)[ \t]*1[.)][ \t]/.test(text) && /\n[ \t]*2[.)][ \t]/.test(text));
  return isList ? found[0].length : 0;
}

const NONE: readonly never[] = [];

function readLeaves(text: string, at: number, isFaster: boolean): Leaf[] {
  const leaves: Leaf[] = [];
  const push: Push = (kind, to, rest = {}) => {
    leaves.push({
      kind,
      from: at,
      to,
      cost: 0,
      value: '',
      word: text.slice(at, to).toLowerCase(),
      low: 0,
      high: rest.low ?? 0,
      amounts: NONE,
      target: undefined,
      aims: NONE,
      ...rest,
    });
  };
  const match: Match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const character = text.charAt(at);
  if (ONLY_MARKS.has(character)) {
    readMarks(text, at, push, match, character);
    return leaves;
  }
  const hour =
    match(PATTERNS.time) ??
    match(PATTERNS.date) ??
    match(PATTERNS.restDay) ??
    match(PATTERNS.climb);
  if (hour) {
    push('skip', at + hour[0].length, { cost: 0.1 });
    return leaves;
  }
  const marker = listMarker(text, at);
  if (marker > 0) {
    push('skip', at + marker);
    return leaves;
  }
  readEach(push, match);
  if (isFaster && readFaster(at, push, match)) return leaves;
  readAims(text, at, push, match);
  const unit = match(PATTERNS.saidUnit);
  if (unit) {
    push('skip', at + unit[0].length);
    return leaves;
  }
  const time =
    match(PATTERNS.week) ??
    match(PATTERNS.aim) ??
    match(PATTERNS.clockWord) ??
    match(PATTERNS.noRest);
  if (time) push('skip', at + time[0].length, { cost: 0.1 });
  const beyond = match(PATTERNS.beyond);
  const whole = match(PATTERNS.whole);
  if (whole) {
    push('at', at + whole[0].length);
    return leaves;
  }
  if (beyond) {
    const value = beyond[0].replace(/^(?:at|à|al|bei|auf|on|around|about)\s+|^@\s*/i, '');
    push('vague', at + beyond[0].length, { cost: BEYOND, value });
    return leaves;
  }
  const aside = /[\p{L}\d@]/u.test(character) ? asideAt(text, at) : undefined;
  if (aside !== undefined) {
    push('skip', aside, { cost: 0.1 });
    return leaves;
  }
  if (/[\d½¼¾⅓⅔]|\.(?=\d)/.test(text.slice(at, at + 2).replace(/^([^.]).*/, '$1'))) {
    readFigures(text, at, push, match);
    return longestFigures(leaves);
  }
  const short = /^:(\d\d)(?!\d)/.exec(text.slice(at, at + 4));
  if (short && !/\d/.test(text.charAt(at - 1))) {
    pushAmount(push, at + 3, Number(short[1]), 0, 's');
    return leaves;
  }
  if (/\p{L}/u.test(character) || character === '@' || character === '&')
    readWords(text, at, push, match);
  if (leaves.length === 0 || /\P{L}/u.test(character)) readMarks(text, at, push, match, character);
  return leaves;
}

/** Marks with which nothing else begins. */
const ONLY_MARKS: ReadonlySet<string> = new Set(',;)]}+/|\n-–—');

function readEach(push: Push, match: Match): void {
  const found = match(PATTERNS.each);
  if (!found) return;
  const [all, metres, mile, kilometre, quarter] = found;
  const value = metres ? Number(metres) : mile ? MILE : kilometre ? 1000 : quarter ? 400 : 800;
  if (metres && !isTrack(value)) return;
  const amount: Amount = { kind: 'distance', metres: round(value, 4) };
  const unit = mile ? 'mi' : kilometre ? 'km' : 'mtr';
  push('each', found.index + all.length, { amounts: [{ amount, bare: value, unit }] });
}

/** Of the readings of a figure those that take the most of it; a count or a list takes all. */
function longestFigures(leaves: readonly Leaf[]): Leaf[] {
  const whole = leaves.filter(
    ({ kind, cost }) =>
      kind === 'count' || (kind === 'series' && cost === 0) || (kind === 'pair' && cost < 0.3),
  );
  const aims = leaves.filter(({ kind }) => kind === 'aims');
  if (whole.length > 0) return [...aims, ...wholeFigures(whole, leaves)];
  const figures = leaves.filter(
    ({ kind }) => kind === 'amount' || kind === 'number' || kind === 'clock' || kind === 'target',
  );
  const most = Math.max(...figures.map(({ to }) => to));
  return leaves.filter((leaf) => !figures.includes(leaf) || leaf.to === most);
}

function wholeFigures(whole: readonly Leaf[], leaves: readonly Leaf[]): readonly Leaf[] {
  return whole.some(({ kind }) => kind === 'series')
    ? whole.filter(({ kind }) => kind === 'series')
    : whole.some(({ kind }) => kind === 'pair')
      ? whole.filter(({ kind }) => kind === 'pair')
      : [...whole, ...leaves.filter(({ kind }) => kind === 'times')];
}

function readFigures(text: string, at: number, push: Push, match: Match): void {
  const pace = match(PATTERNS.pace);
  if (pace) {
    const per = /^k/i.test(pace[3] ?? '') ? 'km' : 'mi';
    push('target', at + pace[0].length, {
      target: stated(pace[1] ?? '', pace[2], per),
      value: 'stated',
    });
    return;
  }
  const word = match(PATTERNS.paceWord);
  if (word) {
    const per = /^k/i.test(word[3] ?? '') ? 'km' : /^m/i.test(word[3] ?? '') ? 'mi' : undefined;
    if (per)
      push('target', at + word[0].length, {
        target: stated(word[1] ?? '', word[2], per),
        value: 'stated',
      });
    else pushClock(push, at + word[0].length, word[1] ?? '', word[2], 'pace');
    return;
  }
  const lap = match(PATTERNS.lapPace);
  if (lap && Number(lap[1]) <= 180) {
    const laps = [Number(lap[1]), Number(lap[2] ?? lap[1])].map((one) => Math.round(one * 2.5));
    push('target', at + lap[0].length, {
      target: { kind: 'stated', slow: Math.max(...laps), fast: Math.min(...laps), per: 'km' },
      value: 'stated',
    });
    return;
  }
  if (readNamedPace(text, at, push)) return;
  if (readSpeed(text, at, push)) return;
  const minuteMile = match(PATTERNS.minuteMile);
  if (minuteMile && Number(minuteMile[1]) < 20) {
    const seconds = Number(minuteMile[1]) * 60 + Number(minuteMile[2] ?? 0);
    const per = /^k/i.test(minuteMile[3] ?? '') ? 'km' : 'mi';
    push('target', at + minuteMile[0].length, {
      target: { kind: 'stated', slow: seconds, fast: seconds, per },
      value: 'stated',
    });
  }
  const speed = match(PATTERNS.speed);
  if (speed) {
    const [all, one = '1', two = one, unit = ''] = speed;
    const target = speedTarget(numberOf(one), /^m/i.test(unit) ? 'mi' : 'km', numberOf(two));
    push('target', at + all.length, { target, value: 'stated' });
    return;
  }
  if (pushBeats(at, push, match)) return;
  const races = match(PATTERNS.raceRange);
  if (races) {
    for (const [index, one] of [races[1], races[2]].entries())
      push('target', at + races[0].length, {
        target: raceTarget(one ?? ''),
        value: 'race',
        cost: 0.2 + index * 0.3,
      });
    return;
  }
  const race = match(PATTERNS.race);
  if (race) pushRace(text, at, race, push);
  readCounts(at, push, match);
  readSeries(text, at, push, match);
  const seconds = match(PATTERNS.seconds);
  if (seconds)
    push('clock', at + seconds[0].length, {
      low: Number(seconds[1]),
      high: Number(seconds[2]),
      value: 'seconds',
    });
  readTimes(text, at, push, match);
  readAmounts(text, at, push, match);
}

/** "15 min at 10 km/h, 5 min at 9": the unit that the text has. */
function readSpeed(text: string, at: number, push: Push): boolean {
  const written =
    /^\d{1,2}(?:[.,]\d)?(?![\d\p{L}:.,]\S|\s?(?:[-–]|%|x|k|km|kmh|kph|mph|mi|m|min|s|sec|h)(?!\p{L}))/u.exec(
      text.slice(at, at + 8),
    )?.[0];
  if (written === undefined || !AIM_BEFORE.test(text.slice(Math.max(0, at - 4), at))) return false;
  const per = speedUnitOf(text);
  const value = numberOf(written);
  if (!per || value < 4 || value > 25) return false;
  push('target', at + written.length, { target: speedTarget(value, per), value: 'stated' });
  return true;
}

/** "10er-Renntempo", "5km-RT", "1st": words that begin with a figure. */
function readNamedPace(text: string, at: number, push: Push): boolean {
  const words = /^\d{1,2}[ -]?\p{L}{1,12}(?:[ -]\p{L}{1,16}){0,2}/u.exec(
    text.slice(at, at + 48),
  )?.[0];
  const parts = words?.match(/[^ -]+[ -]?/g) ?? [];
  for (let count = parts.length; count > 0; count--) {
    const written = parts.slice(0, count).join('').trimEnd();
    const found = LEXICON.get(written.toLowerCase().replaceAll('-', ' '));
    if (!found) continue;
    for (const { kind, value, price } of found)
      pushWord(kind, value, price, at + written.length, push, text, at);
    return true;
  }
  return false;
}

function pushClock(push: Push, to: number, one: string, two: string | undefined, value: string) {
  const ends = [secondsOf(one), secondsOf(two ?? one)];
  push('clock', to, { low: Math.min(...ends), high: Math.max(...ends), value });
}

function pushBeats(at: number, push: Push, match: Match): boolean {
  const beats = match(PATTERNS.beats);
  if (!beats) return false;
  const one = beats[5] ?? beats[6];
  const ends = [Number(beats[1] ?? beats[3] ?? one), Number(beats[2] ?? beats[4] ?? one)];
  push('target', at + beats[0].length, {
    target: { kind: 'beats', from: Math.min(...ends), to: Math.max(...ends) },
    value: 'stated',
  });
  return true;
}

function pushRace(text: string, at: number, [all, race = '']: RegExpExecArray, push: Push): void {
  const to = at + all.length;
  const offset = OFFSET.exec(text.slice(to, to + 24))?.[0].length ?? 0;
  if (offset > 0) push('unknown', to + offset, { cost: 3, value: text.slice(at, to + offset) });
  push('target', to, { target: raceTarget(race), value: 'race', cost: offset > 0 ? 3 : 0 });
}

function readCounts(at: number, push: Push, match: Match): void {
  const count = match(PATTERNS.count);
  if (count) {
    const [all, low, high] = count;
    const isOf =
      /(?:of|by)$/i.test(all.trimEnd()) &&
      !/x|sets|reps|rounds|times|series|lots|blocks/i.test(all);
    push('count', at + all.length, {
      low: Number(low),
      high: Number(high ?? low),
      cost: (high ? 0.3 : 0) + (isOf ? 3 : 0),
      value: /set|serie|sätze|séri|blo|round/i.test(all)
        ? 'sets'
        : /rep\p{L}* of$/iu.test(all.trimEnd())
          ? 'of'
          : '',
    });
    if (high) push('count', at + all.length, { low: Number(high), cost: 0.6 });
  }
  // "3(1k, 600, 300)"
  const group = match(PATTERNS.group);
  if (group) push('count', at + group[0].length, { low: Number(group[0]), cost: 0.4 });
  const times = match(PATTERNS.timesBehind);
  if (times)
    push('times', at + times[0].length, {
      low: NUMBERS[(times[1] ?? '').toLowerCase()] ?? Number(times[1]),
    });
}

/** 1-2-3-2-1 min; 400, 800, 1200; 5 min / 4 min / 3 min: the unit of the last is the unit of all. */
function readSeries(text: string, at: number, push: Push, match: Match): void {
  // A list is read from its beginning, and not once more from each of its members.
  const isInside = /\d\s?[-–/]\s?$/.test(text.slice(Math.max(0, at - 4), at));
  const series = isInside ? null : (match(PATTERNS.spaced) ?? match(PATTERNS.series));
  if (series) {
    const parts = Array.from(
      series[0].matchAll(new RegExp(`(${SERIES_NUM})\\s*(${KNOWN_UNIT})?`, 'giu')),
      ([, number = '', unit = '']) => ({
        value: numberOf(number),
        unit: UNIT_SPELLINGS[unit.toLowerCase()],
      }),
    );
    const units = [...new Set(parts.flatMap(({ unit }) => unit ?? []))];
    const written = Array.from(
      series[0].matchAll(new RegExp(`${SERIES_NUM}\\s*(${KNOWN_UNIT})?`, 'giu')),
      ([, unit]) => unit,
    ).filter((unit) => unit !== undefined);
    const isClean = written.length === parts.filter(({ unit }) => unit !== undefined).length;
    const unit =
      units.length === 1
        ? units[0] === 'm'
          ? parts.every(({ value }) => value >= 50)
            ? 'mtr'
            : 'min'
          : units[0]
        : undefined;
    const sizes = parts.map(({ value }) => value);
    const isEven =
      Math.max(...sizes) <= 20 * Math.min(...sizes) && !(unit === 'min' && Math.max(...sizes) > 60);
    if (isClean && isEven && units.length <= 1 && parts.length > 2) {
      const isMetres =
        unit === undefined && parts.every(({ value }) => value >= 100 && value % 50 === 0);
      const own = unit ?? (isMetres ? 'mtr' : '');
      const isListed = units.length === 0 && !isMetres;
      push('series', at + series[0].length, {
        cost: isListed ? 0.8 : 0,
        value: own,
        amounts: parts.map(({ value }) => ({
          amount: own === '' ? undefined : amountIn(value, own),
          bare: value,
          unit: own,
        })),
      });
    }
  }
  const pair = match(PATTERNS.pair);
  if (
    !pair ||
    /(?:@|at|à) ?$/i.test(text.slice(Math.max(0, at - 3), at)) ||
    /^[123]\/[234]\s*-?\s*mi/i.test(pair[0])
  )
    return;
  const [all, one = '', oneUnit, two = '', twoUnit] = pair;
  const unitOf = (unit: string | undefined): string | undefined =>
    unit === undefined ? undefined : UNIT_SPELLINGS[unit.toLowerCase()];
  const [first, second] = [unitOf(oneUnit), unitOf(twoUnit)];
  if ((oneUnit !== undefined && !first) || (twoUnit !== undefined && !second)) return;
  const fallback =
    second ?? first ?? (numberOf(one) >= 100 ? 'mtr' : numberOf(one) >= 10 ? 's' : 'min');
  const measure = (value: number, unit: string): Measure => ({
    amount: amountIn(value, unit === 'm' ? (value >= 50 ? 'mtr' : 'min') : unit),
    bare: value,
    unit,
  });
  // "2 x 15/5": minutes, or seconds?
  const [long, short] = [numberOf(one), numberOf(two)];
  if (!first && !second && long >= 10 && long <= 20 && short <= 5)
    push('pair', at + all.length, {
      cost: 0.25,
      amounts: [measure(long, 'min'), measure(short, 'min')],
    });
  push('pair', at + all.length, {
    cost: (first ?? second) ? 0.1 : numberOf(one) < 100 ? 0.2 : 0.4,
    amounts: [measure(numberOf(one), first ?? fallback), measure(numberOf(two), fallback)],
  });
}

function readTimes(text: string, at: number, push: Push, match: Match): void {
  const hours = match(PATTERNS.hours) ?? match(PATTERNS.clockHours);
  if (hours)
    pushAmount(push, at + hours[0].length, Number(hours[1]) * 3600 + Number(hours[2]) * 60, 0, 'h');
  const minutes = match(PATTERNS.minutes);
  if (minutes)
    pushAmount(
      push,
      at + minutes[0].length,
      Number(minutes[1]) * 60 + Number(minutes[2] ?? minutes[3]),
      0,
      'min',
    );
  const clock = match(PATTERNS.clock);
  if (clock) {
    const [all, one = '', two = one] = clock;
    const [low, high] = [secondsOf(one), secondsOf(two)];
    const to = at + all.length;
    const parts = one.split(/[:'’′´]/);
    const isPace = /\ds$/.test(all);
    push('clock', to, {
      low: Math.min(low, high),
      high: Math.max(low, high),
      value: isPace ? 'pace' : '',
    });
    if (two === one && !isPace) {
      pushAmount(push, to, low, 0.15, 'clock');
      if (parts.length === 2 && one.includes(':') && Number(parts[0]) <= 4)
        pushAmount(push, to, low * 60, Number(parts[0]) < 3 ? 1 : 1.4, 'hours');
    }
  }
  const goal = /^(\d{1,2})\.([0-5]\d)(?![\d\p{L}]|\s?(?:k|mi|m|h)\p{L}*(?!\p{L}))/iu.exec(
    text.slice(at, at + 12),
  );
  if (goal && AIM_BEFORE.test(text.slice(Math.max(0, at - 4), at)))
    push('clock', at + goal[0].length, {
      low: Number(goal[1]) * 60 + Number(goal[2]),
      value: 'dotted',
    });
  const dotted = /^([1-4])\.([0-5]\d)(?![\d\p{L}]|\s?(?:k|mi|m))/u.exec(text.slice(at, at + 8));
  if (dotted)
    pushAmount(
      push,
      at + dotted[0].length,
      Number(dotted[1]) * 3600 + Number(dotted[2]) * 60,
      0.5,
      'hours',
    );
}

/** "In 22.40", "@ 3.20". */
const AIM_BEFORE = /(?:(?<!\p{L})(?:in|at|en|à|a|bei|mit)|@) ?$/iu;

function pushAmount(push: Push, to: number, seconds: number, cost: number, unit: string): void {
  push('amount', to, {
    cost,
    value: unit,
    amounts: [{ amount: { kind: 'time', seconds }, bare: seconds, unit }],
  });
}

function readAmounts(text: string, at: number, push: Push, match: Match): void {
  const range = match(PATTERNS.range);
  const unitOfRange = range && UNIT_SPELLINGS[(range[4] ?? '').toLowerCase()];
  const firstUnit = range?.[2] === undefined ? unitOfRange : UNIT_SPELLINGS[range[2].toLowerCase()];
  if (
    range &&
    unitOfRange != null &&
    firstUnit === unitOfRange &&
    numberOf(range[1] ?? '') < numberOf(range[3] ?? '')
  ) {
    const ends = [numberOf(range[1] ?? ''), numberOf(range[3] ?? '')];
    if (unitOfRange === 's')
      push('clock', at + range[0].length, {
        low: ends[0] ?? 0,
        high: ends[1] ?? 0,
        value: 'seconds',
      });
    for (const [index, value] of [range[1], range[3]].entries()) {
      const number = numberOf(value ?? '');
      const unit = unitOfRange === 'm' ? (number >= 50 ? 'mtr' : 'min') : unitOfRange;
      push('amount', at + range[0].length, {
        cost: (unitOfRange === 's' ? 0.9 : 0.3) + index * 0.3,
        value: unit,
        amounts: [{ amount: amountIn(number, unit), bare: number, unit }],
      });
    }
    return;
  }
  const easy = /^(\d{1,2})\s(?:easy|gentle)\s(min|mins|minutes|miles?|km|k)(?!\p{L})/iu.exec(
    text.slice(at, at + 24),
  );
  if (easy) {
    const unit = UNIT_SPELLINGS[(easy[2] ?? '').toLowerCase()] ?? 'min';
    const value = Number(easy[1]);
    push('amount', at + easy[0].length, {
      value: unit,
      target: { kind: 'pace', pace: 'E' },
      amounts: [{ amount: amountIn(value, unit), bare: value, unit }],
    });
    return;
  }
  const number = match(PATTERNS.number);
  if (!number) return;
  const value = numberOf(number[0]);
  const end = at + number[0].length;
  if (!/^[:.]\d/.test(text.slice(end, end + 2)) || /[.,]/.test(number[0]))
    pushUnits(text, at, end, value, push);
}

/** A number with its unit, and alone. */
function pushUnits(text: string, at: number, end: number, value: number, push: Push): void {
  PATTERNS.unit.lastIndex = end;
  const [all = '', gap = '', word = ''] = PATTERNS.unit.exec(text) ?? [];
  const lower = word.toLowerCase();
  const spelled = UNIT_SPELLINGS[lower] ?? UNIT_SPELLINGS[lower.replace(/\.$/, '')];
  // "off 3 mins. Warm up …": the end of a sentence.
  const isPointed =
    word.endsWith('.') &&
    (UNIT_SPELLINGS[lower] === undefined || /^\s+\p{Lu}/u.test(text.slice(end + all.length)));
  const unitEnd = end + all.length - (isPointed ? 1 : 0);
  // "two minutes' rest"
  const isOwner = word.length > 2 && /^['’](?: |$)/.test(text.slice(unitEnd, unitEnd + 2));
  const to = unitEnd + (isOwner ? 1 : 0);
  const isMark = /^['’′´"”″]/.test(word);
  const give = (unit: string, cost: number): void =>
    push('amount', to, {
      cost,
      value: unit,
      amounts: [{ amount: amountIn(value, unit), bare: value, unit }],
    });
  if (spelled === undefined || (isMark && gap !== '')) {
    // Letters glued to a number are no word of their own: 7th, 5er.
    const isGlued =
      gap === '' &&
      /^\p{L}/u.test(word) &&
      !/^(?:x|[emtirj]|jog|er|st)$/i.test(word) &&
      !/^\d+[emtir](?!\p{L})/iu.test(text.slice(at, to));
    const plural = /^\d+s$/i.test(text.slice(at, to));
    if (!isGlued || plural) push('number', end, { low: value });
    return;
  }
  if (spelled === 'm') {
    if (value >= 50) return give('mtr', 0);
    if (word === 'M' && gap !== '') return push('number', end, { low: value });
    if (word === 'M') {
      give('mi', 0.3);
      give('min', 1.1);
      return;
    }
    give('min', 0);
    if (value <= 26) give('mi', 1.2);
    return;
  }
  if (spelled === 's' && gap === '' && lower === 's' && isTrack(value) && value >= 200) {
    push('amount', to, {
      value: 'plural',
      amounts: [{ amount: amountIn(value, 'mtr'), bare: value, unit: 'mtr' }],
    });
    return;
  }
  if (spelled === 'u' || (spelled === 'h' && lower === 'u' && gap !== '')) return;
  give(spelled, 0);
}

function readWords(text: string, at: number, push: Push, match: Match): void {
  const slash = /^w\/(?!(?:u|d|c|b|up|down|o)(?!\p{L}))/iu.exec(text.slice(at, at + 8));
  if (slash) return push('with', at + 2);
  const zone = match(PATTERNS.zone);
  if (zone) {
    const near = Number(zone[1]) as Zone;
    push('target', at + zone[0].length, {
      target: { kind: 'zone', zone: near },
      value: 'zone',
      cost: zone[2] === undefined ? 0 : 0.3,
    });
    if (zone[2] !== undefined)
      push('target', at + zone[0].length, {
        target: { kind: 'zone', zone: Number(zone[2]) as Zone },
        value: 'zone',
        cost: 0.6,
      });
    return;
  }
  const race = match(PATTERNS.race);
  if (race) pushRace(text, at, race, push);
  if (pushBeats(at, push, match)) return;
  const times = match(PATTERNS.times);
  if (times)
    push('times', at + times[0].length, { low: Number(times[1]), cost: times[2] ? 0.4 : 0 });
  const sets = match(PATTERNS.setSign);
  const rest = match(PATTERNS.restSign);
  if (rest) push('off', at + rest[0].length, { value: 'rest' });
  if (
    sets &&
    (!rest ||
      text.charAt(at) === 's' ||
      (text.charAt(at) === 'R' && /(?:^|\P{L})r\s?=/u.test(text)))
  )
    push('setrest', at + sets[0].length, { value: '', cost: rest ? 0.4 : 0 });
  const letter = match(PATTERNS.restLetter);
  if (letter && !rest) push('off', at + letter[0].length, { value: 'rest' });
  if (letter || rest || sets) return;
  const split = match(PATTERNS.split);
  if (split) {
    const unit = /^k/i.test(split[0]) ? 'km' : 'mi';
    const value = split[2] === undefined ? 1 : Number(split[2]) - Number(split[1]) + 1;
    if (value > 0) {
      push('amount', at + split[0].length, {
        value: unit,
        cost: 0.2,
        low: split[2] === undefined ? 0 : Number(split[1]),
        amounts: [{ amount: amountIn(value, unit), bare: value, unit }],
      });
      return;
    }
  }
  const repeat = match(PATTERNS.repeatTimes);
  if (repeat) {
    const end = at + repeat[0].length;
    const start = /(^|\n\s*\n|\n)[-•*\s]*$/.exec(text.slice(Math.max(0, at - 20), at))?.[1];
    const behind = text.slice(end, end + 40);
    const isOfLine = start !== undefined && /^:?\s*\n/.test(behind);
    const isTitle = isOfLine && (start !== '\n' || /^:?\s*\n[ \t]+\S/.test(behind));
    const low = Number(repeat[1]);
    if (!isTitle) push('times', end, { low });
    const isHead = behind.startsWith(':');
    if (isOfLine || isHead)
      push('count', end, { low, value: 'sets', cost: isTitle || isHead ? 0 : 0.8 });
    return;
  }
  const after = match(PATTERNS.after);
  if (after)
    push('between', at + after[0].length, { value: /^a/i.test(after[0]) ? 'each' : 'rep' });
  readNumberWords(text, at, push);
  readPhrase(text, at, push);
}

/** The longest phrase that means something, or a word that does not. */
function readPhrase(text: string, at: number, push: Push): void {
  let [to, isFound] = [at, false];
  const parts: number[] = [];
  for (let count = 0; count < MAX_PHRASE_WORDS; count++) {
    PATTERNS.words.lastIndex = to;
    const word =
      count === 0 && /[@&]/.test(text.charAt(at))
        ? text.charAt(at)
        : PATTERNS.words.exec(text)?.[0];
    if (word === undefined) break;
    parts.push(to + word.length);
    const gap =
      /^(?:[ \t]*[&+][ \t]*(?=\p{L})|-[ \t]?(?=\p{L})|[ \t\u00a0]+)/u.exec(
        text.slice(to + word.length, to + word.length + 6),
      )?.[0] ?? '';
    if (gap === '') break;
    to += word.length + gap.length;
  }
  for (const end of parts.toReversed()) {
    const phrase = text
      .slice(at, end)
      .toLowerCase()
      .replaceAll(/[ \t\u00a0-]+/g, ' ')
      .replaceAll(/ ?\+ ?/g, ' + ')
      .replaceAll('’', "'");
    const point = text.charAt(end) === '.' ? LEXICON.get(`${phrase}.`) : undefined;
    const words = point ?? LEXICON.get(phrase);
    for (const { kind, value, price } of words ?? [])
      pushWord(kind, value, price, end + (point ? 1 : 0), push, text, at);
    if (words) {
      isFound = true;
      break;
    }
    if (
      HARMLESS_PHRASES.has(phrase) ||
      (parts.length > 0 && end === parts[0] && (isHarmless(phrase) || FILLERS.has(phrase)))
    ) {
      push('skip', end, { cost: FILLERS.has(phrase) ? 0 : 0.1 });
      isFound = true;
      break;
    }
  }
  const first = parts[0] ?? at + 1;
  if (!isFound) push('unknown', first, { cost: UNKNOWN, value: text.slice(at, first) });
}

function pushWord(
  kind: WordKind,
  value: string,
  price: number,
  to: number,
  push: Push,
  text: string,
  at: number,
): void {
  if (value === 'on' && !/^\s*(?:[,/;+)\d\n-]|off|and|with|w\/|$)/i.test(text.slice(to)))
    return push('skip', to);
  // "I ran", and not interval pace.
  if (text.slice(at, to) === 'I' && PRONOUN.test(text.slice(to))) return push('skip', to);
  // "AL 10 min" cools down, and "al 10" is no time.
  if (kind === 'at' && text.slice(at, to) === 'AL') return;
  if (kind !== 'target') {
    const isWay =
      kind === 'recovery' &&
      /back|down|retour|bergab|zurück|terug|descente|baj|scend|vuelta|ned$/i.test(
        text.slice(at, to),
      );
    const isPlural =
      kind === 'recovery' &&
      /(?:jogs|recs|recoveries|rests|pauses|walks|breaks|intervals|pausen|recuperi|recuperaciones)$/i.test(
        text.slice(at, to),
      );
    push(kind, to, {
      value:
        kind === 'drill' ||
        kind === 'hill' ||
        kind === 'note' ||
        kind === 'goal' ||
        (kind === 'vague' && value === '')
          ? text.slice(at, to)
          : value,
      cost: price,
      low: isPlural ? 1 : isWay ? 2 : 0,
    });
    // "3k up, 2k down", "up 20 min, down 15 min".
    if (kind === 'role' && price > 0 && UP_AND_DOWN.test(text)) push(kind, to, { value });
    else if (kind === 'role' && price > 0) push('skip', to, { cost: 0.5 });
    if (kind === 'off' && /^\s*(?:road|trail|grass)/i.test(text.slice(to))) push('skip', to + 5);
    return;
  }
  const written = text.slice(at, to);
  // Threshold pace where a pace is due, and "Trabpause" behind a repeat.
  const before = text.slice(Math.max(0, at - 80), at);
  const isPause = /^tp$/i.test(written) && /\d ?[x×]/i.test(before) && !/(?:@|at) ?$/i.test(before);
  const target = targetOf(value);
  const offset = OFFSET.exec(text.slice(to, to + 24))?.[0].length ?? 0;
  if (offset > 0) push('unknown', to + offset, { cost: 3, value: text.slice(at, to + offset) });
  push('target', to, {
    target,
    value: written.length === 1 ? 'letter' : 'word',
    // Half a mile, or the pace of a half marathon.
    cost:
      price +
      (isPause ? 1.2 : 0) +
      (offset > 0 ? 3 : 0) +
      (written.toLowerCase() === 'half' &&
      !/(?:@|at)$/i.test(text.slice(Math.max(0, at - 8), at).trimEnd())
        ? 2.4
        : 0),
  });
  if (/^r$/i.test(written)) push('recovery', to, { value: 'rest', cost: 0.6 });
}

const PRONOUN = /^ (?:\p{Ll}+ed|did|ran|can|will|was|had|do|have|am|went|felt|then|got)(?!\p{L})/u;

const UP_AND_DOWN =
  /\d ?\p{L}{1,7} up(?!\p{L})[^\n]{1,20}\d ?\p{L}{1,7} down(?!\p{L})|(?:^|[.,;+\n] ?)up \d[^\n]{1,20}[.,;+] ?down \d/iu;

/** Figures that make a pace another one: "- 10s", "+ 5 sec/mile". */
const OFFSET =
  /^[-–—−+]\d{1,2}(?=\s*(?:$|[,;)\n]|w\/|with|off)|\s\p{L}{3,}(?!\p{L}))(?!\s?(?:min|mins|minutes?|miles?|mi|km|sec|secs)(?!\p{L}))|^\s?(?:[-–—−+]|minus|plus|less)\s?\d{1,2}(?:[-–]\d+)?\s?(?:s|sec|secs|seconds|"|”|%)(?![\d\p{L}]|\s*(?:x|jog|rest|walk|rec|easy|float|stride|at|@|hill|\p{L}*pause|[EMTIR](?!\p{L})))(?:\s?\/\s?(?:mile|mi|km|k))?/iu;

const FILLERS: ReadonlySet<string> = new Set(
  "run|runs|running|the|a|an|of|do|go|my|your|session|workout|main|set|track|today|tonight|about|approx|roughly|circa|pace|effort|intensity|speed|de|du|des|d|la|le|les|l|un|une|el|los|las|del|der|die|das|den|dem|einen|eine|von|van|het|een|di|da|il|dei|lo|gli|min/km|continuous|laufen|lopen|corsa|corriendo|course|courir|carrera|hauptteil|laufband|tapis|cinta|treadmill|tm|piste|bahn|pista|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|weds|thu|thurs|fri|sat|sun|am|pm|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|we|i|so|full|ish|ce|cet|cette|make|will|total|per|einlage|tempo's|some|just|only|nur|at your own|with|out|back|out and back|avg|average|split|splits|grass|road|trail|trails|ms".split(
    '|',
  ),
);

const NAMED_TIMES: readonly (readonly [RegExp, number, string])[] = [
  [
    /^(?:an? (?:hour|hr)|1 hour|une heure|una hora|un'ora|eine stunde|hour)(?:['’]s)?(?!\p{L})/iu,
    3600,
    'h',
  ],
  [
    /^(?:half an hour|half hour|eine halbe stunde|halbe stunde|une demi-heure|media hora|mezz'ora)(?!\p{L})/iu,
    1800,
    'min',
  ],
  [
    /^(?:(?:an? |une |un |eine )min(?:ute|uto)?|minute)(?:['’]s)?(?!\p{L}| and a half)/iu,
    60,
    'min',
  ],
];

function readNumberWords(text: string, at: number, push: Push): void {
  const found =
    /^(?:half a dozen|a dozen|a couple of|couple of|\p{L}+-five|\p{L}+)/iu.exec(
      text.slice(at, at + 24),
    )?.[0] ?? '';
  const value = NUMBERS[found.toLowerCase()];
  for (const [pattern, seconds, unit] of NAMED_TIMES) {
    const named = pattern.exec(text.slice(at, at + 30))?.[0];
    if (named !== undefined) pushAmount(push, at + named.length, seconds, 0, unit);
  }
  const mile =
    /^(?:(half|quarter)[ -](?:of )?(?:an? )?mile|miles?|miler|lap|k(?= reps)|quarters)(?!\p{L})/iu.exec(
      text.slice(at, at + 22),
    );
  const open =
    /^(?:(?:until |till )?(?:the )?lap (?:button|key|press)(?: is)?(?: press(?:ed)?)?|open)(?!\p{L})/iu.exec(
      text.slice(at, at + 30),
    )?.[0] ?? (/^lap\s*(?:\+|$)/iu.test(text.slice(at, at + 8)) ? 'lap' : undefined);
  if (open !== undefined) {
    push('amount', at + open.length, {
      value: 'open',
      amounts: [{ amount: { kind: 'open' }, bare: 1, unit: '' }],
    });
    return;
  }
  if (mile) {
    const metres = /^q\w+s$/i.test(mile[0])
      ? 400
      : /^k/i.test(mile[0])
        ? 1000
        : /^lap/i.test(mile[0])
          ? 400
          : MILE * (/^h/i.test(mile[1] ?? '') ? 0.5 : /^q/i.test(mile[1] ?? '') ? 0.25 : 1);
    push('amount', at + mile[0].length, {
      cost: 0.05,
      value: /^ (?:reps|repeats)/i.test(text.slice(at + mile[0].length)) ? 'plural' : 'mi',
      amounts: [{ amount: { kind: 'distance', metres: round(metres, 4) }, bare: 1, unit: 'mi' }],
    });
  }
  if (/^parkrun(?!\p{L})/iu.test(text.slice(at, at + 9)))
    push('amount', at + 7, {
      value: 'km',
      cost: 0.3,
      amounts: [{ amount: { kind: 'distance', metres: 5000 }, bare: 5, unit: 'parkrun' }],
    });
  if (value === undefined) return;
  const end = at + found.length;
  const next = text.slice(end, end + 20);
  if (
    /^\s+(?:\d|mile (?:reps|repeats)|(?:half|quarter)-mile|hills?(?!\p{L}))/iu.test(next) ||
    (/^\s+\p{L}+-(?:min|sec|mile|met|km)/iu.test(next) && !found.endsWith('-five'))
  )
    push('count', end, { low: value });
  const times = new RegExp(`^\\s+(?:${TIMES_WORDS}|${COUNT_WORDS})(?!\\p{L})\\s*`, 'iu').exec(
    text.slice(end, end + 24),
  )?.[0];
  if (times !== undefined)
    push('count', end + times.length, {
      low: value,
      value: /set|block|serie|round/i.test(times)
        ? 'sets'
        : /rep\p{L}* of$/iu.test(times.trimEnd())
          ? 'of'
          : '',
    });
  if (/^\s+(?:times)\s*(?:[,.;)]|$)/i.test(text.slice(end, end + 10)))
    push('times', end + (/^\s+times/.exec(text.slice(end))?.[0].length ?? 0), { low: value });
  if (/^twice$/i.test(found)) return;
  // "Each one quicker", and "the last one at 10k pace".
  if (/^one$/i.test(found) && !UNIT_BEHIND.test(next) && !PART_BEFORE.test(text.slice(0, at)))
    return push('skip', end, { cost: 0.1 });
  pushUnits(text, at, end, value, push);
}

const PART_BEFORE = /(?:last|first|final|next) $/i;
const UNIT_BEHIND = /^[ -](?:minute|min|mile|km|kilomet|hour|lap|sec|k(?!\p{L}))/iu;

function readMarks(text: string, at: number, push: Push, match: Match, character: string): void {
  if (character === '<' && pushBeats(at, push, match)) return;
  // "#218": the number of a session.
  const session = /^#\d{1,4}(?![\d\p{L}])/u.exec(text.slice(at, at + 6))?.[0];
  if (session !== undefined) return push('skip', at + session.length);
  // Bold and headings, as chatbots write.
  const bold = /^(?:\*{2,}|#+|\*(?=[\p{L}:])|_{2,}|`+)/u.exec(text.slice(at, at + 8))?.[0];
  if (
    bold !== undefined &&
    (bold !== '*' ||
      !/[\d)\s]$/.test(text.slice(Math.max(0, at - 1), at)) ||
      /(?:^|\n)[ \t]*[-•]?[ \t]*$/.test(text.slice(Math.max(0, at - 8), at)))
  )
    return push('skip', at + bold.length);
  if (
    character === '*' &&
    /[\p{L}:.]/u.test(text.charAt(at - 1)) &&
    !/^\*\s*\d/.test(text.slice(at))
  )
    return push('skip', at + 1);
  const quote = match(PATTERNS.quote);
  // Quotation marks around a whole session.
  if (quote && /\d/.test(quote[1] ?? '') && !/\d/.test(text.slice(0, at)))
    push('skip', at + 1, { cost: 0.2 });
  if (quote) push('quote', at + quote[0].length, { value: quote[1] ?? '' });
  if ('([{'.includes(character)) return push('open', at + 1);
  if (')]}'.includes(character)) return push('close', at + 1);
  const times = /[×✕✖⨯*]/.test(character) ? match(PATTERNS.times) : null;
  if (times) push('times', at + times[0].length, { low: Number(times[1]) });
  const lines = /^\s*\n\s*(?:[-•*–·]\s+|\d{1,2}[.)]\s+(?=\D))?/.exec(text.slice(at, at + 40))?.[0];
  if (lines !== undefined && lines.length > 0 && /\n/.test(lines))
    return push('join', at + lines.length, { value: /\n\s*\n/.test(lines) ? '\n\n' : '\n' });
  if (character === '\n') return push('join', at + 1, { value: '\n' });
  const arrow = /^(?:->|=>|→|⟶|>|›|»)/.exec(text.slice(at, at + 2))?.[0];
  if (arrow !== undefined) return push('join', at + arrow.length, { value: '->' });
  if (/[+;|•·]/.test(character))
    return push('join', at + 1, { value: character === '+' ? '+' : ';' });
  if (character === ',') return push('join', at + 1, { value: ',' });
  if (character === '/') return push('join', at + 1, { value: '/' });
  if (/[-\u2010-\u2015\u2212]/.test(character))
    return push('join', at + 1, { value: /\s/.test(text.charAt(at - 1)) || at === 0 ? '- ' : '-' });
  if (/["“”„«»]/.test(character) && !quote) return push('skip', at + 1, { cost: 0.2 });
  if (/[.!?…]/.test(character))
    return push('join', at + (/^[.!?…]+/.exec(text.slice(at))?.[0].length ?? 1), { value: '.' });
  if (character === ':') return push('colon', at + 1);
  if (character === '=') return push('skip', at + 1, { cost: 0.2 });
  if (
    character === '~' ||
    character === '≈' ||
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/u.test(text.slice(at, at + 2))
  )
    return push('skip', at + (text.codePointAt(at)! > 0xffff ? 2 : 1));
  if (!/[\p{L}\d½¼¾⅓⅔@&]/u.test(character)) push('unknown', at + 1, { cost: 3, value: character });
}
