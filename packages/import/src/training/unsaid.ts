import { withoutClock } from './clock.ts';
import { hasAmount, namesSport } from './evidence.ts';

/** A range, of which the lower end is read: "5-6 miles", "11 or 12". */
const RANGE =
  /^[^\d]{0,40}\d+(?:[.,]\d+)?(?:,\s*\d+)*\s*(?:[-–—]|to|or|bis|oder|à|a|ou|o)\s*\d+(?:[.,]\d+)?\D{0,12}$/iu;
/** Something else to choose, another group, a sport besides, the day, or a sum. */
const OTHER =
  /^(?:or |oder |ou |o |\+ |(?:week|wk|woche|semaine|semana) \d|@ \d00 ?m|group|gruppe|groupe|grupo|[a-d](?:\s*[:)]|$)|[tjd]\s?[-–]\s?\d|\d{1,2}(?:st|nd|rd|th)$|(?:total|planned|goal|target|ca\.?|approx\p{L}*|about|roughly|~|=)(?!\p{L}))/iu;
const SUM =
  /(?<!\p{L})(?:total|in all|all in|gesamt|insgesamt|en tout|days? (?:out|to go|left)|tage?|buses?|leav\p{L}*|arriv\p{L}*|fartlek|fahrtspiel|\d{3,4}\s*m?\s*(?:repeats|reps|repetitions|intervals)|heart|hr|bpm|fc|hf|puls|km\/h|mph|rpe)(?!\p{L})/iu;
const ONLY_LENGTH =
  /^[^\d\p{L}]*\d+(?:[.,:]\d+)*\s*(?:km|kms|k|mi|miles?|m|min\p{L}*|h|hours?)?[^\d\p{L}]*$/iu;
/** What is no length of a run: a place, an age, money, a gel. */
const HARMLESS_NUMBER =
  /(?:£|\$|€)\s?\d+|\d+\s?(?:€|euros?|pounds?|quid|gels?|people|of us|laps? of|years?|degrees|°c?)|\b(?:lock|gate|road|route|no\.?|room|km|mile|page|week|woche|semaine|semana)\s?\d+/giu;
const ROLES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<!\p{L})(?:warm[- ]?up|w\/?u|einlaufen|warmlaufen|échauffement|calentamiento)(?!\p{L})/iu,
    /\bWU\b|^\S+ (?:E|jog|walk)\b/,
  ],
  [
    /(?<!\p{L})(?:cool[- ]?down|c\/?d|warm[- ]?down|auslaufen|retour au calme|vuelta a la calma)(?!\p{L})/iu,
    /\bCD\b|\+ \S+ (?:E|jog|walk)$/,
  ],
];
const PACES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<!\p{L})(?:marathon|mp)[- ](?:race )?(?:pace|effort)|(?<!\p{L})(?:mp|mrt|allure marathon|marathontempo|ritmo (?:de )?marat[oó]n)(?!\p{L})/iu,
    / M\b| HM\b|\d:\d\d\//,
  ],
  [
    /(?<!\p{L})(?:threshold|tempo|schwelle|seuil|umbral)(?!\p{L})/iu,
    / (?:T|HM|M|I|\d+k)\b|\d:\d\d\/|"/,
  ],
  [
    /(?<![\d\p{L}])\d{1,2} ?k(?:m)? (?:race )?(?:pace|effort)/iu,
    / (?:\d+k|I|T|R|HM)\b|\d:\d\d\/|"/,
  ],
];
const NOT =
  /(?<!\p{L})(?:no|not|without|skip|instead|cancel\p{L}*|ohne|kein\p{L}*|statt|sans|pas de|sin)\s+(?:\p{L}+\s+)?(?:strides|session|track|training|warm|cool|reps?|intervals?|tempo|run|running|einheit|séance|sesión)(?!\p{L})|(?<!\p{L})cancel{1,2}ed(?!\p{L})/iu;

/** "last mile fast" */
const LAST =
  /(?<!\p{L})(?:last|final|letzte[nr]?|derni[eè]re?s?|últim[oa]s?)\s+(?:\p{L}+\s+)?(?:mile|km|k|kilomet\p{L}+|min\p{L}*|half|third|quarter)(?!\p{L})/iu;
/** "equal jog" of reps that have none. */
const REST =
  /(?<!\p{L})(?:jog|walk|rest|recover\p{L}*|float|pausen?|trab\p{L}*|récup\p{L}*|rec|trote|trotando)(?!\p{L})/iu;
const WITHOUT_REST = /\dx\([^()+]*\)/;
const WITHOUT_TARGET = /(?:^|[ (])[\d.]+(?:km|mi|mtr|m|s|h|h\d+m|m\d+s)(?: \+|\)|$)/;

/** Whether notes say of a run what its script does not: a length, a pace, a warm-up, or that it isn't run. */
export function saysMore(notes: readonly string[], title: string, script: string): boolean {
  const own = notes.filter((note) => !OTHER.test(note) && !RANGE.test(note) && !namesSport(note));
  return (
    own.some((note) => hasLength(note) || LAST.test(note)) ||
    (own.some((note) => REST.test(note)) && WITHOUT_REST.test(script)) ||
    (own.some((note) => /\d\s*%/.test(note)) && WITHOUT_TARGET.test(script)) ||
    [...own, title].some(
      (note) =>
        NOT.test(note) ||
        [...ROLES, ...PACES].some(([words, said]) => words.test(note) && !said.test(script)),
    )
  );
}

function hasLength(note: string): boolean {
  if (SUM.test(note) || ONLY_LENGTH.test(note)) return false;
  return hasAmount(withoutClock(note).replaceAll(HARMLESS_NUMBER, ' '));
}
