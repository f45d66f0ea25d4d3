/** Where something is, or is to be, at Garmin: in the library there, or on a day as well. */
export type Place = {
  /** Undefined until it is saved. */
  workoutId: string | undefined;
  entry?: { id: string; day: string } | undefined;
};

/** A place that Garmin can be asked about. */
export type SavedPlace = Place & { workoutId: string };

/** Something that can go to Garmin. */
export type Sendable = Place & {
  title: string;
  script: string;
  /** Saves what is unsaved first. Undefined if that failed, which is said elsewhere. */
  save?: (() => Promise<{ id: string } | undefined>) | undefined;
};
