export type ScriptExample = { title: string; about: string; script: string };

/** Scripts that show the language, from the plain to the particular. Help pages show them, to be tried out. */
export const SCRIPT_EXAMPLES: readonly ScriptExample[] = [
  {
    title: 'Steps and repeats',
    about:
      'Steps are joined by +. 5x( ) repeats what’s in the parentheses. m is minutes, s seconds, h hours.',
    script: '15m E + 5x(3m I + 2m E) + 10m E',
  },
  {
    title: 'Repeats inside repeats',
    about:
      'Up to four deep. Distances are km, mi or mtr: m is minutes, except in reps like 6 x 800m.',
    script: '2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E) + 2km E',
  },
  {
    title: 'Race pace',
    about:
      'Put a race after a time or distance to run at that pace: 5k is your 5 km race pace. A pace alone lasts until you press lap.',
    script: 'E + 4x(1km 5k + 90s rest) + E',
  },
  {
    title: 'A time to hit',
    about: 'A time after a distance is a goal: 400 metres in 90 seconds.',
    script: '3km E + 8x(400mtr 90s + 200mtr jog) + 2km E',
  },
  {
    title: 'Heart rate',
    about: 'Z1 to Z5 are your watch’s heart-rate zones. The pace shown is an estimate.',
    script: '1h30m Z2',
  },
  {
    title: 'Until you press lap',
    about: 'open is a step with no end and no target.',
    script: 'open + 20m T + open',
  },
  {
    title: 'Paces, notes and roles',
    about:
      'Write a pace as 4:30/km or a range, and a heart rate as 150bpm. Text in quotes shows on your watch. WU and CD are easy.',
    script: '10m WU + 8x(30s "hill, hard" + 90s walk) + 20m 4:30-4:20/km + 10m CD',
  },
  {
    title: 'The way your coach writes it',
    about:
      'Whole words, commas and a recovery after the repeat are fine too. If a line could mean two things, we’ll ask.',
    script: '20 min easy, 6 x 800m at 5k pace w/ 2 min jog, 10 min easy',
  },
];
