// The words of runners and coaches, as data: English, German, French, Spanish, Italian, Dutch. A new word is one
// entry here and one line in the corpus. A word may be in several rows; each is a reading with its price.

/** The kind, the value, the price, and the spellings: lower case, one space where people write a space or a hyphen. */
const WORDS: readonly (readonly [WordKind, string, number, string])[] = [
  [
    'target',
    'E',
    0,
    'e|easy|ez|easily|easy run|easy running|easy pace|conversational|conversational pace|conversation pace|chatty pace|chatting pace|talking pace|chat pace|long run|easy jogging|gentle jogging|medium long run|medium long|general aerobic|long easy run|recovery run|rec run|recovery miles|long slow run|lsd|easy long run|shakeout|shake out|shakeout run|very easy|super easy|nice and easy|dead easy|easy effort|base run|aerobic run|easy peasy|l run|mlr|very slow|soft run|easy aerobic|recovery pace|easy spin|easy bimble',
  ],
  [
    'target',
    'E',
    0,
    'dl|dl1|reg. dl|reg dl|reg.|dauerlauf|lockerer dl|lo dl|lodl|ga1|ruhig|ruhige|ruhiger|ruhigem|locker|lockere|lockerer|lockeren|lockerer dauerlauf|ruhiger dauerlauf|langsamer dauerlauf|lockerer lauf|rdl|rgl|regenerativ|regenerativer|regenerativer dauerlauf|recom|ldl|lala|langer lauf|langer dauerlauf|long jog|ganz locker|ganz ruhig|ganz langsam|sehr locker|gemütlich|grundlage|lockeres laufen|lockeres einlaufen',
  ],
  [
    'target',
    'E',
    0,
    'footing|ef|endurance fondamentale|endurance|souple|facile|en endurance|en endurance fondamentale|footing lent|footing facile|footing souple|footing de récup|footing très lent|très cool|décrassage|régénération|sl|sortie longue|en ef|footing en ef|aisance respiratoire|en aisance respiratoire|sortie facile|cool|tranquille|footing tranquille|footing en endurance',
  ],
  [
    'target',
    'E',
    0,
    'rodaje|flojo|floja|flojos|flojas|tranquilo|tranquila|rodaje suave|suave|suaves|cc|carrera continua|carrera continua suave|fácil|cómodo|trote suave|regenerativo|muy suave|muy suaves|tirada larga|tirada|rodaje regenerativo|rodaje fácil|rodaje cómodo|rodando suave|carrera suave|ritmo suave|a ritmo suave|rodaje largo',
  ],
  [
    'target',
    'E',
    0,
    'cl|corsa lenta|fondo lento|fl|lento|adagio|rigenerante|corsa rigenerante|ll|lunghissimo|corsa lunga|corsa facile|ritmo lento|lungo lento|a ritmo lento|di corsa facile',
  ],
  [
    'target',
    'E',
    0,
    'rustig|rustige|rustige duurloop|duurloop|d1|extensieve duurloop|herstelloop|hersteltraining|lange duurloop|heel rustig|rustig lopen|rustig tempo|rolig|rolig jogg|lugnt|distans|distansløp|longão|owb1|rustige loop',
  ],
  [
    'target',
    'E',
    0.2,
    'slow|slowly|gentle|handy|gently|relaxed|light|recovery effort|long|langer|lungo|larga|lang|langsam|lent|piano|aerobic|base|comfortable|langsame|confortable|cómoda|comoda|lr|ga|comfortably|steady easy|long slow|long slow run',
  ],
  [
    'target',
    'M',
    0,
    'm|marathon|mp|gmp|goal marathon|goal mp|marathon pace|marathon effort|marathon race pace|goal marathon pace|race marathon pace|m pace|marathon goal pace|marathon speed|mrt|mt|marathontempo|marathonrenntempo|marathon tempo|allure marathon|as42|am|allure spé marathon|maratón|ritmo maratón|a ritmo maratón|ritmo maraton|rm|ritmo de maratón|ritmo de maraton|ritmo maratona|rg maratona|maraton tempo|ritmo gara maratona',
  ],
  ['target', 'M', 0.5, 'dl2|d2|ga1/2|ea|endurance active|sv1|cm|corsa media|fondo medio|medio'],
  [
    'target',
    'T',
    0,
    't|threshold|tempo|lt|thresh|lactate threshold|thr|tempo pace|tempo effort|threshold pace|threshold effort|t pace|tempo run|threshold run|lt pace|lt effort|tempo intervals|cruise intervals|thresholds|tempos|sub t|sub threshold|tempo speed|half hour race pace',
  ],
  [
    'target',
    'T',
    0,
    'schwelle|schwellentempo|schwellenlauf|dl3|tdl|tempodauerlauf|ga2|an der schwelle|seuil|au seuil|sv2|allure seuil|umbral|ritmo umbral|al umbral|ritmo de umbral|soglia|in soglia|alla soglia|vr|ritmo soglia|cv|corsa veloce|fondo veloce|drempel|omslagpunt|d3|tempoloop|intensieve duurloop|tröskel|terskel|drempeltempo|schwellenbereich|im schwellentempo',
  ],
  [
    'target',
    'I',
    0,
    'i|vvo2max|vvo2 max|interval|vo2|vo2max|vo2 max|v̇o2max|i pace|interval pace|vo2 pace|vo2max pace|vo2 max pace|vo2max effort|i effort|interval effort|iv|intervalltempo|vma|pma|à vma|a vma|allure vma|vam|vo2max tempo|i tempo|vma courte|vma longue|fractionné court|fractionné long',
  ],
  ['target', 'I', 0.8, 'interval session|intervalle|intervals|vo2 max session|fractionné'],
  ['target', 'R', 0, 'r|repetition|r pace|repetition pace|rep pace|reps pace|w tempo|r tempo'],
  [
    'target',
    'HM',
    0,
    'hm|21k|hmp|half marathon|half marathon pace|half pace|hm pace|goal half|goal half marathon|half marathon effort|hm effort|half marathon race pace|hmt|hmrt|hm tempo|halbmarathontempo|halbmarathon tempo|halbmarathon|allure semi|semi|à allure semi|maratón media|as21|allure spé semi|allure semi marathon|ritmo media|ritmo media maratón|ritmo de media maratón|ritmo de media|ritmo de media maraton|rmm|gara mezza|ritmo gara mezza|ritmo mezza|mezza|mezza maratona|media maratón|media maraton|halve marathon|ritmo mezza maratona|ritmo gara mezza|halve marathontempo|halve marathon tempo|speed of half marathon|21k pace|goal half pace|half effort|goal hm pace',
  ],
  ['target', 'HM', 0, 'half'],
  [
    'target',
    '5k',
    0,
    '5er tempo|5er|im 5er|5km rt|5 km renntempo|5er renntempo|allure 5 km|allure 5|as5|allure 5km|allure 5k|ritmo de 5 km|ritmo 5k|ritmo 5 km|ritmo 5000|ritmo de 5k|ritmo 5km|5 km tempo|5km tempo|5k tempo|5 km renntempo|parkrun pace|parkrun effort',
  ],
  [
    'target',
    '10k',
    0,
    '10er tempo|10er|10km rt|10 km tempo|10km tempo|10er renntempo|10 km renntempo|renntempo 10 km|allure 10 km|as10|allure 10|allure 10km|allure 10k|ritmo de 10 km|ritmo 10k|ritmo 10 km|ritmo 10.000|ritmo 10000|ritmo de 10k|ritmo 10km|10k tempo|10k rhythm|rhythm of 10km|10 km rt',
  ],
  [
    'target',
    '1mi',
    0,
    'mile pace|mile effort|mile race pace|one mile pace|1 mile pace|1mi pace|mile rp',
  ],
  [
    'vague',
    '',
    0,
    'alegre|alegres|vivo|viva|allègre|tt|time trial|from the gun|hill sprints|hill sprint|bergsprints|pick ups|pickups|pick up|surges|hard|strong|very hard|brisk|comfortably hard|controlled|solid|fast|quick|quickly|sprint|sprints|all out|flat out|max|maximal|full gas|faster|steady|moderate|mod|progressive|progression|tempo ish|steady state|quicker|hills hard|fo|xc effort|schnell|hart|schnelle|zügig|flott|medium|mittel|vif|soutenu|vite|rapide|à fond|fuerte|fuertes|rápido|rápidos|a tope|forte|veloce|vlot|snel|stevig|progressif|en progression|progresivo|progressivo|in progressione|progressivi|crescendo|relaxed but quick|sweet spot|progressing|quick ones|schneller|submax|cruise',
  ],
  [
    'goal',
    '',
    0,
    'h|race effort|race pace|goal pace|goal race pace|renntempo|im renntempo|race|rg|ritmo gara|allure course|race speed|at cv|cv pace|cv effort',
  ],
  ['vague', 'on', 0, 'on'],
  ['or', '', 6, 'or|oder|ou|o'],
  [
    'recovery',
    'jog',
    0,
    'jog|jogs|jogging|jogged|jg|trot|shuffle|easy jog|slow jog|jog recovery|jog recoveries|jog rec|jog rest|jogging recovery|recovery jog|recovery jogs|easy jog recovery|jog back|jog down|jog down recovery|jog back down|jogs back|easy jog down|jog back recovery|trotting|j|jog easy|jogging rest|slow jogging|jog recover|jogged recovery|rj|light jog|gentle jog|very easy jog|walk jog|jog walk|walk/jog|jog/walk|easy jogging',
  ],
  [
    'recovery',
    'jog',
    0,
    'trotar|a trote|in trot|trabpause|trabpausen|trab|traben|trabend|joggingpause|locker traben|lockeres traben|trabend zurück|bergab traben|trottiner|trottinant|en trottinant|trottée|récup trot|récup footing|récup en trottinant|trote|trotando|al trote|de trote|rec trote|recuperación trotando|recuperando trotando|bajar trotando|bajando al trote|bajando trotando|corsetta|di corsetta|in souplesse|di corsa lenta|recupero di corsa|dribbel|dribbelen|dribbelpauze|rustig dribbelen|rustig terug dribbelen|trucht|jogg|light trot|slow trot|récup descente en trottinant|retour en trottinant|retour trottiné|descente trottinée|descente en trottinant|descente en trot|trab zurück|langsam traben|lockerer trab|trottend|trotpause|trot pause|jogg ned',
  ],
  ['recovery', 'jog', 0, 'tp'],
  ['target', 'T', 0.3, 'tp'],
  ['float', '', 0, 'float|floats|floating|float recovery|float recoveries|moderate float'],
  [
    'recovery',
    'rest',
    0,
    'rest|rests|pause|pauses|break|standing|stand|standing rest|standing recovery|standing rec|standing recoveries|static rest|static recovery|complete rest|full rest|stehpause|stp|arrêt|statique|repos passif|parado|pausa|descanso|da fermo|da fermi|fermo|rust|stilstaan|passive rest|static|passive recovery',
  ],
  [
    'recovery',
    'walk',
    0,
    'walk|walks|hike|hiking|gehpause zurück|walking|stroll|brisk walking|fast walk|power walk|walk back|walk recovery|walking recovery|walk recoveries|walk rest|walking rest|walk down|walk back down|walk down recovery|walk back recovery|walk rec|slow walk|brisk walk|walk breaks|walk break|gp|gehpause|gehen|marche|marchée|récup marchée|en marchant|récup marche|andando|caminando|caminar|andar|runtergehen|runter gehen|bergab gehen|hinuntergehen|zurückgehend|bajar andando|en descendant en marchant|de passo|di passo|cammino|di cammino|camminando|camminata|wandelen|wandel|wandelpauze|gåvila|complete recovery walking|full recovery walking|la vuelta andando|scendendo di passo|bajando andando|recovery walk|recovery walking|bajo andando|zurück gehen|zurückgehen|gehend|hinunter gehen',
  ],
  [
    'recovery',
    '',
    0,
    'rec|recs|recovery|recoveries|recov|recover|recovering|rcvy|récup|récupération|recup|recuperación|recuperacion|recuperando|recupero|rec.|recuperation|recuperaciones|recuperi|intervalo|intervallo|pauze|rest interval|rest intervals|ri|complete recovery|full recovery|p.|turnaround|récup.|erholung|p',
  ],
  ['setrest', '', 0, 'sp|serienpause|seriepauze|set rest|set recovery|satzpause'],
  [
    'role',
    'WU',
    0,
    "wu|warm up|warm up with|warmup with|warm up for|warm up run of|warmup|w/u|w/up|warming up|warm up jog|easy warm up|warm up easy|jog warm up|warmup jog|el|einlaufen|warmlaufen|d'échauffement|aufwärmen|einl.|einl|échauffement|échauff|éch|éch.|d'échauf|ech|échauf|echauffement|échauffement en footing|calentamiento|cal|calentar|riscaldamento|risc|risc.|inlopen|warming up|wup|oppvarming|rozgrzewka|aquecimento|ein|run in|warming|easy warmup|warmed up|warmed up for|warmed up with|locker einlaufen|footing échauffement|échauffement footing|uppvärmning|inlopen rustig|w/u jog|warm up run|calentando|entrada en calor|mise en train|warm upje",
  ],
  [
    'role',
    'CD',
    0,
    'cd|cool down|cool down with|cooldown with|cool down for|cooldown|c/d|w/d|w/down|warm down|warmdown|wd|cooling down|warming down|cool down jog|easy cool down|warm down jog|cooldown jog|jog cool down|al|auslaufen|ausl.|ausl|retour au calme|rac|rc|récupération finale|vuelta a la calma|v/c|enfriamiento|soltar|soltar piernas|defaticamento|defat|defat.|def|uitlopen|cooling down|nedjogg|schłodzenie|desaquecimento|aus|run out|calm down|down jog|downjog|locker auslaufen|retour|easy cooldown|nerjogg|cool down run|c/down|cool off|cooled down|cooled down with|of cooling down|enfriar|enfriando|soltura|trote final|aflojar',
  ],
  [
    'role',
    'both',
    0,
    'wu/cd|wu & cd|wu and cd|wu + cd|w/u & c/d|w/u and c/d|w/u + c/d|w/u c/d|warm up and cool down|warm up & cool down|warm up/cool down|warmup/cooldown|warmup & cooldown|warmup and cooldown|warm up and warm down|warm up & warm down|el/al|el + al|el & al|ech + rac|éch + rac|wup + cd|einlaufen + auslaufen|ein + auslaufen|wu/wd|wu + wd|warm up + cool down|warmup + cooldown|échauffement + retour au calme|éch/rac|risc + def|in + uitlopen|warm up and down|cal + vc|el und al|ein und auslaufen|ein /auslaufen|ein und auslaufen je|échauffement et retour au calme|calentamiento y enfriamiento|calentamiento y vuelta a la calma|in en uitlopen|riscaldamento e defaticamento|up and downjog|wu cd|ein/auslaufen|w/u, c/d|wup/cd|warm up & down|warm up and down|ein/aus|ein und aus|ein + aus|ein- und aus|in/uit|in en uit|échauf/retour au calme',
  ],
  ['role', 'both', 0.2, 'up and down|up & down|up/down'],
  ['role', 'WU', 0.3, 'up'],
  ['role', 'CD', 0.3, 'down'],
  [
    'alternate',
    '',
    0,
    'alternating|alternate|alternately|alternating between|in turn|im wechsel|abwechselnd|en alternant|alterner|alternance|alternando|afwisselend|om en om|run/walk|walk/run|jog/walk intervals',
  ],
  ['for', '', 0, 'for|for about|lasting|over|pendant|für|durante|per'],
  [
    'around',
    'both',
    0,
    'either side|each side|each end|before and after|both sides|before & after|davor und danach|vorher und nachher|avant et après|antes y después|prima e dopo|each way|either end|antes y despues|avant/après|avant et apres|vor und nachher|davor und danach je|prima e dopo|voor en na|there and back|there & back|each way',
  ],
  [
    'around',
    'before',
    0.1,
    'before|beforehand|davor|vorher|avant|antes|prima|vooraf|to start|first|there|vorneweg|vorab|au début|al principio|vooraf',
  ],
  [
    'around',
    'after',
    0.1,
    'after|afterwards|danach|nachher|après|después|dopo|na afloop|to finish|at the end|al final|zum schluss|pour finir|home|back home|for finish|am ende|zum abschluss|à la fin|al terminar|despues|alla fine|aan het eind|to end|on the end',
  ],
  [
    'between',
    '',
    0,
    "between|in between|btw|btwn|b/t|b/w|between each|between everything|in between each|between them|entre|dazwischen|dazwischen jeweils|zwischen|dazwischen je|entre chaque|tussendoor|tussen|between all|apart|tra una e l'altra|entre cada una|entre cada|à chaque fois|inbetween|in between them|in-between",
  ],
  [
    'between',
    'rep',
    0,
    'between reps|btw reps|btwn reps|b/t reps|b/w reps|between intervals|between efforts|between repeats|between each rep|in between reps|between each interval|between the reps|tra le prove|between runs|zwischen den wiederholungen|between each effort|between the efforts|between repetitions|entre répétitions|entre les répétitions|entre les fractions|entre repeticiones|entre reps|entre repes|entre cada rep',
  ],
  [
    'between',
    'set',
    0,
    'between sets|btw sets|btwn sets|b/t sets|b/w sets|after each series|after every set|between each set|between the sets|in between sets|after each set|between series|between the series|between rounds|between blocks|entre les séries|entre les 2 séries|entre les deux séries|entre les blocs|entre bloques|tra le serie|between groups|zwischen den serien|zwischen den sätzen|tussen de series|between set|entre séries|between the two sets|tra i blocchi',
  ],
  [
    'between',
    'each',
    0,
    'after each|after every|after each one|after each rep|after every rep|after each interval|after each effort|after all|nach jedem|après chaque|después de cada|dopo ogni',
  ],
  ['between', 'either', 0, 'entre series'],
  [
    'all',
    '',
    0,
    'all|each|every|all with|each with|throughout|every rep|each rep|per rep|jeweils|je|chaque|chacun|cada|cada una|ciascuno|elk|tutti|all of them|all of it|todos|todas|en todas|en todos|entre todas|a todas|partout|pour tous|pour toutes|à chacun|à chacune|überall|bei allen|nach allen|ovunque|dappertutto|a tutte|overal|for all|for everything|on all|on everything|after them all',
  ],
  [
    'equal',
    '1',
    0,
    'equal|gleiche strecke|jeweils gleiche strecke|misma distancia|même distance|égale|égal|égales|same rest|same jog|same recovery|equal recovery|equal time|same time|equal distance|matching|gleiche zeit|gleich lange|identique|même temps|equal rest|mismo tiempo|stesso tempo|same distance|equal amount|equal duration',
  ],
  [
    'equal',
    '0.5',
    0,
    'half time|half the time|half recovery|half the recovery|half rest|half jog|half distance|half the distance|50%|mitad de tiempo|moitié du temps',
  ],
  [
    'strides',
    '',
    0,
    'strides|stride|striders|strideouts|stride outs|accelerations|acceleration|build ups|buildups|buildup strides|relaxed strides|steigerungen|steigerung|steigerungsläufe|steigerungsläufen|stl|lignes droites|ligne droite|ld|accélérations progressives|accélérations|progresivos|rectas|recta|rectas progresivas|allunghi|allungo|versnellingen|versnellingslopen|ws|wind sprint|wind sprints|stigningsløp|przebieżki|strides on grass|st|hill strides',
  ],
  [
    'at',
    '',
    0,
    "@|at|from|start at|starting at|starting from|@ a|at an|at a|at the|at around|at about|running at|run at|done at|im|à|au|à l'|à l’|à allure|a ritmo|a ritmo de|a|op|ritmo|ritmo de|allure|bei|in the|at your|à l'allure|à l’allure|around|alla|al|with temp|in rhythm of|at speed of|allure de|@ approx|beim|je à|each at|each @|@ each|at roughly|at current",
  ],
  ['in', '', 0, 'in|en|em|each in|all in|aim|aiming for|aim for|targeting'],
  [
    'with',
    '',
    0,
    'w/|with|w|w.|with a|with an|w/ a|mit|avec|con|met|with only|mit nur|inc|incl|including|include|includes|inkl|inkl.|with about|taking|dont|davon|waarvan|di cui|featuring|incorporating|containing|connect with|avec une|con un|mit je|darin|incluyendo|w/ about|dabei|dabei je|dentro|durante los cuales|compris|y compris|compreso|inclus|inclusief|inbegrepen|waarin|including a',
  ],
  ['off', '', 0, 'off|off of|on a'],
  [
    'part',
    'last',
    0,
    'last|final|the last|the final|with last|finish last|letzte|die letzten|letzten|die letzte|dernières|derniers|les derniers|les dernières|últimos|últimas|los últimos|las últimas|ultimi|gli ultimi|laatste|de laatste|with the last|w/ last|w/ final',
  ],
  ['part', 'next', 0, 'next|the next|nächsten|suivants|siguientes'],
  [
    'part',
    'odd',
    0,
    'odd|odds|odd ones|odd reps|odd numbers|odd numbered|the odd ones|ungerade|die ungeraden|impairs|impaires|les impairs|les impaires|impares|las impares|los impares|dispari|le dispari|oneven',
  ],
  [
    'part',
    'even',
    0,
    'even|evens|even ones|even reps|even numbers|even numbered|the even ones|gerade|die geraden|pairs|paires|les pairs|les paires|pares|las pares|los pares|pari|le pari|every other one|every second one|every other rep|every second rep|jede zweite|jeder zweite|une sur deux|una de cada dos|uno de cada dos|una sì e una no',
  ],
  ['part', 'middle', 0, 'middle|the middle|in the middle'],
  ['part', 'first', 0, 'first|1st|the first|die ersten|les premiers|los primeros|i primi'],
  [
    'join',
    'next',
    0,
    'then|and then|followed by|plus|straight into|into|before a final|dann|danach|anschließend|und dann|puis|ensuite|finir par|luego|después|poi|daarna|dan|, dann|and finish with|finish with|finishing with|finish|ending with|nach|after that|suivi de|suivi par|suivis de|seguido de|gevolgd door|seguito da|e poi|y luego|et puis',
  ],
  ['join', ',', 0, 'and|and a|&|und|et|y|and also'],
  ['join', ',', 1.3, 'e|en'],
  [
    'reps',
    '',
    0,
    'reps|rep|repetitions|repeats|repeat|efforts|effort|intervals|rounds|wiederholungen|wdh|ripetute|ripetuta|prove|herhalingen|répétitions|fractions|tempoläufe|läufe|tiros|minutenläufe|series largas|series cortas|ripetute brevi|ripetute lunghe|mile reps session|tl',
  ],
  [
    'sets',
    '',
    0,
    'sets|set|series|serien|serie|sätze|séries|série|blocs|bloc|bloques|bloque|blocks|block',
  ],
  [
    'hill',
    '',
    0,
    'hill|hills|uphill|hill reps|hill repeats|hill efforts|up the hill|berg|bergläufe|hügel|bergauf|côte|côtes|en côte|montée|cuestas|cuesta|subiendo|subida|salita|salite|in salita|heuvel|heuvels|omhoog|bakke|downhill|long hills|short hills|kenyan hills|hill bounding|up hill|hilly',
  ],
  [
    'note',
    '',
    0,
    "fartlek|fahrtspiel|fs|vaartspel|ladder|pyramid|pyramide|pirámide|piramide|mona fartlek|cut down|cutdown|yasso|yassos|yasso 800s|progression run|michigan|mona|deek's quarters|track session|over unders|over/unders|kenyan|treppe|build up|buildup|finale|tempowechsellauf|twl|wechseltempo|cambios de ritmo|variazioni|descent|wsa|strength|hilly|rolling|flat|drift|test|climb|treadmill|hill circuits|crescendolauf|progressive run|progressive long run|drill|even pacing|even pace|even splits|even effort|even split",
  ],
  [
    'drill',
    '',
    0,
    'drills|lauf abc|gammes|éducatifs|técnica de carrera|andature|loopscholing|stretching|stretch|dynamic stretching|drills and strides|active stretching|drill|mobility|running drills',
  ],
  ['note', '', 2.6, 'the rest|on the rest|rest of them|the rest of them'],
  [
    'remainder',
    '',
    0,
    'rest easy|rest at easy|the rest easy|rest of it easy|rest of run easy|rest of the run easy|remainder easy|the remainder easy|remainder at easy|easy for the rest|balance easy|easy otherwise|rest locker|der rest locker|rest ruhig|rest dl|rest dl1|rest ga1|rest in ga1|sonst locker|ansonsten locker|reste en footing|le reste en footing|reste en endurance|le reste en endurance|reste ef|reste en ef|le reste en ef|reste facile|le reste facile|reste souple|le reste souple|resto suave|el resto suave|resto fácil|el resto fácil|resto trote|resto a ritmo suave|resto lento|il resto lento|resto facile|il resto facile|rest rustig|de rest rustig',
  ],
  [
    'total',
    '',
    0,
    'total|in total|total of|altogether|overall|insgesamt|au total|en total|in totale',
  ],
];

