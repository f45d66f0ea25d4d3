/** The words of plans and mails, as data. Monday is the first of a week; all in lower case. */
export type Language = {
  id: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl';
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
  {
    id: 'it',
    days: [
      ['lunedì', 'lunedi', 'lun'],
      ['martedì', 'martedi', 'mar'],
      ['mercoledì', 'mercoledi', 'mer'],
      ['giovedì', 'giovedi', 'gio'],
      ['venerdì', 'venerdi', 'ven'],
      ['sabato', 'sab'],
      ['domenica', 'dom'],
    ],
    initials: 'lmmgvsd',
    weeks: ['settimana', 'settimane', 'sett'],
    months: ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
  },
  {
    id: 'pt',
    days: [
      ['segunda-feira', 'segunda', 'seg'],
      ['terça-feira', 'terça', 'terca', 'ter'],
      ['quarta-feira', 'quarta', 'qua'],
      ['quinta-feira', 'quinta', 'qui'],
      ['sexta-feira', 'sexta', 'sex'],
      ['sábado', 'sabado', 'sáb', 'sab'],
      ['domingo', 'dom'],
    ],
    initials: 'stqqssd',
    weeks: ['semana', 'semanas', 'sem'],
    months: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  },
  {
    id: 'nl',
    days: [
      ['maandag', 'ma'],
      ['dinsdag', 'di'],
      ['woensdag', 'wo'],
      ['donderdag', 'do'],
      ['vrijdag', 'vr'],
      ['zaterdag', 'za'],
      ['zondag', 'zo'],
    ],
    initials: 'mdwdvzz',
    weeks: ['week', 'weken'],
    months: ['jan', 'feb', 'maa', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
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
  'ruhetag|ruhe|frei|pause|trainingsfrei|repos|repos complet|jour de repos|descanso|desc|descanso total|día de descanso|libre',
  'riposo|riposo assoluto|giorno di riposo|folga|rust|rustdag|vrij',
].join('|');

/** A line with the sum of a week, or about its other days. */
export const SUMMARY =
  /^(?:=\s*\d|(?:week(?:ly)? total|wochen(?:umfang|kilometer|km|summe)|total|totals|totale|suma|sum|all other|every other|other days|the rest|rest of|gesamt|summe|umfang|volume|volumen|weekly|mileage|kilom[eé]trage)(?![\p{L}]))/iu;

/** Words that make a session no run, each as the beginning of a word. */
export const SPORTS = [
  'stretch|strength|strengthen|s&c|cross[- ]?train|cross|x-?train|xt|ct|gym|weights|yoga|pilates|core|swim|bike|biking|cycl',
  'spin|row|rowing|mobility|dynamic warmup & mobility|hike|hiking|elliptical|pool|aqua|massage|physio|foam|plyo|circuits',
  'ski|climb|football|tennis|walk the dog|conditioning|kraft|stabi|schwimm|rad|radfahren|fahrrad|gymnastik|natation|vélo',
  'velo|renfo|muscu|ppg|étirement|gainage|fuerza|natación|natacion|bici|estiramiento|pesas|gimnasio|movilidad|elíptica',
  'nuoto|palestra|forza|ciclismo|natação|musculação|academia|zwemmen|fietsen|krachttraining|kracht|wandelen',
].join('|');

/** Words that make a text a run whatever else it names. */
export const RUNNING =
  'run|runs|running|jog|miles?|mi|easy|tempo|strides?|footing|rodaje|dauerlauf|dl|km|locker|suave|facile|threshold';

export const RACE = [
  'race(?! ?-? ?pace)|race day|event day|turkey trot|fun run|santa (?:run|dash)|jingle (?:bell )?(?:run|jog)|(?:xc|track|dual|conference|home|away|league|state|championship) meet|handicap|time ?trial|tt|relays?|heat|league match|grand prix|champs?|championships?|tune-up',
  'wettkampf|rennen|volkslauf|testlauf|(?<!(?:xc|golf|the|country|hilly|our)\\s)course|compétition|competition|carrera|competición|competicion|prueba',
  'gara|prova|wedstrijd',
].join('|');

/** Words of an either-or, between two sessions. */
export const OR = 'or|oder|ou|o|otherwise|sonst|sinon|oppure';

/** A line that begins or ends a letter, or speaks about the text. */
export const LETTER =
  /^(?:hi|hey|hello|dear|hallo|liebe|bonjour|salut|hola|buenas|guys|team|all(?!\s*:)|cheers|thanks|regards|best|kind regards|see you|coach|sportliche|viele|grüße|à (?:bientôt|mardi)|saludos|un abrazo|ciao|buongiorno|a (?:presto|martedì)|olá|oi|abraço|hoi|groet(?:en|jes)?|sent from)\b/i;

/** Words that say how or where a run is, and change nothing of it. */
export const HARMLESS: ReadonlySet<string> = new Set(
  [
    'a all an and at back brisk comfortable comfortably continuous controlled conversational down downhill drill drills easy',
    'effort fartlek fast faster feeling flat float form gentle good grass hard hill hills hilly in interval intervals ladder',
    'light long moderate nice of off on out over pace park progression progressive pyramid quick quickly relaxed rep reps road',
    'recovery round run runs running session slow smooth speed sprint sprints standing steady strides strong surge surges tempo',
    'the track trail trails treadmill up uphill very with workout abc lauf berg bergauf wirklich sehr langsam schnell zügig locker im vite montée côte',
    'goal target there home gammes éducatifs fondamentale conversation aisance zwei gruppen allure',
    'côtes rapide fuerte rápido rapido cuesta cuestas suave forte salita veloce rápidos progresivo hm renntempo chatting chatty fancy',
  ]
    .join(' ')
    .split(' '),
);
