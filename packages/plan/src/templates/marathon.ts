/** Plans for one race at three volumes of training. */
export const MARATHON = {
  low: `plan Marathon on three or four runs a week
// Sixteen weeks. Start when you can comfortably run easy for an hour and a quarter.
// The goal is to finish well. Walk through the drink stations. It costs less than it seems.

strides = 5x(20s R + 1m jog)

weeks 1-15
  Sat 30m E or rest

weeks 1-3: Build
  Tue 15m E + {10m, 12m, 15m} T + 10m E
  Thu {50m, 55m, 1h} E + strides
  Sun {1h15m, 1h25m, 1h35m} E

weeks 5-7: Longer
  Tue 15m E + {2, 3, 3}x(6m T + 1m30s jog) + 10m E
  Thu {1h, 1h05m, 1h10m} E
  Sun {1h40m, 1h50m, 2h} E

weeks 9-11: Long
  Tue 15m E + {20m, 25m, 30m} M + 10m E
  Thu {1h10m, 1h15m, 1h15m} E + strides
  Sun {2h05m, 2h15m, 2h25m} E // eat and drink as you will in the race

week 13: Rehearsal
  Tue 15m E + 30m M + 10m E
  Thu 1h10m E
  Sun 1h35m E + 35m M + 10m E // race shoes, race breakfast

weeks 4, 8, 12: Light
  Tue 45m E + strides
  Thu {45m, 50m, 50m} E
  Sat rest
  Sun {1h10m, 1h20m, 1h30m} E

weeks 14-15: Taper
  Tue 15m E + {20m, 15m} M + 10m E
  Thu {50m, 40m} E
  Sat 25m E
  Sun {1h30m, 1h} E

week 16: Race week
  Tue 20m E + 10m M + 10m E
  Thu 25m E + 4x(20s R + 1m jog)
  Sun race marathon // the race starts at thirty kilometres: get there fresh
`,
  medium: `plan Marathon on five runs a week
// Eighteen weeks, five to seven hours of running each. The longer runs are on Wednesday and Sunday.

strides = 6x(20s R + 1m jog)

weeks 1-17
  Mon rest
  Fri rest
  Sat 45m E + strides

weeks 1-3, 5-7: Build
  Tue 15m E
      + {15m T, 18m T, 20m T, 2x(10m T + 2m jog), 4x(6m T + 1m jog), 4x(6m T + 1m jog)}
      + 10m E
  Wed {55m, 1h, 1h05m, 1h05m, 1h10m, 1h15m} E
  Thu 50m E
  Sun {1h25m, 1h30m, 1h40m, 1h45m, 1h50m, 2h} E

weeks 9-11: Marathon pace
  Tue 15m E + {4, 5, 5}x(3m I + 2m jog) + 10m E
  Wed {1h15m, 1h20m, 1h20m} E
  Thu 55m E
  Sun {1h20m E + 30m M + 10m E, 2h10m E, 1h25m E + 40m M + 5m E}

weeks 13-15: The long ones
  Tue 15m E + {3, 4, 4}x(6m T + 1m jog) + 10m E
  Wed {1h20m, 1h25m, 1h25m} E
  Thu 55m E
  Sun {2h20m E, 1h35m E + 45m M + 5m E, 2h30m E} // practise eating on the move

weeks 4, 8, 12: Light
  Tue 45m E + strides
  Wed {50m, 55m, 1h} E
  Thu 40m E
  Sat 35m E
  Sun {1h15m, 1h25m, 1h35m} E

week 16: Step down
  Tue 15m E + 2x(10m T + 2m jog) + 10m E
  Wed 1h05m E
  Thu 45m E
  Sun 1h15m E + 25m M + 5m E

week 17: Taper
  Tue 15m E + 20m M + 10m E
  Wed 50m E
  Thu 35m E
  Sat 30m E
  Sun 1h10m E

week 18: Race week
  Tue 15m E + 10m M + 10m E
  Wed 35m E
  Thu 25m E + 4x(20s R + 1m jog)
  Sat 15m E
  Sun race marathon
`,
  high: `plan Marathon on six runs a week
// Eighteen weeks, seven to eight hours of running in the full ones.

strides = 8x(20s R + 1m jog)

weeks 1-17
  Mon 45m E
  Fri rest or 30m E
  Sat 1h E + strides

weeks 1-3, 5-7: Base and threshold
  Tue 20m E
      + {20m T, 2x(12m T + 2m jog), 2x(12m T + 2m jog), 4x(6m T + 1m jog), 5x(6m T + 1m jog), 5x(6m T + 1m jog)}
      + 15m E
  Wed {1h15m, 1h20m, 1h25m, 1h25m, 1h30m, 1h30m} E
  Thu 1h E
  Sun {1h45m, 1h50m, 2h, 2h, 2h05m, 2h10m} E

weeks 9-11: Strength
  Tue 20m E + {6, 6, 7}x(3m30s I + 2m30s jog) + 15m E
  Wed {1h30m, 1h35m, 1h35m} E
  Thu 1h E
  Sun {1h25m E + 45m M + 10m E, 2h20m E, 1h20m E + 55m M + 10m E}

weeks 13-15: Marathon legs
  Tue 20m E + 3x(10m T + 2m jog) + 15m E
  Wed {1h35m, 1h40m, 1h35m} E
  Thu 1h E
  Sun {2h30m E, 1h15m E + 1h05m M + 10m E, 2h30m E}

weeks 4, 8, 12: Light
  Mon rest
  Tue 50m E + strides
  Wed {1h05m, 1h10m, 1h10m} E
  Thu 45m E
  Sat 45m E
  Sun {1h25m, 1h35m, 1h40m} E

week 16: Step down
  Tue 20m E + 2x(12m T + 2m jog) + 15m E
  Wed 1h20m E
  Thu 50m E
  Sun 1h20m E + 35m M + 10m E

week 17: Taper
  Mon 35m E
  Tue 20m E + 25m M + 15m E
  Wed 1h E
  Thu 40m E
  Sat 40m E
  Sun 1h25m E

week 18: Race week
  Mon 35m E
  Tue 20m E + 12m M + 15m E
  Wed 45m E
  Thu 35m E + 4x(20s R + 1m jog)
  Sat 20m E
  Sun race marathon
`,
} as const;
