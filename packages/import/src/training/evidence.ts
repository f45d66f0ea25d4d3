import { withoutClock } from './clock.ts';
import { NUMBER_WORDS, RACE, REST, RUNNING, SPORTS } from './words.ts';

const UNIT =
  'h|hrs?|hours?|std|heures?|horas?|m|mi|mins?|minutes?|minuten|minutos|mn|miles?|km|kms|k|kilom\\p{L}+|mtr|met(?:re|er)s?|meter|m[eè]tres?|metros|secs?|seconds?|sek|s|\'|’|′|"|”|x|×|laps?|runden';
const AMOUNT = new RegExp(
  `\\d\\s*-?\\s*(?:${UNIT})(?![\\p{L}])|\\b\\d{1,2}:\\d\\d\\b|\\d\\s*[x×]\\s*\\(?\\d|\\b(?:an|half an?|${NUMBER_WORDS.join('|')}) (?:hours?|miles?|minutes?)\\b`,
  'iu',
);

/** Whether a text has a length, as a session has. */
export function hasAmount(text: string): boolean {
  return AMOUNT.test(text) && AMOUNT.test(withoutClock(text));
}

/** Whether a text begins with a run of a known length. */
export function isParkrun(text: string): boolean {
  return /^(?:easy |steady |5 ?km? )?park ?run(?!\p{L})/iu.test(text.trim());
}

const REST_DAY = new RegExp(`^(?:${REST})(?:\\s+(?:day|today))?\\W*$`, 'iu');
const BARE_REST = new RegExp(`^(?:${REST})(?![\\p{L}])`, 'iu');

export function isRest(text: string): boolean {
  // "R" alone is in the cell of a table.
  return REST_DAY.test(text.trim()) || /^\s*R\s*$/.test(text);
}

/** "OFF. Sleep in, eat." */
export function beginsWithRest(text: string): boolean {
  return BARE_REST.test(text.trim());
}

const SPORT = new RegExp(`(?<![\\p{L}])(?:${SPORTS})`, 'iu');
const RUN = new RegExp(`(?<![\\p{L}])(?:${RUNNING})(?![\\p{L}])`, 'iu');

export function namesSport(text: string): boolean {
  return SPORT.test(text);
}

export function namesRun(text: string): boolean {
  return RUN.test(text);
}

const RACE_WORD = new RegExp(`(?<![\\p{L}])(?:${RACE})(?![\\p{L}])`, 'iu');
const RACE_NAME =
  /\bpark ?run\b|\b(?:(?:half[ -]?)?marathon|halbmarathon|semi(?:-marathon)?|\d+ ?k)$/i;

export function namesRace(text: string): boolean {
  return RACE_WORD.test(text) || RACE_NAME.test(text.trimEnd());
}

const NUMBERED =
  /(?<!\p{L})(?:block|phase|part|teil|level|group|gruppe|groupe|grupo|lane|route|page|seite|plan|season|stage|option|version|number|no\.?|nr\.?|n°|chapter|kapitel|zyklus|etappe|bloque|bloc|fase)\s*#?\d{1,3}(?![\p{L}\d]|[.:,]\d|\s*[x×])/giu;

/** Without "Block 1" and "Group 2", whose numbers count no session. */
export function withoutNumbered(text: string): string {
  return text.replaceAll(NUMBERED, ' ');
}

const NOTHING = /^[\s\-–—_.x/]*$/i;
const WEEK_LABEL = /^(?:(?:week|wk|woche|kw|semaine|sem|semana|w|s)\W*)\d{1,3}\W*$/i;

type Evidence = 'session' | 'nothing' | 'label' | 'words';

/** What a cell looks like, without reading it as a script. */
export function look(text: string, isDay: boolean): Evidence {
  if (NOTHING.test(text)) return 'nothing';
  if (isDay || WEEK_LABEL.test(text)) return 'label';
  if (beginsWithRest(text) || hasAmount(text) || /^\d+(?:[.,]\d+)?(?:\s*[-–/]\s*\d+)?$/.test(text))
    return 'session';
  if (/\d/.test(withoutNumbered(text)) || namesSport(text) || namesRace(text) || namesRun(text))
    return 'session';
  return 'words';
}
