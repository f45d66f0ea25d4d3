/** Of everything about seasons. Here, because their queries bring their contract to who only invalidates them. */
export const SEASONS = ['seasons'];
