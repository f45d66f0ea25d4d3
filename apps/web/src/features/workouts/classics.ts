/** A session that runners have run for decades, as a script. */
export type Classic = { title: string; script: string; tags: string[]; notes: string };

export const CLASSICS: Classic[] = [
  {
    title: 'Easy 45',
    script: '45m E',
    tags: ['easy'],
    notes: 'Slow enough to talk in full sentences. This is most of your week.',
  },
  {
    title: 'Easy with strides',
    script: '40m E + 6x(20s R + 60s jog)',
    tags: ['easy', 'strides'],
    notes: 'The fast bits are quick and relaxed, not sprints.',
  },
  {
    title: 'Long easy run',
    script: '1h30m E',
    tags: ['long'],
    notes: 'Time on your feet. Finish feeling you could keep going.',
  },
  {
    title: 'Long run with a marathon finish',
    script: '1h10m E + 20m M',
    tags: ['long', 'marathon'],
    notes: 'The last twenty minutes are on tired legs. No faster than marathon pace.',
  },
  {
    title: 'Marathon blocks',
    script: '3km E + 2x(6km M + 1km E) + 2km E',
    tags: ['long', 'marathon'],
    notes: 'Practise drinking at pace in both blocks.',
  },
  {
    title: 'Tempo 20',
    script: '15m E + 20m T + 10m E',
    tags: ['threshold'],
    notes: 'Comfortably hard, and the same pace from the first minute to the last.',
  },
  {
    title: 'Cruise miles',
    script: '2km E + 4x(1mi T + 1m rest) + 2km E',
    tags: ['threshold'],
    notes: 'The rest is short on purpose. Walk it.',
  },
  {
    title: 'Threshold tens',
    script: '15m E + 3x(10m T + 2m jog) + 10m E',
    tags: ['threshold'],
    notes: 'Half an hour at threshold in three parts.',
  },
  {
    title: 'Threshold sixes',
    script: '15m E + 5x(6m T + 1m jog) + 10m E',
    tags: ['threshold'],
    notes: 'If the fifth is faster than the first, the first was right.',
  },
  {
    title: 'Five by three',
    script: '15m E + 5x(3m I + 2m E) + 10m E',
    tags: ['intervals'],
    notes: 'The first three minutes should feel too easy.',
  },
  {
    title: 'Kilometre repeats',
    script: '2km E + 5x(1km I + 3m jog) + 2km E',
    tags: ['intervals', 'track'],
    notes: 'Jog the recovery; standing makes the next one harder.',
  },
  {
    title: 'Eight hundreds',
    script: '15m E + 6x(800mtr I + 400mtr jog) + 10m E',
    tags: ['intervals', 'track'],
    notes: 'Jog one lap between each.',
  },
  {
    title: 'Four by four',
    script: '15m E + 4x(4m I + 3m jog) + 10m E',
    tags: ['intervals'],
    notes: 'Long enough to spend real time near the limit.',
  },
  {
    title: 'Two-minute hills or flats',
    script: '15m E + 8x(2m I + 1m jog) + 10m E',
    tags: ['intervals'],
    notes: 'Uphill, run by effort and forget the pace.',
  },
  {
    title: 'Two hundreds',
    script: '2km E + 8x(200mtr R + 200mtr jog) + 2km E',
    tags: ['speed', 'track'],
    notes: 'Fast and relaxed. Stop when your form goes.',
  },
  {
    title: 'Four hundreds',
    script: '2km E + 8x(400mtr R + 400mtr jog) + 2km E',
    tags: ['speed', 'track'],
    notes: 'As much recovery as work, so each one is as quick as the last.',
  },
  {
    title: 'Broken 400s',
    script: '2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E) + 2km E',
    tags: ['speed', 'track'],
    notes: 'Three sets of two. The easy minutes between the sets are part of it.',
  },
  {
    title: 'Threshold and speed',
    script: '15m E + 2x(8m T + 2m jog) + 4x(200mtr R + 200mtr jog) + 10m E',
    tags: ['threshold', 'speed'],
    notes: 'Quick legs after steady work, like the end of a race.',
  },
  {
    title: 'Five-kilometre rehearsal',
    script: '15m E + 4x(1km 5k + 90s rest) + 10m E',
    tags: ['race'],
    notes: 'For the week before a race, at your predicted pace.',
  },
  {
    title: 'Ten-kilometre rhythm',
    script: '2km E + 3x(2km 10k + 2m jog) + 2km E',
    tags: ['race'],
    notes: 'Learn the rhythm. Don’t race it.',
  },
  {
    title: 'Easy by heart rate',
    script: '50m Z2',
    tags: ['easy', 'heart'],
    notes: 'By your watch’s heart-rate zones. Good for hills and heat.',
  },
];

/** One of each kind, for an empty library. */
export const FIRST_CLASSICS = CLASSICS.filter(({ title }) =>
  ['Tempo 20', 'Five by three', 'Easy with strides'].includes(title),
);
