/** Plans for one race at three volumes of training. */
export const HALF_MARATHON = {
  low: `plan Half marathon on four runs a week
// Twelve weeks, three to four hours of running each. Saturday is the run to drop in a busy week.

strides = 5x(20s R + 1m jog)

weeks 1-11
  Sat 35m E or rest

weeks 1-3: Build
  Tue 15m E + {8m, 10m, 12m} T + 10m E
  Thu {45m, 45m, 50m} E + strides
  Sun {1h05m, 1h10m, 1h15m} E

weeks 5-7: Stretch
  Tue 15m E + {2, 3, 3}x(5m T + 1m jog) + 10m E
  Thu {50m, 50m, 55m} E + strides
  Sun {1h20m, 1h25m, 1h30m} E // practise drinking on the run

weeks 9-10: Race pace
  Tue 15m E + {15m, 18m} HM + 10m E
  Thu {55m, 50m} E
  Sun {1h35m, 1h40m} E

weeks 4, 8: Light
  Tue 40m E + strides
  Thu 40m E
  Sat rest
  Sun {1h, 1h10m} E

week 11: Ease off
  Tue 15m E + 12m HM + 10m E
  Thu 40m E
  Sat 25m E
  Sun 1h E

week 12: Race week
  Tue 15m E + 2x(5m HM + 2m jog) + 10m E
  Thu 30m E + strides
  Sun race HM // hold back for the first five kilometres
`,
  medium: `plan Half marathon on five runs a week
// Twelve weeks, around five hours of running each.

strides = 6x(20s R + 1m jog)

weeks 1-11
  Mon rest
  Wed 50m E
  Fri rest
  Sat 45m E + strides

weeks 1-3: Build
  Tue 15m E + {6, 7, 8}x(200mtr R + 200mtr jog) + 10m E
  Thu 15m E + {15m, 18m, 20m} T + 10m E
  Sun {1h20m, 1h25m, 1h30m} E

weeks 5-7: Threshold
  Tue 15m E + {4, 5, 5}x(3m I + 2m jog) + 10m E
  Thu 15m E + {3, 4, 4}x(6m T + 1m jog) + 10m E
  Sun {1h35m, 1h40m, 1h45m} E

weeks 9-10: Race pace
  Tue 15m E + 2x(10m HM + 2m jog) + 10m E
  Thu 1h E
  Sun {1h15m E + 20m HM + 10m E, 1h50m E}

weeks 4, 8: Light
  Tue 40m E + strides
  Thu 15m E + 12m T + 10m E
  Sat 35m E
  Sun {1h10m, 1h15m} E

week 11: Ease off
  Tue 15m E + 3x(6m HM + 1m30s jog) + 10m E
  Thu 45m E
  Sat 30m E
  Sun 1h15m E

week 12: Race week
  Tue 15m E + 2x(5m HM + 2m jog) + 10m E
  Wed 35m E
  Thu 30m E + strides
  Sat 15m E
  Sun 10m E + race HM
`,
  high: `plan Half marathon on six runs a week
// Fourteen weeks, about seven hours of running in the full ones.

strides = 8x(20s R + 1m jog)

weeks 1-13
  Mon 50m E
  Wed 1h10m E
  Fri rest
  Sat 55m E + strides

weeks 1-3: Speed and base
  Tue 20m E + {10, 11, 12}x(200mtr R + 200mtr jog) + 15m E
  Thu 20m E + {20m T, 20m T, 2x(12m T + 2m jog)} + 15m E
  Sun {1h35m, 1h40m, 1h45m} E

weeks 5-7: Intervals
  Tue 20m E + {5, 6, 6}x(3m30s I + 2m30s jog) + 15m E
  Thu 20m E + {4, 5, 5}x(6m T + 1m jog) + 15m E
  Sun {1h50m, 1h55m, 2h} E

weeks 9-11: Half-marathon legs
  Tue 20m E + 3x(10m HM + 2m jog) + 15m E
  Thu 1h15m E
  Sun {1h30m E + 20m HM + 10m E, 2h05m E, 1h25m E + 25m HM + 10m E}

weeks 4, 8, 12: Light
  Mon rest
  Tue 50m E + strides
  Wed 55m E
  Thu 20m E + 14m T + 15m E
  Sat 40m E
  Sun {1h25m, 1h30m, 1h30m} E

week 13: Ease off
  Mon 35m E
  Tue 20m E + 2x(10m HM + 2m jog) + 15m E
  Wed 50m E
  Thu 45m E + strides
  Sat 35m E
  Sun 1h15m E

week 14: Race week
  Mon 35m E
  Tue 20m E + 2x(5m HM + 2m jog) + 10m E
  Wed 40m E
  Thu 30m E + 4x(20s R + 1m jog)
  Sat 20m E
  Sun 10m E + race HM
`,
} as const;
