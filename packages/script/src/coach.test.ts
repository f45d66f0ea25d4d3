import { expect, test } from 'vitest';

import { readScript, writeScript } from './index.ts';

const MILES = '1mi 8:20/mi + 1mi 8:10/mi + 1mi 8:00/mi + 1mi 7:50/mi + 1mi 7:40/mi + 1mi 7:30/mi';

test.each([
  ['12 x 400 in 72 off 60', '12x(400mtr 1m12s + 1m jog)'],
  ['8x400 @ 90 (200 jog)', '8x(400mtr 1m30s + 200mtr jog)'],
  ['16 miles: 2 easy, 12 @ MP, 2 easy', '2mi E + 12mi M + 2mi E'],
  [
    '2 x (6 x 400m) at 5k pace with 1 min rec, 4 mins between sets',
    '2x(6x(400mtr 5k + 1m jog) + 4m jog between)',
  ],
  ['5 miles easy along the canal', '5mi E'],
  // A parkrun is a race, unless it is said how it is run.
  ['parkrun', '5km 5k'],
  ['easy parkrun', '5km E'],
  ['2 miles w/u, parkrun at tempo', '2mi WU + 5km T'],
  [
    '15 min Einlaufen, 5x1000m in 4:10 mit 2 min Trabpause, 10 min Auslaufen',
    '15m WU + 5x(1km 4m10s + 2m jog) + 10m CD',
  ],
  ['3 x 2000 m à allure 10 km, récup 2 min', '3x(2km 10k + 2m jog)'],
  [
    "2 km inlopen, 5x1000m op 10 km-tempo P=2' dribbelen, 2 km uitlopen",
    '2km WU + 5x(1km 10k + 2m jog) + 2km CD',
  ],
  [
    '15 min riscaldamento, 3x10 min in soglia, recupero 3 min, 10 min defaticamento',
    '15m WU + 3x(10m T + 3m jog) + 10m CD',
  ],
  // A long jog behind a repeat that has its recovery is no second one, and a bare time behind one without is the recovery.
  [
    '10 min jog, drills, 5 x 3:00 hard w/ 2:00 jog, 10 min jog',
    '10m jog + "drills" + 5x(3m "hard" + 2m jog) + 10m jog',
  ],
  ['Track: 5 x 1200, 3 mins', '5x(1200mtr + 3m jog)'],
  ['50 min rodaje suave', '50m E'],
  ['Easy hour', '1h E'],
  ['16 km: 2 km suave + 12 km a ritmo maratón + 2 km suave', '2km E + 12km M + 2km E'],
  ['1000-2000-1000 à allure semi, récup 2 min', '1km HM + 2m jog + 2km HM + 2m jog + 1km HM'],
  ['Anfänger: 8 mal 2 Minuten laufen, 1 Minute gehen', '8x(2m + 1m walk)'],
  // What is run in turn, as often as it fits.
  ['40 min alternating 3 min at threshold, 2 min easy', '8x(3m T + 2m E)'],
  ['6 miles: alternate 800 @ MP and 800 @ 10k pace', '6x(800mtr M + 800mtr 10k)'],
  ['Jog 60 secs walk 90 secs for 20 mins', '8x(1m jog + 1m30s walk)'],
  // Parts of a run whose whole is not said, what climbs, the number of a session, and a warm-up that is named last.
  ['First 2 miles easy, next 4 miles at MP, last 1 mile at HMP', '2mi E + 4mi M + 1mi HM'],
  ['90 min easy with 600m of climb', '1h30m E'],
  ['#31 threshold 3 x 8 min, 2 min jog', '3x(8m T + 2m jog)'],
  [
    '4 x 6 min T w/ 90s jog + 2 km warm up + 1 km cool down',
    '2km WU + 4x(6m T + 1m30s jog) + 1km CD',
  ],
  ['4x2000 m @ 10k (P: 3 min Trab), EL+AL je 10 min', '10m WU + 4x(2km 10k + 3m jog) + 10m CD'],
  ['Long fartlek, 8 x 2 min hard 1 min easy', '8x(2m "hard" + 1m E)'],
  ['Recovery today. 35 mins very slow', '35m E'],
  [
    'Warm Up: 12:00 HR Zone 2\nRepeat 5x\n  Run 4:00 HR Zone 4\n  Recover 2:00 HR Zone 1\nCool Down: 8:00 HR Zone 1',
    '12m WU Z2 + 5x(4m Z4 + 2m Z1) + 8m CD Z1',
  ],
  // A count behind what it repeats.
  ['15 min easy, 3 min tempo 1 min easy x 7', '15m E + 7x(3m T + 1m E)'],
  [
    'Warm up 10 min\n\nRepeat 3x\n1 km @ 4:15/km\n2 min rest\n\nCool down 10 min',
    '10m WU + 3x(1km 4:15/km + 2m rest) + 10m CD',
  ],
  // Numbers in words, and words that mean something only together.
  ['Six 800-metre reps at 5k pace with a 400 jog along the canal', '6x(800mtr 5k + 400mtr jog)'],
  ['Miles 1-12 easy, miles 13-20 at MP', '12mi E + 8mi M'],
  ['12 km from 5:00 to 4:30 along the river', '12km 5:00-4:30/km'],
  ['**Main set:** 4 × 8 min @ threshold, 2 min easy jog', '4x(8m T + 2m jog)'],
  ["Paul is away, so we meet Declan's lot. 5 x 1k off 90", '5x(1km + 1m30s jog)'],
  // What is eaten and drunk on the way is not run.
  ['18 km easy, last 5 km at marathon pace. Take a gel after 70 minutes.', '13km E + 5km M'],
  ['100 min easy with water every 25 min', '1h40m E'],
  ['22 km locker, Gel bei 8 und 16 km', '22km E'],
  ['1h45 facile (un gel toutes les 40 min)', '1h45m E'],
  // The rules alone would read each of these as another workout, which costs too much to be meant.
  ['2 mile jog, 6 x 200m fast, 2 mile jog', '2mi jog + 6x(200mtr "fast") + 2mi jog'],
  ['Half mile efforts x 6, walk 2 mins', '6x(0.5mi + 2m walk)'],
  ['Tempo run 30 mins (10 easy, 10 tempo, 10 easy)', '10m E + 10m T + 10m E'],
  // The same run in two spellings is one workout.
  ['5 x (2k @ 4:20, 1k @ 4:00)', '5x(2km 4:20/km + 1km 4:00/km)'],
  ['8km easy run, conversational pace', '8km E'],
  // From one pace to another.
  ['5 mile progression: start at 7:30, finish at 6:00 pace', '5mi 7:30-6:00/mi "progression"'],
  ['8 miles: start at 8:30/mi, end at 7:00/mi', '8mi 8:30-7:00/mi'],
  // Words that say nothing of the workout, where both ways of reading find the same.
  ['40 mins recovery run, keep it chatty', '40m E "keep, chatty"'],
  // A share of something, watts and a number for the effort say how hard, and not how fast.
  ['40 min @ 70-75% max HR', '40m "70-75% max HR"'],
  ['4 x 10 min at 250 watts along the river', '4x(10m "250 watts")'],
  ['5x400 w 90s', '5x(400mtr + 1m30s jog)'],
  ['6x3min @ RPE 8-9, 2 min jog', '6x(3m "RPE 8-9" + 2m jog)'],
  ['3 x 5 min at 7/10 effort, 1 min jog', '3x(5m "7/10 effort" + 1m jog)'],
  ["5 x 3' à 100% VMA, récup 2'", '5x(3m I + 2m jog)'],
  ['10 min at 7.5-8 mph', '10m 8:00-7:30/mi'],
  // Numbers and minutes in words, totals, lists, laps and what stands between two repeats.
  ['30 mins run/walk, 2 mins run 1 min walk', '10x(2m + 1m walk)'],
  ['Jog 2 min / walk 2 min, total 24 mins', '6x(2m jog + 2m walk)'],
  [
    'Ladder 200 400 600 400 200, equal jog',
    '200mtr "Ladder"\n+ 200mtr jog\n+ 400mtr "Ladder"\n+ 400mtr jog\n+ 600mtr "Ladder"\n+ 600mtr jog\n+ 400mtr "Ladder"\n+ 400mtr jog\n+ 200mtr "Ladder"',
  ],
  ['5 x 1k @ 72s pace w/ 2 min', '5x(1km 3:00/km + 2m jog)'],
  [
    `Pyramide VMA 30"-1'-1'30-1'-30" récup égale`,
    '30s I "Pyramide" + 30s jog + 1m I + 1m jog + 1m30s I + 1m30s jog + 1m I + 1m jog + 30s I',
  ],
  [
    "2x(6x300) a ritmo de 1500, rec 1' entre reps y 4' entre series",
    '2x(6x(300mtr 1500mtr + 1m jog between) + 4m jog between)',
  ],
  [
    '2x(800,600,400) @ 1500 pace w/ 2 min between reps and 8 min between sets',
    '2x(800mtr 1500mtr + 2m jog + 600mtr 1500mtr + 2m jog + 400mtr 1500mtr + 8m jog between)',
  ],
  [
    'Step 1 warm up 1.5 km; Step 2 run 5 km 4:30-4:40/km; Step 3 cool down 1.5 km',
    '1500mtr WU + 5km 4:40-4:30/km + 1500mtr CD',
  ],
  ['Nothing clever today: forty-five minutes, all of it under 140 beats.', '45m 140bpm'],
  [
    'After fifteen minutes of gentle jogging I did three ten-minute blocks at threshold, with three minutes of jogging in between',
    '15m E + 3x(10m T + 3m jog between)',
  ],
  ['Twelve miles, the first six easy and the last six at marathon pace.', '6mi E + 6mi M'],
  ['8 x 400 (200 jog), 4 min, 8 x 200', '8x(400mtr + 200mtr jog) + 4m rest + 8x(200mtr)'],
  [
    '2000 / 1600 / 1200 / 800 / 400, one lap jog, each one quicker',
    '2km\n+ 400mtr jog\n+ 1600mtr\n+ 400mtr jog\n+ 1200mtr\n+ 400mtr jog\n+ 800mtr\n+ 400mtr jog\n+ 400mtr "quicker"',
  ],
  // A walk between the repetitions says nothing of what is between the sets.
  [
    '3 sets of 4x300m @ 1500 pace (100m walk), 5 mins between sets',
    '3x(4x(300mtr 1500mtr + 100mtr walk) + 5m jog between)',
  ],
  ['Easy 8k then 6 x 100m strides walk back', '8km E + 6x(100mtr R "strides" + walk)'],
  ['5 min easy/5 min M pace x 5', '5x(5m E + 5m M)'],
  ['3 min on, 90 sec off, x6', '6x(3m "on" + 1m30s jog)'],
  ["15' wu // 5x4' @ T w/ 3' jog // 10' cd", '15m WU + 5x(4m T + 3m jog) + 10m CD'],
  [
    'je 2km Ein-/Auslaufen, 3x3000m @ HMRT (3 min Trabpause)',
    '2km WU + 3x(3km HM + 3m jog) + 2km CD',
  ],
  ['2 hours off road, hilly, chatty pace', '2h E "hilly"'],
  // A title has the length of what is counted behind it.
  ['400s: 10 x 92 secs, 200 slow jog', '10x(400mtr 1m32s + 200mtr jog)'],
  ['Mile reps. 4 of them. 3 mins rest', '4x(1mi + 3m rest)'],
  ['12 quarters @ 75 w/ 1 min standing rest', '12x(400mtr 1m15s + 1m rest)'],
  // Some of the repetitions before.
  [
    '8 x 1k, first 4 @ 10k, last 4 @ 5k, 90s jog',
    '4x(1km 10k + 1m30s jog) + 4x(1km 5k + 1m30s jog)',
  ],
  // The unit of every bare number.
  ['15 WU, 6x4 off 2, 10 CD, all mins', '15m WU + 6x(4m + 2m jog) + 10m CD'],
  // Nobody repeats ten kilometres at threshold.
  ['3 x 10 @ threshold off 2 min jog', '3x(10m T + 2m jog)'],
  // Paces whose name begins with a figure, or that are a race by its metres.
  [
    '15 min einlaufen, 6x1000m im 10er-Renntempo mit 400m Trabpause',
    '15m WU + 6x(1km 10k + 400mtr jog)',
  ],
  [
    "200-400-600 allure 3000, récup = 1' entre chaque",
    '200mtr 3k + 1m jog + 400mtr 3k + 1m jog + 600mtr 3k',
  ],
  ["12 km à 5'15 au kilo", '12km 5:15/km'],
  // What is up and down is before and after.
  ['5x2k @ 3:50 off 2:00, 3k up, 2k down', '3km WU + 5x(2km 3:50/km + 2m jog) + 2km CD'],
  // "TP" is a recovery, but where a pace is due.
  ['EL 3 km, 2 x 15 min HMRT, TP 5 min, AL 3 km', '3km WU + 2x(15m HM + 5m jog) + 3km CD'],
  ['2 x 15 min @ TP, 3 min jog', '2x(15m T + 3m jog)'],
  // The recovery behind an alternation is that of each.
  ['8 x 1k alternating HMP and 10k, 60s jog', '4x(1km HM + 1m jog + 1km 10k + 1m jog)'],
  ['TDL 8 km in 4:30/km, vorher und nachher je 3 km locker', '3km E + 8km 4:30/km + 3km E'],
  ['2 x 4 x 400m (45s/3min)', '2x(4x(400mtr + 45s jog) + 3m jog)'],
  // What is in parentheses behind a step of a total is its pace, or says its length once more.
  ['13 km: 3 km EL + 8 km MRT (4:58) + 2 km AL', '3km WU + 8km 4:58/km + 2km CD'],
  [
    "6 x 800 m en 3'04 – récup 1 tour trot (400 m) – 2 km footing",
    '6x(800mtr 3m04s + 400mtr jog) + 2km E',
  ],
  // An easy run in a zone.
  ['1:45:00 long run on the Down, zone 2', '1h45m Z2'],
  // Nobody runs two miles in nine minutes in training.
  ['2 miles @ 9:00, 2 miles @ 8:30, 1 mile CD', '2mi 9:00/mi + 2mi 8:30/mi + 1mi CD'],
  // No repeat of four hundred.
  ['6 x 400 (400m jog)', '6x(400mtr + 400mtr jog)'],
  ['4 x 800 (2m rest) + 4x200(200)', '4x(800mtr + 2m rest) + 4x(200mtr + 200mtr jog)'],
  ['12 miles easy for the half marathon lot', '12mi E'],
  [
    'EL 15 min, 3 x 8 min Schwelle mit 3 min Trab, AL 10 min',
    '15m WU + 3x(8m T + 3m jog) + 10m CD',
  ],
  // Steady says how hard, and not how fast.
  ['15 mins easy to the prom, 25 mins steady, 15 mins home', '15m E + 25m "steady" + 15m CD'],
  ['3 x 3k @ 4:00 with 1k @ 4:30 between', '3x(3km 4:00/km + 1km 4:30/km between)'],
  // "Run" before a length: the walk behind it is the next step.
  ['run 8 min walk 5 min run 8 min', '8m + 5m walk + 8m'],
  ['6 hill sprints of 10 seconds w/ walk back recovery', '6x(10s "hill sprints" + walk)'],
  ['2 x 3k w/ 90s, 3 x 1k w/ 60s, all at 10k', '2x(3km 10k + 1m30s jog) + 3x(1km 10k + 1m jog)'],
  ['6 x 3 min hard, half recovery', '6x(3m "hard" + 1m30s jog)'],
  ['800 @ 5k, 200 jog, 400 @ 3k, 200 jog', '800mtr 5k + 200mtr jog + 400mtr 3k + 200mtr jog'],
  ['Bergsprints 8 x 15s, zurück gehen, davor 25min locker', '25m E + 8x(15s "Bergsprints" + walk)'],
  [
    '200-400-600 m, Trabpause jeweils gleiche Strecke',
    '200mtr + 200mtr jog + 400mtr + 400mtr jog + 600mtr',
  ],
  // Words of an exception, a sum and a split that the workout has.
  ['Legs heavy but fine. 8 x 2 min, 1 min jog', '8x(2m + 1m jog)'],
  ['2 miles @ MP + 1 mile @ 10k, no rest', '2mi M + 1mi 10k'],
  [
    '2 mi WU, 4 x 1 mi T w/ 1 min jog, 2 mi CD. 9 miles total',
    '2mi WU + 4x(1mi T + 1m jog) + 2mi CD',
  ],
  [
    'Repeat 6: Run 0.25 mi @ 6:00-6:15 /mi; Recover 1:30. Warm up 1 mi. Cool down 1 mi.',
    '1mi WU + 6x(0.25mi 6:15-6:00/mi + 1m30s jog) + 1mi CD',
  ],
  // A pace for each repetition, round or part of a run.
  [
    '4 x 1 mile: 7:10, 7:05, 7:00, 6:55, 3 min rest',
    '1mi 7:10/mi + 3m rest + 1mi 7:05/mi + 3m rest + 1mi 7:00/mi + 3m rest + 1mi 6:55/mi',
  ],
  ['3x300 @ 58, 56, 54 off 2 mins', '300mtr 58s + 2m jog + 300mtr 56s + 2m jog + 300mtr 54s'],
  [
    '3 x 400 @ 70, 68, 66 off 3 mins. Full warm up and down',
    'WU + 400mtr 1m10s + 3m jog + 400mtr 1m08s + 3m jog + 400mtr 1m06s + CD',
  ],
  ['6 miles: 8:20, 8:10, 8:00, 7:50, 7:40, 7:30', MILES],
  ['15 km: je 5 km in 5:40 / 5:20 / 5:00', '5km 5:40/km + 5km 5:20/km + 5km 5:00/km'],
  ['20 x 1 min / 1 min at 3:30 / 5:00', '20x(1m 3:30/km + 1m 5:00/km)'],
  [
    '8 x 500 alternating 1:50 and 1:45, 200 jog',
    '4x(500mtr 1m50s + 200mtr jog + 500mtr 1m45s + 200mtr jog)',
  ],
  // One recovery for all.
  [
    "2 x 1000 en 4:00, 4 x 500 en 1:55, rec 2' en todas",
    '2x(1km 4m + 2m jog) + 4x(500mtr 1m55s + 2m jog)',
  ],
  [
    '10 min T, 5 min T, 5 x 1 min at 5k, all with 2 min jog',
    '10m T + 2m jog + 5m T + 2m jog + 5x(1m 5k + 2m jog)',
  ],
  ['1200 at T, 4 x 400 at 5k, all off 90s', '1200mtr T + 1m30s jog + 4x(400mtr 5k + 1m30s jog)'],
  [
    "3x1000 allure 10k, 4x400 allure 5k, récup 1'30 partout",
    '3x(1km 10k + 1m30s jog) + 4x(400mtr 5k + 1m30s jog)',
  ],
  // Each faster than the one before.
  ['6 miles: mile 1 @ 8:20, then 10 sec faster each', MILES],
  [
    '3 x 1 km @ 4:10, then 5 s faster each, 2 min jog',
    '1km 4:10/km + 2m jog + 1km 4:05/km + 2m jog + 1km 4:00/km',
  ],
  [
    '3 x 800 in 3:10 cutting down 3 s per rep, 400 jog',
    '800mtr 3m10s + 400mtr jog + 800mtr 3m07s + 400mtr jog + 800mtr 3m04s',
  ],
  // Odd and even ones.
  [
    '8 x 600, odds in 2:15, evens in 2:05, 90s jog',
    '4x(600mtr 2m15s + 1m30s jog + 600mtr 2m05s + 1m30s jog)',
  ],
  ['10 x 2 min w/ 1 min jog, odd ones at T, even ones at 5k', '5x(2m T + 1m jog + 2m 5k + 1m jog)'],
  // The rest of a total, parts from one mile to another, paces by length, speeds without their unit.
  ['9 miles: 3 easy, 4 @ MP, rest easy', '3mi E + 4mi M + 2mi E'],
  ['8 km, km 3 to 6 at T', '2km E + 4km T + 2km E'],
  ['10 miles, miles 3-6 at marathon pace', '2mi E + 4mi M + 4mi E'],
  ['Laufband: 12 min bei 10 km/h, 25 min bei 12,5', '12m 6:00/km + 25m 4:48/km'],
  // A length that is the sum of those behind it, and a time in which two go on in turn.
  ['18 miler, 8 easy, 8 at marathon pace, 2 easy', '8mi E + 8mi M + 2mi E'],
  ["Fahrtspiel 30 min: 3' Z4 / 2' Z2", '6x(3m Z4 + 2m Z2)'],
  // In parentheses a clock is the time for it.
  ['5 x 700 (2:40) w/ 300 jog', '5x(700mtr 2m40s + 300mtr jog)'],
  // Words and signs.
  [
    'Warm up 12:00 › Run 0.75 mi @ 7:00-7:10/mi › Recover 3:00 › Repeat 4x › Cool down 8:00',
    '12m WU + 4x(0.75mi 7:10-7:00/mi + 3m jog) + 8m CD',
  ],
  ['8 km progresivo de 5:20 a 4:40', '8km 5:20-4:40/km "progresivo"'],
  ['5x1200 in 4:45, TP 400 m, 3 km ein/aus', '3km WU + 5x(1200mtr 4m45s + 400mtr jog) + 3km CD'],
])('a coach writes %s and means one workout', (text, script) => {
  const { workout, diagnostics } = readScript(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(writeScript(workout)).toBe(script);
});

test.each([
  // Another pace than the one that is named.
  '20 min at MP - 10s',
  // A clause with a number is never harmless.
  '34 of us ran 5 x 6 mins at threshold off 90 seconds',
  // A word that could be a recovery.
  '6 x 800m, blahpause',
  // A float is quicker than a jog.
  '5 x 1k at threshold with 200m float',
  // Inside of the fifteen kilometres, or behind them.
  '15k, 3 x 3.2k @ HMP',
  // Two rounds of four, or of two.
  '2 reps of 90 sec run, 90 sec walk, 3 min run, 3 min walk',
  // One of two.
  '12 x 1 min hills or 6 x 2 min hills',
  // A short word may change a workout, and so may one of another sport.
  'Cut every easy run by 2 miles.',
  "70' elliptical @ 138bpm",
  // Behind each, or once behind all.
  '3 x mile at 10k pace -> 2 min rest -> 4 x 200 at mile pace, 200 jog',
  // The time is that of a step of its own.
  'Repeat 3x\n10:00 hard\n2:30 easy\n\nCool down\n10:00 easy',
  // One of each, or more.
  '6 x 800, first and last at 5k',
  // A pace, or a pause without a repeat before it.
  '20 min TP',
  // A rest, or a minute of fast running.
  "6 x 1 mile @ T, 1' R",
  // Hours, or minutes; miles, or minutes.
  '1:15 easy',
  '1:15 easy + 4x20s strides',
  '2m easy',
  '2m easy + 4x(1km T + 1m jog) + 2m easy',
  // A float is not a jog, whoever talks beside it.
  'Quarters again, 8 x 400 with a 200 float',
  // A word that says a pace, misspelled.
  '20 min thresold in the dark',
  // What is written first is run last.
  '6x100m strides after 5km easy',
  '6 x 400 before 2 miles easy',
  // A pace that no step takes.
  '10m warmup + , tempo + 10m cooldown',
  // As often as that, once more, or from one start to the next: no reading has a place for it.
  'run 1 hour, walk 5 min every 25 min',
  '60 min easy, walk 1 min every 10',
  '1 min hard every 5 min for an hour',
  '3 min @ 5k, 1 min jog, 2 min @ 3k, 3 min jog, repeat',
  '4 x 800 @ 5k, 90s jog, twice through',
  '5 x 1k @ 10k, 2 min jog, then do it again',
  '10 x 100 on the 2 min',
  '6 x 1k on a 5 min turnaround',
  // Another pace than the one that is named, whatever unit it has.
  '10 miles at MP+30',
  // The other recovery, the other pace: what is left over is no step of its own.
  '5k, 3k, 1k at T with 2 min / 1 min',
  '6 x 1000 w/ 3 min (400 jog)',
  '6 x 1000 w/ 400 jog (3 min)',
  // The mile is of the list, or a run before it.
  'mile, 1200, 800, 400 w/ 400 jog after each',
  // A hill, or a warm-up and a cool-down without a run.
  'Hills - 8 up and down',
  '3 min hard 2 min easy x 6 in a 50 min run',
  '10 x 300m (100m jog 30 sec)',
  'w/ 2 min jog: 5 x 1k @ 5k',
  // First, or last.
  'strides 6 x 20s at the end of 6 easy miles',
  // No warm-up is that fast.
  'WU 2mi, strides, 5x1000m @ 3:45 (400m jog), CD 2mi',
  // Minutes, or seconds.
  '2 x 15/5',
  // What is run, and no number of a run.
  'walk 5, run 8, walk 5',
  'walk 5, run 8',
  // A length or a short recovery that is left over behind work: it is a pace or a recovery of that work.
  '8 x 800 at 10k then 5k, 90s jog',
  '3 x (1k T, 400 5k), 60s and 2 min',
  '4 x 1k @ T, 4 x 400 @ 5k, 4 x 200 @ 3k w/ 90s, 60s, 30s',
  '12 x 400 at 5k w/ 100 jog, 400 jog after every 4',
  '1000, 90s, 400, 3 min x 4',
  '10 x 1 min (30s 5k / 30s M)',
  '400 in 80, 800 in 2:50, 1200 in 4:25, 400 jog',
  // Half a minute, and no half hour.
  '5 x (1 min on, 1 min off), 3 min, 5 x (30 on, 30 off)',
  // From one start to the next; a part without its number; as long, and not as far.
  '4 x 1200 on 6 min',
  '10k at 4:30, last k flat out',
  '6 x 800 @ 5k. Rest = half the time of the rep',
  // The recovery of both, or of the last.
  'Fast group 6 x 1k, others 5 x 1k, 2 min jog',
  '3 x 1k at T, 4 x 400 at 5k, 200 jog',
  // A name that may be a cool-down.
  'Wup 2k, 4x1500m @10k pace 90" rec, cdown 2k',
  // As before, or as the work.
  '3 x 1k at T w/ 90s jog, then 4 x 400 at 5k with the same recovery',
  '5 x 5 min T w/ 1 min jog, then 5 x 1 min at 5k w/ the same',
  // A bound, an exception, some of them, the middle, all.
  '5 x 1k faster than threshold, 2 min jog',
  '5 x 1k not faster than T, 2 min jog',
  '6 x 1k at 10k off 90s but the last one at 5k',
  '6 x 1k T off 60s, first one easy',
  '4 x 4 min at 10k, 3 min jog, last one all out',
  '60 min easy, the first 10 very easy',
  '20 min at T in the middle of 60 min easy',
  '5 miles easy with 5 x 20s strides in the middle',
  '10 x 100 strides at the end of each of 2 x 5k easy',
  '5 x 400, 3 min, 5 x 400, all off 60s',
  '2 x 3 miles at M with 1 mile easy before, between and after',
  '6 x 1k at 4:00 and 4:30 alternating, no rest',
  '3 min at 5k, 2 min jog, 2 min at 3k, 1 min jog, 1 min at mile x 3',
  // A part of a run, and a sum that is another.
  '10 miles total with 4 x 1 mile at T, 1 min jog',
  '2 mi WU, 4 x 1 mi T w/ 1 min jog, 2 mi CD. 12 miles total',
  // One session for each of them.
  'Men 5 x 1k T 60s, women 4 x 1k T 60s',
  'Group 1: 6 x 1k @ 10k, 90s. Group 2: 5 x 1k @ 10k, 90s',
  '6 x 800m @ 5k pace, 90s jog (beginners 4 x 800m)',
  // Strides, and no sixth of a month; a warm-up before it, and no warm-up of a mile.
  'E 40 + 5ST',
  '2 mile time trial after a good warmup, then 10 mins easy',
  // Before, behind or around the work.
  "40' inkl. 5x1' zügig/1' locker, Rest locker",
  // The recovery of all, or of none but the end.
  '1k, 3 x 600, 1k @ T / 5k / T, 2 min jog',
])('%s is asked about', (text) => {
  expect(readScript(text).diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
});

test.each([
  ["40' inkl. 5x1' zügig/1' locker, Rest locker", '15m E + 5x(1m "zügig" + 1m E) + 15m E'],
  ['8 miles with 3 x 1 mile at T, 400m jog, remainder easy', '4.3mi E + 3x(1mi T + 400mtr jog)'],
  ['E 40 + 5ST', '40m E + 5x(100mtr R "strides")'],
  [
    '600/300 x 4, the 600 @ T, the 300 @ 3k, 1 min rests',
    '4x(600mtr T + 1m rest + 300mtr 3k + 1m rest)',
  ],
])('of %s one answer is %s', (text, script) => {
  const answers = readScript(text).diagnostics.flatMap(({ fixes }) => fixes);
  expect(answers.map(({ label }) => label.replace('Change to ', ''))).toContain(script);
});

test('every meaning of a text that is asked about is one answer away, and means what it says', () => {
  const { diagnostics } = readScript('Easy 6 with Sheila');
  const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes);
  for (const { edits } of fixes.filter(({ label }) => label.endsWith(' E'))) {
    const [edit] = edits;
    expect(readScript(edit?.insert ?? '').diagnostics).toEqual([]);
  }
  expect(fixes.map(({ label }) => label)).toContain('Change to 6mi E');
});

test.each(['1-', '1 ', '400/', 'easy ', '5x(', '10x400 '])(
  'a long run of %s takes bounded work',
  (piece) => {
    const work = { used: 0 };
    readScript(piece.repeat(Math.floor(790 / piece.length)), { work });
    expect(work.used).toBeLessThan(100_001);
  },
);
