/** How many athletes, with 200 workouts each, are beside the one that is measured. */
export const ATHLETES_BESIDE = Number(process.env['SCALE_ATHLETES'] ?? 50);
