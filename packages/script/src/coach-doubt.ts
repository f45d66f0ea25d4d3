import { withoutFuel } from './coach-fuel.ts';

/** What says how a session goes on in words that no reading has a place for: what is meant has to be asked. */
const DOUBTS: readonly RegExp[] = [
  // "Morning: …. Evening: …"
  /(?<!\d ?)\b(?:morning|am)\b[^]*(?<!\d ?)\b(?:evening|afternoon|pm)\b/i,
  // What is written first is run last.
  /(?<!\p{L})(?:after|before|nach|vor|après|avant|(?:end|start|beginning|middle) of(?: each| every)?(?: of)?) (?:an? |the |your )?\d/iu,
  // "Walk 1 min every 10", "a surge every mile", "every third at mile pace".
  /(?<!(?:after|between|nach|après|dopo|entre) )(?<!\p{L})(?:every (?:\d|other|second|third|fourth|fifth|mile|km|k(?!\p{L})|lap|minute|hour)|(?:alle|toutes les|tous les|ogni|elke|om de) \d|cada \d)/iu,
  // As often as that, or once more.
  /(?<!\p{L})repeat(?:ed)?(?: (?:it|this|that|all|everything|the set|set|above|the above|again|twice|once))*\s*(?:[.!,;)\n]|$)/iu,
  // "10 x 100 on the 2 min": from one start to the next.
  /(?<!\p{L})(?:on|off) (?:an? |the )?\d[\d:.]* ?(?:s|secs?|seconds?|m|mins?|minutes?|['’"”])?(?: ?-? ?(?:cycle|send-?off|clock)(?!\p{L}))|(?<!\p{L})on (?:the \d|a \d[^.,;\n]{0,12} turnaround)/iu,
  // "4 x 1200 on 6 min"
  /\d ?(?:m|mtr|k|km|mi|miles?)? on \d[\d:.]* ?(?:s|secs?|seconds?|m|mins?|minutes?|['’′"”″])(?!\p{L}| off)/iu,
  // "10 x 10/3"
  /(?:[6-9]|1\d|20) ?[x×] ?1\d ?\/ ?[1-5](?![\d:/]|\s?\p{L})/iu,
  // "2x3k+2x2k+2x1k T w/ 1 min": all of them, or the last?
  /\dx\d+\p{L}*\+\dx\d+\p{L}*\b[^+\n]*(?:\bw\/|with|off)/iu,
  // "60 min total, 30 at tempo": when are they?
  /total, \d(?![^]*[x×])/iu,
  // "6 x 800 (beginners 4 x 800)", "Group 1: … Group 2: …": one session for each of them.
  /\d ?(?:[x×k'’]|m|min|mi)[^]*?(?<!\p{L})(?:(?:group|gruppe|groupe|grupo|gruppo|option|week|woche|semaine|semana|settimana) ?[a-d1-9](?![\p{L}\d])|[a-d] group|beginners?|improvers|novices|juniors?|seniors?|vets|masters|men|women|ladies|girls|boys|lads|others|everyone else|anfänger|fortgeschrittene|débutants|confirmés|principiantes|avanzados)(?!\p{L})[^\d\n]{0,16}\d/iu,
];

export function isDoubtful(text: string): boolean {
  const run = withoutFuel(text);
  return DOUBTS.some((doubt) => doubt.test(run));
}

/** What is said without what it takes to run it. */
const UNSAID: readonly RegExp[] = [
  // "5 miles easy, strides": how many?
  /(?:[,+&]|and|with|w\/) ?(?:some |a few )?strides(?! ?[(:x]? ?\d)(?=[\s.,;!)]|$)/iu,
];

export function isUnsaid(text: string): boolean {
  return UNSAID.some((pattern) => pattern.test(text));
}
