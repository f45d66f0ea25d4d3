/** Plans for one race at three volumes of training. */
export const FIVE_KM = {
  low: `plan 5 km on three runs a week
// Eight weeks for someone who can jog for half an hour without stopping.
// Easy means easy enough to talk. If a run goes badly, let it go. The next one counts just as much.

strides = 5x(20s R + 1m jog) // quick and loose, never a sprint

weeks 1-3: Quick feet
  Tue 10m E + {4, 5, 6}x(1m R + 2m jog) + 10m E
  Thu {30m, 30m, 35m} E + strides
  Sun {40m, 45m, 50m} E

week 4: Light
  Tue 25m E + strides
  Thu 30m E or rest
  Sun 40m E

weeks 5-7: Race legs
  Tue 10m E + {5, 6, 6}x(2m I + 2m jog) + 10m E
  Thu 10m E + {8m, 10m, 10m} T + 10m E // the pace you could hold for an hour
  Sun {50m, 55m, 50m} E

week 8: Race week
  Tue 15m E + 4x(1m I + 2m jog) + 10m E
  Thu 20m E + strides
  Sun 10m E + race 5km + 10m E // the first kilometre should feel too slow
`,
  medium: `plan 5 km on five runs a week
// Ten weeks for someone who runs four or five times a week, about four hours in all.

strides = 6x(20s R + 1m jog)

weeks 1-9
  Mon rest
  Wed 40m E
  Fri rest

weeks 1-3: Quick feet
  Tue 15m E + {6, 7, 8}x(200mtr R + 200mtr jog) + 10m E // even pace, even breath
  Thu 40m E + strides
  Sat 15m E + {12m, 14m, 15m} T + 10m E
  Sun {1h, 1h05m, 1h10m} E

week 4: Light
  Tue 35m E + strides
  Thu 30m E
  Sat 30m E
  Sun 50m E

weeks 5-7: Longer repeats
  Tue 15m E + {4, 5, 5}x(2m30s I + 2m jog) + 10m E
  Thu 40m E + strides
  Sat 15m E + {2, 3, 3}x(5m T + 1m jog) + 10m E
  Sun {1h10m, 1h15m, 1h15m} E

week 8: Test
  Tue 15m E + 4x(2m I + 2m jog) + 10m E
  Thu 35m E
  Sat 2km E + race 5km + 2km E // a parkrun will do; run even kilometres
  Sun 55m E

week 9: Sharpen
  Tue 15m E + 6x(400mtr 5k + 1m30s jog) + 10m E
  Thu 35m E + strides
  Sat 15m E + 2x(5m T + 1m jog) + 10m E
  Sun 1h E

week 10: Race week
  Tue 15m E + 4x(400mtr 5k + 2m jog) + 10m E
  Wed 30m E
  Fri 20m E + 4x(20s R + 1m jog)
  Sun 2km E + race 5km + 2km E
`,
  high: `plan 5 km on six runs a week
// Twelve weeks for someone at home with six hours of running a week.
// Three blocks: speed, strength, both together. Every fourth week is light.

strides = 8x(20s R + 1m jog)

weeks 1-11
  Mon 45m E
  Wed 1h E
  Fri rest

weeks 1-3: Speed
  Tue 20m E + {9, 10, 11}x(200mtr R + 200mtr jog) + 15m E
  Thu 20m E + {18m, 20m, 20m} T + 15m E
  Sat 50m E + strides
  Sun {1h20m, 1h25m, 1h30m} E

weeks 5-7: Strength
  Tue 20m E + {6, 6, 7}x(2m30s I + 2m jog) + 15m E
  Thu 20m E + {3, 4, 4}x(6m T + 1m jog) + 15m E
  Sat 50m E + strides
  Sun {1h30m, 1h35m, 1h35m} E

weeks 9-10: Together
  Tue 20m E + 4x(1km 5k + 2m30s jog) + 15m E // your goal pace
  Thu 20m E + {3, 2}x(6m T + 1m jog) + 4x(200mtr R + 200mtr jog) + 15m E
  Sat 50m E
  Sun {1h30m, 1h25m} E

weeks 4, 8: Light
  Mon rest
  Tue 45m E + strides
  Wed 45m E
  Thu 20m E + 12m T + 15m E
  Sat 35m E
  Sun {1h10m, 1h15m} E

week 11: Ease off
  Tue 20m E + 5x(600mtr 5k + 2m jog) + 15m E
  Wed 45m E
  Thu 40m E + strides
  Sat 35m E
  Sun 1h E

week 12: Race week
  Mon 35m E
  Tue 15m E + 5x(400mtr 5k + 2m jog) + 10m E
  Wed 35m E
  Thu 30m E + 4x(20s R + 1m jog)
  Sat 20m E
  Sun 3km E + race 5km + 3km E
`,
} as const;
