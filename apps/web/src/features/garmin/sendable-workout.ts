/** Identifies a delivery: of a workout, or of an entry on its day. */
export type DeliveryKey = {
  /** The entry if that has its own script, as in a `GarminDelivery`. Undefined until it is saved. */
  workoutId: string | undefined;
  entry?: { id: string; day: string } | undefined;
};

/** The key of a delivery that may exist. */
export type SavedDeliveryKey = DeliveryKey & { workoutId: string };

/** A workout that can be sent to Garmin, for a day if it has an entry. */
export type SendableWorkout = DeliveryKey & {
  title: string;
  script: string;
  /** Saves unsaved changes first. Undefined if that failed, which the editor reports. */
  save?: (() => Promise<{ id: string; title: string } | undefined>) | undefined;
};
