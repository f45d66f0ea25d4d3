/** Plans for one race at three volumes of training. */
export const TEN_KM = {
  low: `plan 10 km on three runs a week
// Ten weeks for someone who can run for forty minutes. Leave a day between the runs.

strides = 5x(20s R + 1m jog)

weeks 1-3: Settle in
  Tue 10m E + {4, 5, 6}x(1m R + 2m jog) + 10m E
  Thu {35m, 35m, 40m} E + strides
  Sun {50m, 55m, 1h} E

week 4: Light
  Tue 30m E + strides
  Thu 30m E
  Sun 45m E

weeks 5-7: Steady work
  Tue 10m E + {8m, 10m, 12m} T + 10m E // strong and steady, not a race
  Thu {40m, 40m, 45m} E + strides
  Sun {1h, 1h05m, 1h10m} E

weeks 8-9: Race pace
  Tue 10m E + {3, 4}x(3m 10k + 2m jog) + 10m E
  Thu {40m, 35m} E
  Sun {1h15m, 1h} E

week 10: Race week
  Tue 15m E + 3x(2m 10k + 2m jog) + 10m E
  Thu 20m E + strides
  Sun 10m E + race 10km // hold back until half way
`,
  medium: `plan 10 km on five runs a week
// Ten weeks, four to five hours of running each.

strides = 6x(20s R + 1m jog)

weeks 1-9
  Mon rest
  Wed 45m E
  Fri rest
  Sat 40m E + strides

weeks 1-3: Rhythm
  Tue 15m E + {6, 7, 8}x(200mtr R + 200mtr jog) + 10m E
  Thu 15m E + {14m, 16m, 18m} T + 10m E
  Sun {1h10m, 1h15m, 1h20m} E

weeks 5-7: Load
  Tue 15m E + {5, 5, 6}x(2m30s I + 2m jog) + 10m E
  Thu 15m E + {3, 3, 4}x(6m T + 1m jog) + 10m E
  Sun {1h20m, 1h25m, 1h30m} E

weeks 4, 8: Light
  Tue 35m E + strides
  Thu 40m E
  Sat 30m E
  Sun 55m E

week 4
  Sat 2km E + race 5km + 2km E // a short race, for the feeling of it

week 9: Sharpen
  Tue 15m E + 4x(800mtr 10k + 1m30s jog) + 10m E
  Thu 15m E + 10m T + 10m E
  Sun 1h10m E

week 10: Race week
  Tue 15m E + 3x(800mtr 10k + 2m jog) + 10m E
  Wed 35m E
  Thu 30m E + strides
  Sat 20m E
  Sun 2km E + race 10km + 2km E
`,
  high: `plan 10 km on six runs a week
// Twelve weeks for someone who runs six to seven hours a week and knows hard days from easy ones.

strides = 8x(20s R + 1m jog)

weeks 1-11
  Mon 45m E
  Wed 1h05m E
  Fri rest
  Sat 50m E + strides

weeks 1-3: Speed first
  Tue 20m E + {9, 10, 11}x(200mtr R + 200mtr jog) + 15m E
  Thu 20m E + {18m, 20m, 20m} T + 15m E
  Sun {1h25m, 1h30m, 1h35m} E

weeks 5-7: Intervals
  Tue 20m E + {5, 5, 6}x(3m30s I + 2m30s jog) + 15m E
  Thu 20m E + {4, 4, 5}x(6m T + 1m jog) + 15m E
  Sun {1h35m, 1h40m, 1h45m} E

weeks 9-10: Race pace
  Tue 20m E + 4x(1200mtr 10k + 1m30s jog) + 15m E
  Thu 20m E + 2x(10m T + 2m jog) + 15m E
  Sun {1h40m, 1h35m} E

weeks 4, 8: Light
  Mon rest
  Tue 45m E + strides
  Wed 45m E
  Thu 20m E + 12m T + 15m E
  Sat 35m E
  Sun {1h15m, 1h20m} E

week 11: Ease off
  Tue 20m E + 4x(1km 10k + 1m30s jog) + 15m E
  Wed 45m E
  Thu 45m E
  Sat 35m E + strides
  Sun 1h10m E

week 12: Race week
  Mon 35m E
  Tue 20m E + 4x(600mtr 10k + 2m jog) + 10m E
  Wed 40m E
  Thu 30m E + 4x(20s R + 1m jog)
  Sat 20m E
  Sun 3km E + race 10km + 2km E
`,
} as const;
