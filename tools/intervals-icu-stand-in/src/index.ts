export { createFakeIntervalsIcu, type FakeIntervalsIcu } from './api.ts';
export type { Fault, FaultKind, StoredEvent } from './state.ts';
export {
  type IntervalsIcuControl,
  openIntervalsIcuControl,
  startFakeIntervalsIcu,
} from './start.ts';
