// Words that change nothing in a workout: greetings, places, kit, weather. Never beside a number they could count.

const WORDS =
  'commute|cancelled|instead|trying|plenty|nothing|turf|hansons|mcmillan|lydiard|canova|billat|norwegian|pfitz|daniels|stryd|sos|yasso|test|día|dia|previo|enchaînés|enchaîné|largas|largos|cortas|cortos|leaving|front|relays|relay|incline|shuttle|lactate|van|anfänger|fortgeschrittene|principiantes|débutants|beginners|improvers|principianti|optional|optionnel|facultatif|opcional|freiwillig|leisure|dazu|abbiamo|abend|abfahrt|abrazos|achilles|acqua|activity|actually|address|adiós|afternoon|agm|agua|ai|alle|allenatore|allez|allons|also|amazing|' +
  'amenez|amiche|amici|amigas|amigos|andiamo|ankle|anybody|anyone|anything|anyway|apologies|app|apportez|april|apéro|are|area|arena|argh|arms|' +
  'arrive|arriving|asap|asfalto|ask|asphalt|assemble|athlete|attendance|attention|august|aussi|autumn|avenue|avete|avez|avons|awards|away|' +
  'awesome|awful|ayer|babysitter|baci|backpack|bag|bahnhof|bakery|baking|banana|bandstand|barbecue|barn|barre|barretta|barrita|basically|' +
  'baskets|bbq|be|beach|beanie|beast|beasty|beau|bebida|because|beginner|beine|believe|bella|belle|bello|belt|bene|benvenuti|besos|bevanda|bib|' +
  'bien|bienvenue|bier|birra|birthday|biscuits|bises|bisous|bit|bitte|bitume|bière|boardwalk|bois|boisson|bon|bonito|bonjour|bonne|bonnet|' +
  'bonsoir|book|boom|borraccia|bosco|bosque|boss|botella|bottle|bouteille|boys|bra|brave|bravi|bravissimi|bravo|breakfast|breathing|breeze|' +
  'breezy|bridge|bridlepath|bridleway|brief|bright|brilliant|bring|bringt|broadcast|brother|brought|brouillard|brunch|brücke|buddies|buddy|' +
  "buena|bueno|buff|buggy|buio|buona|buonasera|buongiorno|buono|bus|buses|business|busy|bye|c'est|c'è|c'était|cafe|caffè|café|cake|caldo|calf|" +
  'calor|calves|came|caminos|campus|can|canal|canale|cansada|cansado|cappellino|cappello|captain|carbons|card|cari|carpark|carpool|carretera|' +
  'cash|casquette|center|centre|centro|certainly|cerveza|chair|chairman|chaleco|chaps|chaqueta|chaussures|check|cheeky|cheers|chemin|chi|chicas|' +
  'chicos|chiesa|children|chilly|chiodate|chip|christmas|church|ciao|cinder|città|city|ciudad|clavos|clearly|closed|cloud|cloudy|club|clubhouse|' +
  'clubmates|coach|coaches|coffee|colazione|cold|colegio|colleagues|college|comes|comida|committee|common|commute|company|compañeros|concrete|' +
  "conditions|cones|confirm|congrats|conmigo|cooked|corner|coucou|courage|covered|crazy|crepi|crew|croissants|crossing|curry|césped|d'accord|" +
  'dad|dai|daily|dam|danke|dark|daughter|davvero|dawn|day|daylight|dead|december|decent|decide|decided|definitely|degrees|dein|deine|demain|' +
  'depart|departure|desayuno|deserve|designed|details|devant|diary|dich|did|dienstags|difference|dinner|disfruta|disfrutad|doctor|does|dog|' +
  'doing|doit|domani|done|dorf|dovete|dreaded|dreadmill|drink|drive|driving|drizzle|dunkel|dur|dura|duro|dusk|duty|déjà|départ|désolé|désolée|' +
  'earn|earphones|easter|eau|eek|eigentlich|einfach|einheit|eis|ella|elles|ellos|email|endlich|enjoy|entrada|entrance|entraîneur|entrenador|' +
  'entreno|entries|entry|epic|equipo|era|erba|es|essen|est|estación|estadio|estupendo|está|están|euch|eure|evening|everybody|everyone|evil|' +
  'excellent|excited|exhausted|exit|fab|facciamo|faccio|facebook|faire|faisons|fait|faites|family|famous|fancied|fancy|fantastic|fantastico|' +
  'fare|farm|fate|fatigué|fatiguée|fatto|favorite|favourite|february|fee|feel|feldweg|fell|felt|field|fine|fireworks|fiume|fluss|focus|fog|' +
  'foggy|folk|food|football|footpath|forecast|forest|forget|forgot|forse|forward|forza|forêt|fountain|freddo|freezing|freitags|freshmen|freund|' +
  "freunde|freundin|friday's|fridays|friend|froid|frontal|frontale|frost|frosty|frío|früh|frühling|frühstück|fue|fuel|fun|funny|fyi|gang|gants|" +
  'gare|garmin|gate|gather|gave|gegenwind|geht|gel|geles|gelände|gemacht|genial|gente|gentleman|gentlemen|gents|gern|gerne|gestern|getränk|' +
  'getränke|ghiaccio|giacca|gilet|gimnasio|girls|give|glad|glatt|gloves|glutes|gonna|good|goodbye|gorra|gorro|gourde|gps|gracias|grads|grassy|' +
  'gravel|grazie|great|green|grim|groupe|grupo|gruppe|gruppo|gruß|grüezi|grüße|guantes|guanti|guests|gusty|gut|guys|gymnase|génial|habe|haben|' +
  'hacemos|hacer|had|hago|haha|hahaha|hai|halle|hallo|hamstring|han|handschuhe|hanno|happy|harbour|haremos|has|hat|hatte|hatten|hausrunde|have|' +
  'having|hay|he|headphones|headtorch|headwind|hear|heard|heat|heath|heiß|hello|help|hemos|her|herbe|herbst|here|herrlich|herself|heute|hey|hi|' +
  'hice|hielo|hierba|him|himself|hitze|hiya|hmm|hola|holiday|honestly|hope|hoped|hopefully|hoping|horrible|hospital|hot|howdy|however|hoy|humid|' +
  "humidity|husband|hut|hydrate|i'd|i'll|i'm|i've|ice|ich|icy|ieri|iglesia|ihr|ill|ils|important|improvers|indoor|infamous|info|inhaler|injured|" +
  "injury|innenstadt|is|ist|it|it'll|ive|jacke|jacket|jambes|january|jede|jeder|join|joking|july|junction|june|junior|juste|jv|kaffee|kalt|" +
  "kanal|kann|keys|kids|kirche|kit|klasse|knackered|knee|knew|know|kommen|kommt|kuchen|kudos|können|könnt|l'équipe|lac|ladies|lads|lago|lake|" +
  'lakeside|lampe|lamppost|lane|lasses|laufbahn|laufgruppe|laufschuhe|lauftreff|layers|leader|leading|legendary|leggings|lei|leider|let|leur|' +
  'leute|levels|lg|library|lighthouse|lightning|lights|like|liked|literally|llano|llevad|llevar|llueve|lluvia|lmao|location|log|lol|look|loop|' +
  'loose|loro|love|loved|lovely|luces|lucky|lui|lunch|lunchtime|lungomare|ma|mache|machen|macht|mad|mairie|mall|map|marina|market|marshal|' +
  'massage|masters|mate|matin|mattina|may|mañana|me|meet|meh|mein|meine|member|membership|men|merci|mesdames|message|messieurs|meteo|mettete|' +
  "mettez|mia|mich|midi|miei|mild|mine|minibus|mio|mis|mist|misty|mitbringen|mittags|mittwochs|moi|moin|mom|monday's|mondays|monster|montags|" +
  'montaña|month|monument|moor|morgen|morning|mud|muddy|muggy|mum|museum|music|muss|must|myself|mystery|météo|müde|müssen|mütze|nachmittag|' +
  'nasty|natürlich|naviglio|nb|nebbia|nebel|need|neige|nervous|neve|newbie|newcomer|news|newsletter|nice|niebla|nieve|niggle|night|nobody|noche|' +
  'noi|non|normally|nos|nosotros|nostra|nostro|note|notre|nous|november|nuestra|nuestro|nuit|nurse|nutrition|obviously|october|offer|offroad|' +
  'oggi|ok|okay|omg|ont|oops|opposite|organiser|ottimo|ouch|oui|our|ourselves|outdoor|outside|overcast|paese|paid|palestra|pals|parc|parcheggio|' +
  'parco|pardon|parfait|park|parkplatz|parque|partant|partenza|partner|party|path|pavement|pavilion|pay|payment|perdón|perfect|perfecto|perfekt|' +
  'perfetto|peut|phew|phone|photo|physio|pianura|pier|pint|pioggia|piove|pitches|pizza|plage|plaisir|plan|planned|planning|playa|playground|' +
  'playlist|please|pls|pluie|plz|podcast|podéis|pointes|pomeriggio|pond|pont|ponte|pooch|porfa|portare|portate|post|postcode|posture|potete|' +
  'pouvez|practice|pram|pranzo|prato|prenez|prep|pretty|probably|program|programa|programm|programma|programme|prom|promenade|prompt|promptly|' +
  'proper|proud|présent|prévoir|prévoyez|ps|pub|pueblo|puede|puente|puerta|puts|può|quads|quai|quedada|quedamos|queremos|queridos|questions|qui|' +
  'quiero|quite|quiz|quizás|quién|raffle|ragazze|ragazzi|rain|rainy|ran|rasen|ravito|rdv|ready|really|reception|recordad|recorrido|recuerda|' +
  'reds|reflective|regards|regen|register|regnet|remember|reminder|reply|reservoir|resto|ricordate|riegel|ritrovo|river|riverside|rivière|' +
  "roasting|rofl|roller|round's|roundabout|route|rsvp|rucksack|rugby|runner|río|said|saison|salimos|salle|saludos|salut|saluti|salve|samstags|" +
  "sand|sandy|saranno|sarà|saturday's|saturdays|say|scarpe|schedule|schnee|school|schotter|schuhe|schule|schön|schöne|scorching|scuola|scusa|" +
  'scusate|seafront|season|secretary|seduta|seeing|seem|selfie|semaine|semana|sendero|senior|sentier|sentieri|sentiero|september|sera|serons|' +
  'servus|será|sesión|settimana|seulement|shall|share|sharpener|she|shin|shoe|shop|shorts|should|shoulders|shout|shower|shut|sick|silly|simply|' +
  'since|sind|sister|snack|snow|snowy|social|società|socks|soir|sol|sole|soleil|soll|somebody|someone|something|sommer|son|sonne|sonnig|' +
  'sonntags|sono|sont|sophomores|sore|sorry|spaß|spiaggia|spikes|spogliatoi|sporthalle|sportplatz|spring|squad|squadra|stade|stadio|stadion|' +
  'stadium|stadtpark|stamattina|stanca|stanco|stasera|station|statue|stazione|sterrato|stiff|stirnlampe|stopwatch|storm|stormy|strada|strava|' +
  "straße|strecke|street|style|su|sua|subs|such|suerte|suitable|sull'erba|summer|suncream|sunday's|sundays|sunglasses|sunny|sunrise|sunscreen|" +
  'sunset|sunshine|suo|super|sure|surprise|svp|sweeper|sweet|sympa|séance|sì|sí|ta|tailwalker|tailwind|tall|taper|tarmac|taxi|tba|tbc|tea|' +
  "teacher|team|teammates|technik|tell|tent|terrible|tes|thanks|that|their|themselves|there's|these|they|they'll|they're|think|this|those|" +
  "thought|thunder|thursday's|thursdays|thx|thé|ticket|tidy|tierra|tights|tips|tired|tmoro|tmrw|tmw|toca|today's|toi|told|toll|tomorrow|ton|too|" +
  'torch|torches|tous|toutes|towel|town|towpath|traed|traer|traigan|train|trainerin|treasurer|treff|treffpunkt|tried|tries|trinken|truly|try|' +
  "tschüss|tshirt|tu|tua|tuesday's|tuesdays|tunnel|tuo|turnhalle|turnout|tutte|tú|ufer|ugh|umkleide|underfoot|university|uns|unsere|update|" +
  'upload|us|use|ustedes|usual|vais|vale|valley|vamos|vanno|vaporflys|variety|varsity|venga|vent|vento|venue|verein|verglas|very|vest|veste|' +
  'veterans|vets|veux|vg|video|vielleicht|viento|village|ville|visitors|vogliamo|voglio|voi|voici|voilà|volunteer|vont|vormittag|vos|vosotros|' +
  "vostro|votre|voulez|vous|voy|vraiment|wachwerden|wald|waldweg|want|war|warm|warnweste|was|wasser|water|waterproof|we'd|we'll|we're|we've|" +
  "wear|weather|website|wedding|wednesdays|week's|weekday|weekend|weekly|weir|weird|welcome|well|wer|werden|were|wet|wetter|what's|what3words|" +
  'whatsapp|whistle|who|whoever|whoop|whose|why|wieder|wiese|wife|willkommen|wind|windig|windy|winter|wir|wird|wochenende|wollen|women|wood|' +
  "woohoo|wore|workmates|would|wow|wrecked|xc|xx|xxx|yay|yeah|year|yep|yes|yesterday|yo|you|you'd|you'll|you're|you've|yours|yourself|" +
  'yourselves|yup|zapatillas|zusammen|zäh|ánimo|è|école|église|él|équipe|était';

