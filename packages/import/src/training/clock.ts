/** "7pm", "18:30 Uhr", "8 o’clock" */
const CALLED =
  /(?<![\d:.,])\d{1,2}(?:[.:]\d\d)?\s*(?:[ap]\.?m(?![\p{L}])\.?|uhr(?!\p{L})|o['’]?clock|hrs(?!\p{L}))|(?<![\d:.,])(?:1[5-9]|2[0-2])[.:](?:00|15|30|45)\s*h(?!\p{L})/giu;
const HOUR = String.raw`(?:0?[5-9]|1\d|2[0-3])(?:[.:]\d\d|\s?h\s?(?:\d\d)?(?!\p{L}))?(?![\d:.]|\s*(?:\/|[-–]|(?:km|k|mi|miles?|min\p{L}*|m|x|per|pro|par|por)(?!\p{L})))`;
/** "meet at 7", "rendez-vous 9h" */
const MET = new RegExp(
  String.raw`(?<!\p{L})(?:(?:we\s+)?meet(?:ing)?(?:\s+at)?|treff\p{L}*(?:\s+um)?|(?:rdv|rendez-vous)(?:\s+à)?|quedamos(?:\s+a\s+las)?)\s+${HOUR}`,
  'giu',
);
/** "um 18:30", "a las 19:30": of no pace and no length. */
const LED = new RegExp(
  String.raw`(?<!\p{L})(?:um|(?:a|sobre|desde)\s+las|às|vers|dès|alle\s+ore)\s+${HOUR}`,
  'giu',
);
/** "6h30 au stade" */
const AT_PLACE =
  /(?<![\d:.,])\d{1,2}\s?h\s?(?:\d\d)?(?=\s+(?:au|à|devant|du|chez|place|parking)(?!\p{L}))/giu;
/** "18h30", "9h": no run takes seven hours. */
const LATE = /(?<![\p{L}\d:.,])(?:à\s+)?(?:0?[7-9]|1\d|2[0-3])\s?h\s?(?:[0-5]\d)?(?![\p{L}\d])/giu;
/** "at 18:30": no pace. */
const EVENING =
  /(?<!\p{L})(?:at|@|à|a|ab|gegen|from)\s+(?:1[3-9]|2[0-3])[:.](?:00|15|30|45)(?![\d:]|\s*(?:\/|min|per))/giu;

const without = (text: string, patterns: readonly RegExp[], put: (all: string) => string) =>
  /\d/.test(text) ? patterns.reduce((all, pattern) => all.replaceAll(pattern, put), text) : text;

/** Without the times of day, at which people meet. */
export function withoutClock(text: string): string {
  return without(text, [CALLED, MET, LED, AT_PLACE, LATE, EVENING], () => ' ');
}

/** Within a sentence that goes on with what they do. */
export function separateClock(text: string, keep: (words: string) => string): string {
  return without(text, [LED, AT_PLACE, LATE, EVENING], (all) => ` ${keep(all)}`);
}

const LEADING =
  /^(?:(?:(?:0?[5-9]|1\d|2[0-3])(?:[:.][0-5][05]|\s?h\s?(?:[0-5]\d)?)|\d{1,2}(?:[.:]\d\d)?(?=\s*uhr))(?:\s*(?:uhr|h(?!\p{L})))?(?![\p{L}\d:]))\s*[,:–-]*\s*/iu;
const LENGTH_WORD =
  /^(?:\/|[-–]\s*\d|(?:min\p{L}*|easy|steady|tempo|run|jog|wu|warm|cool|locker|footing|suave|pace|at|@|x|per|km|mi|h|am|pm|a\.m|p\.m)(?!\p{L}))/iu;

/** The length of the time at which a day begins, if there is more about it: "18:30 Bahn: 6 x 400 m". */
export function clockBefore(text: string): number {
  const [time = ''] = LEADING.exec(text) ?? [];
  const rest = text.slice(time.length);
  return time !== '' && /\p{L}/u.test(rest) && !LENGTH_WORD.test(rest) ? time.length : 0;
}
