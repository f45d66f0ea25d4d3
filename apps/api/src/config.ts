export const NOTHING_YET = undefined;