const CLAUSE_WORDS =
  "&|aber|across|afterwards|along|already|although|always|anche|ancora|and|another|any|aren't|at|auch|bad|behind|beside|best|better|big|block|" +
  "both|boucle|brutal|bunch|but|by|cadence|camino|campo|can't|cancel|cannot|cant|car|ce|cet|cette|change|chaud|classic|come|coming|compulsory|" +
  "cost|could|couldn't|cycle|didn't|doesn't|don't|donc|early|einem|einer|elle|encore|end|enough|er|esta|este|even|few|finish|flach|flat|for|" +
  "form|free|für|gambe|get|getting|già|goes|gone|got|group|ha|hasn't|haven't|hip|ho|how|if|im|instead|io|isn't|ja|killer|l'|late|later|leave|" +
  'leaving|left|leg|lift|line|little|loads|lock|lot|made|mais|making|man|mandatory|many|maybe|might|mixed|most|move|moved|moving|much|nah|near|' +
  'nein|never|new|nicht|no|noch|none|nope|nothing|now|number|often|old|ones|onto|opt|option|other|own|pack|para|parcours|paseo|past|people|' +
  'perché|percorso|perhaps|pero|phase|piernas|pitch|plat|plenty|porque|possibly|postponed|pour|prefer|price|put|questa|questo|rather|right|' +
  "round|salida|schon|see|segment|sehr|several|short|shouldn't|side|sie|small|solo|soltanto|sometimes|soon|spare|special|square|stadt|start|" +
  'steps|still|straight|sur|sólo|take|taking|también|technique|then|though|through|tiempo|till|time|together|took|tough|toward|trop|una|und|' +
  "unless|uno|usually|va|via|w|w/|wasn't|watch|way|week|weg|weil|wenn|went|what|whatever|when|where|which|while|whilst|won't|wont|work|wouldn't|" +
  'ya|yet';

