export { type FakeGarmin, type FakeGarminOptions, startFakeGarmin } from './start.ts';
export { type GarminControl, openControl, type Snapshot } from './control.ts';
export type { RandomFaults, Fault, FaultKind } from './faults.ts';
export type { Assumptions } from './assumptions.ts';
export type { Permission } from './state.ts';
export { askForConsent } from './consent.ts';
