/** The words of plans and mails, as data. Monday is the first of a week; all in lower case. */
export type Language = {
  id: 'en' | 'de' | 'fr' | 'es';
  days: readonly (readonly string[])[];
  /** The letters of the weekdays in the head of a table or a list. */
  initials: string;
  weeks: readonly string[];
  months: readonly string[];
};

export const LANGUAGES: readonly Language[] = [
  {
    id: 'en',
    days: [
      ['monday', 'mondays', 'mon'],
      ['tuesday', 'tuesdays', 'tues', 'tue', 'tu'],
      ['wednesday', 'wednesdays', 'weds', 'wed'],
      ['thursday', 'thursdays', 'thurs', 'thur', 'thu', 'th'],
      ['friday', 'fridays', 'fri'],
      ['saturday', 'saturdays', 'sat'],
      ['sunday', 'sundays', 'sun'],
    ],
    initials: 'mtwtfss',
    weeks: ['week', 'weeks', 'wk', 'wks'],
    months: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  {
    id: 'de',
    days: [
      ['montag', 'mo'],
      ['dienstag', 'di'],
      ['mittwoch', 'mi'],
      ['donnerstag', 'do'],
      ['freitag', 'fr'],
      ['samstag', 'sonnabend', 'sa'],
      ['sonntag', 'so'],
    ],
    initials: 'mdmdfss',
    weeks: ['woche', 'wochen', 'wo', 'kw'],
    months: ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'],
  },
  {
    id: 'fr',
    days: [
      ['lundi', 'lun'],
      ['mardi', 'mar'],
      ['mercredi', 'mer'],
      ['jeudi', 'jeu'],
      ['vendredi', 'ven'],
      ['samedi', 'sam'],
      ['dimanche', 'dim'],
    ],
    initials: 'lmmjvsd',
    weeks: ['semaine', 'semaines', 'sem', 's'],
    months: ['jan', 'fév', 'mar', 'avr', 'mai', 'jui', 'jui', 'aoû', 'sep', 'oct', 'nov', 'déc'],
  },
  {
    id: 'es',
    days: [
      ['lunes', 'lun'],
      ['martes', 'mar'],
      ['miércoles', 'miercoles', 'mié', 'mie'],
      ['jueves', 'jue'],
      ['viernes', 'vie'],
      ['sábado', 'sabado', 'sáb', 'sab'],
      ['domingo', 'dom'],
    ],
    initials: 'lmxjvsd',
    weeks: ['semana', 'semanas', 'sem'],
    months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
  },
];

export const NUMBER_WORDS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen twenty',
]
  .join(' ')
  .split(' ');

/** A session that is named by its place: "Day 1:", "Q2:", "Session B:". */
export const SESSION_LABELS =
  'day|session|workout|run|training|tag|einheit|lauf|jour|séance|seance|sortie|entreno|entrenamiento|sesión|sesion|día|dia|q';

export const CYCLE_WORDS = 'cycle|block|round|zyklus|block|ciclo|microcycle';

/** A day without training. */
export const REST = [
  'rest|rest day|full rest|complete rest|total rest|off|day off|off day|nothing|no running|no run|recovery day|travel',
  'ruhetag|ruhe|frei|pause|trainingsfrei|repos|repos complet|jour de repos|descanso|descanso total|día de descanso|libre',
].join('|');

/** Words that make a session no run, each as the beginning of a word. */
export const SPORTS = [
  'stretch|strength|strengthen|s&c|cross[- ]?train|cross|x-?train|xt|ct|gym|weights|yoga|pilates|core|swim|bike|biking|cycl',
  'spin|row|rowing|mobility|dynamic warmup & mobility|hike|hiking|elliptical|pool|aqua|massage|physio|foam|plyo|circuits',
  'ski|climb|football|tennis|walk the dog|conditioning|kraft|stabi|schwimm|rad|radfahren|fahrrad|gymnastik|natation|vélo',
  'velo|renfo|muscu|ppg|étirement|gainage|fuerza|natación|natacion|bici|estiramiento|pesas|gimnasio|movilidad|elíptica',
].join('|');

/** Words that make a text a run whatever else it names. */
export const RUNNING =
  'run|runs|running|jog|miles?|mi|easy|tempo|strides?|footing|rodaje|dauerlauf|dl|km|locker|suave|facile|threshold';

export const RACE = [
  'race(?! ?-? ?pace)|race day|time ?trial|tt|relays?|heat|league match|grand prix|champs?|championships?|tune-up',
  'wettkampf|rennen|volkslauf|testlauf|course|compétition|competition|carrera|competición|competicion|prueba',
].join('|');

/** Words of an either-or, between two sessions. */
export const OR = 'or|oder|ou|o|otherwise|sonst|sinon';

/** A line that begins or ends a letter, or speaks about the text. */
export const LETTER =
  /^(?:hi|hey|hello|dear|hallo|liebe|bonjour|salut|hola|buenas|guys|team|all(?!\s*:)|cheers|thanks|regards|best|kind regards|see you|coach|sportliche|viele|grüße|à (?:bientôt|mardi)|saludos|un abrazo|sent from)\b/i;
