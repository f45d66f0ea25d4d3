import type { WatchId } from './watch-choice.ts';

/** The best way to a watch that is open to one runner. */
export type Route = 'fit' | 'apple' | 'intervals-icu' | 'none';

export type Watch = {
  label: string;
  route: Route;
  /** The way to the watch, in a sentence or two. */
  text: string;
};

/** What a way is, beside the name of a watch. */
export const ROUTES: Record<Route, string> = {
  fit: 'A FIT file, by cable or app',
  apple: 'A file that opens in the Workout app',
  'intervals-icu': 'Through intervals.icu, set up once',
  none: 'Print it, or add it to your calendar',
};

/** Written from public material, and not tried on a watch. */
export const WATCHES: Record<WatchId, Watch> = {
  garmin: {
    label: 'Garmin',
    route: 'fit',
    text: 'Copy the file to the watch with a cable. Without a computer, use intervals.icu: connect it in Settings, or choose intervals.icu under Other programs.',
  },
  apple: {
    label: 'Apple Watch',
    route: 'apple',
    text: 'Open the file on your iPhone and tap Add to Workouts. Apple’s file has no date, so the day stays in Pacewright.',
  },
  suunto: {
    label: 'Suunto',
    route: 'intervals-icu',
    text: 'Suunto only accepts workouts from registered services. You can send yours with intervals.icu.',
  },
  coros: {
    label: 'COROS',
    route: 'intervals-icu',
    text: 'COROS only accepts workouts from partners. You can send yours with intervals.icu.',
  },
  wahoo: {
    label: 'Wahoo',
    route: 'intervals-icu',
    text: 'You can send yours with intervals.icu. Wahoo shows the steps, but its bike computers and RIVAL don’t show most running targets.',
  },
  polar: {
    label: 'Polar',
    route: 'none',
    text: 'Polar doesn’t let other services send workouts to its watches. You can print this workout or add it to your calendar.',
  },
  amazfit: {
    label: 'Amazfit',
    route: 'fit',
    text: 'Amazfit gets planned workouts from TrainingPeaks. You can import our FIT file there.',
  },
  huawei: {
    label: 'Huawei',
    route: 'none',
    text: 'Huawei watches can’t import workout files. You can print this workout or add it to your calendar.',
  },
  other: {
    label: 'Another watch',
    route: 'fit',
    text: 'Apps such as TrainingPeaks and intervals.icu import FIT workouts and send them to many watches.',
  },
};