export type WordKind =
  | 'target'
  | 'vague'
  | 'or'
  | 'alternate'
  | 'goal'
  | 'recovery'
  | 'float'
  | 'setrest'
  | 'role'
  | 'around'
  | 'between'
  | 'all'
  | 'equal'
  | 'strides'
  | 'at'
  | 'in'
  | 'with'
  | 'off'
  | 'part'
  | 'join'
  | 'reps'
  | 'sets'
  | 'hill'
  | 'note'
  | 'drill'
  | 'remainder'
  | 'total'
  | 'for';

export type Word = { kind: WordKind; value: string; price: number };

const table = new Map<string, Word[]>();
let longest = 1;
for (const [kind, value, price, list] of WORDS)
  for (const spelling of list.split('|')) {
    table.set(spelling, [...(table.get(spelling) ?? []), { kind, value, price }]);
    longest = Math.max(longest, spelling.split(' ').length);
  }

export const LEXICON: ReadonlyMap<string, readonly Word[]> = table;
export const MAX_PHRASE_WORDS = longest;

/** Units by their spellings. Small words that are also something else are only units behind a number. */
export const UNIT_SPELLINGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    h: 'h|hr|hrs|hour|hours|std|std.|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|u',
    min: "min|mins|minute|minutes|mn|minuten|minuto|minutos|minuti|minuut|min.|mins.|'|’|′|´|mintues|minuts",
    s: "s|sec|secs|second|seconds|sek|sek.|sekunden|sekunde|seconde|secondes|seg|segundos|segundo|secondi|secondo|seconden|sec.|secs.|\"|”|″|''|’’|´´",
    km: 'km|kms|k|ks|kilometer|kilometers|kilometre|kilometres|kilomètre|kilomètres|kilómetros|kilómetro|chilometri|chilometro|kil|kilometern|km.|bornes|borne',
    mi: 'mi|mile|miles|ml|mls|meile|meilen|milla|millas|miglio|miglia|mijl|miler|milers',
    mtr: 'mtr|meters|metres|mtrs|meter|metre|mètre|mètres|metros|metro|mts|mts.|metri|mt|mt.|metern',
    lap: 'lap|laps|runde|runden|tour|tours|giro|giri|ronde|rondje|rondjes',
    m: 'm',
  }).flatMap(([unit, list]) => list.split('|').map((word) => [word, unit])),
);

