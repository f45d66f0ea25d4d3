import { readWatch } from './watch-choice.ts';

/** An archive of FIT files, by the watch it is for: its name, and what to do with it. */
export function describeWatchFiles(watch = readWatch()): { kind: string; next: string } {
  return watch === 'garmin'
    ? {
        kind: 'garmin',
        next: 'Unpack it and copy what’s in NEWFILES to the watch. Not yet tested on a watch.',
      }
    : {
        kind: 'fit',
        next: 'Unpack it and import its FIT files into a program such as intervals.icu or TrainingPeaks. Not yet tested on a watch.',
      };
}
