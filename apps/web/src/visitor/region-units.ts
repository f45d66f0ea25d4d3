import type { PaceUnits } from '@pacewright/pace';

/** Regions that measure roads in miles. */
const MILE_REGIONS = ['US', 'GB', 'LR', 'MM'];

/** The units of the browser's region. A language without a region counts for the region where most speak it. */
export function regionUnits(language: string = navigator.language): PaceUnits {
  try {
    const { region = '' } = new Intl.Locale(language).maximize();
    return MILE_REGIONS.includes(region) ? 'imperial' : 'metric';
  } catch {
    // The browser reports no language, or none that can be read.
    return 'metric';
  }
}