const PHRASES =
  'easy day|first time|thrown in|short and sweet|nach lust und laune|lust und laune|auf dem plan|im wald|im park|see you|double day|double threshold day|zum wachwerden|no target|of them|of those|a dopo|after work|afternoon all|al buio|al campo|al mediodía|al parcheggio|al parco|al parque|all abilities|all are welcome|all comers|' +
  'all the best|all welcome|am fluss|am kanal|am rhein|am see|am wochenende|anyone up for it|are we still on|at home|base building|base phase|' +
  'be on time|be there early|beers after|before work|big one|btw all|by all means|cake after|cet après midi|cheeky one|ci troviamo al|' +
  'ciao a tutti|coffee after|come al solito|come on|con el club|con el grupo|con el perro|danach bier|danach kaffee|dear all|depending on|' +
  "don't race it|down week|drinks after|due to|ein schöner|el plan|en el estadio|en el parque|evening all|felt strong|first aid|first timer|" +
  'first timers|focus on form|gentle reminder|giro del parco|gracias a todos|grazie a tutti|half term|hang in there|hasta el martes|' +
  'have a good one|head up|heads up|hello all|hey all|hi all|hola a todos|home again|hope all is well|i am|i guess|i hope|i know|i know i know|' +
  "i mean|i think|in bocca al lupo|intorno al lago|it's not a race|je viens|keep it up|last night|last night's|last week|last week's|" +
  "le long du canal|letzte woche|light up|long sleeves|long time no see|lungo il fiume|meet up|mi dispiace|morning all|next week|next week's|" +
  'nice one|no one|not a race|off road|on holiday|on road|on se retrouve|on se retrouve à|on the dot|on the menu|on time|on y va|pausa pranzo|' +
  'per tutti|planning on|por el bosque|por el parque|por el río|pre race|pub after|quick reminder|race number|recovery week|rest well|' +
  "ritrovo al|runde um den see|see you all|see you there|set off|setting off|show up|sign up|soft ground|spikes on|st john's tent|" +
  'stay controlled|stretch after|stretching after|t shirt|thanks all|the big one|todo el mundo|turn up|up to you|vuelta al parque|' +
  "who's up for it|wrap up|wrap up warm";

const HARMLESS: ReadonlySet<string> = new Set(WORDS.split('|'));
const HARMLESS_IN_CLAUSE: ReadonlySet<string> = new Set(CLAUSE_WORDS.split('|'));
export const HARMLESS_PHRASES: ReadonlySet<string> = new Set(PHRASES.split('|'));

const ENDING = /(?:'?s|ed|ing|en|er)$/;

/** Whether a word, in any of its forms, says nothing of running. */
export function isHarmless(word: string): boolean {
  return HARMLESS.has(word) || HARMLESS.has(word.replace(ENDING, ''));
}

/** Whether it says nothing in a clause without a figure. */
export function isHarmlessInClause(word: string): boolean {
  return HARMLESS_IN_CLAUSE.has(word) || HARMLESS_IN_CLAUSE.has(word.replace(ENDING, ''));
}
