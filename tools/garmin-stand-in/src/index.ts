export { type GarminStandIn, type StandInOptions, startGarminStandIn } from './start.ts';
export { type GarminControl, openControl, type Sight } from './control.ts';
export type { Chaos, Fault, FaultKind } from './faults.ts';
export type { Unknowns } from './unknowns.ts';
export type { Permission } from './world.ts';
export { askForConsent } from './consent.ts';