export const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['eight', 8],
  ['nine', 9],
  ['ten', 10],
  ['eleven', 11],
  ['twelve', 12],
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['sixty', 60],
  ['ninety', 90],
  ['thirteen', 13],
  ['fourteen', 14],
  ['sixteen', 16],
  ['eighteen', 18],
  ['fifty', 50],
  ['twenty-five', 25],
  ['thirty-five', 35],
  ['forty-five', 45],
  ['seventy-five', 75],
  ['half a dozen', 6],
  ['a dozen', 12],
  ['a couple of', 2],
  ['couple of', 2],
  ['twice', 2],
  ['zwei', 2],
  ['drei', 3],
  ['vier', 4],
  ['fünf', 5],
  ['sechs', 6],
  ['acht', 8],
  ['zehn', 10],
  ['deux', 2],
  ['trois', 3],
  ['quatre', 4],
  ['cinq', 5],
  ['huit', 8],
  ['dix', 10],
  ['dos', 2],
  ['tres', 3],
  ['cuatro', 4],
  ['cinco', 5],
  ['seis', 6],
  ['ocho', 8],
  ['diez', 10],
  ['due', 2],
  ['tre', 3],
  ['quattro', 4],
  ['cinque', 5],
  ['sei', 6],
  ['otto', 8],
  ['dieci', 10],
] as const);

/** Words between a number and what is repeated: "6 times", "3 sets of", "5 mal". */
export const TIMES_WORDS = 'x|×|✕|✖|⨯|\\*|times|mal|fois|veces|volte|keer';
export const COUNT_WORDS =
  'sets of|sets|set of|reps of|reps|rounds of|rounds|lots of|lots|repeats of|repeats|repetitions of|repetitions|blocks of|blocks|times|series of|series by|intervals of|efforts of|laps of|serien à|serien|serien von|sätze|séries de|séries|blocs de|blocs|bloques de|series de|serie da|serie di|series van|tiros de|by|of';
