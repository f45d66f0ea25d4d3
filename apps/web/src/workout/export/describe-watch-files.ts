import { readWatch } from './watch-choice.ts';

/** An archive of FIT files, by the watch it is for: its name, and what to do with it. */
export function describeWatchFiles(watch = readWatch()): { kind: string; next: string } {
  return watch === 'garmin'
    ? {
        kind: 'garmin',
        next: 'Unzip it and copy the contents of NEWFILES to your watch. Not yet tested on a watch.',
      }
    : {
        kind: 'fit',
        next: 'Unzip it and import the FIT files into an app such as intervals.icu or TrainingPeaks. Not yet tested on a watch.',
      };
}
