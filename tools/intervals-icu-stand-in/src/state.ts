/** A failure of one request. */
export type FaultKind =
  /** This status, without an effect. */
  | '429'
  | '503'
  /** The connection breaks before the request is processed. */
  | 'cut'
  /** The connection breaks after the request was processed. */
  | 'cut-after'
  /** Events are stored without their steps. */
  | 'lose-steps';

export type Fault = {
  kind: FaultKind;
  /** Only requests with this key; any if left out. */
  key?: string;
  /** The number of requests. */
  times?: number;
};

/** An event as it is stored, with a summary of its file. */
export type StoredEvent = {
  id: number;
  external_id: string;
  start_date_local: string;
  name: string;
  category: string;
  type: string;
  /** The steps of the FIT file, one line each. */
  steps: string[];
};

export type Call = { method: string; path: string; status: number; key: string | undefined };

export type State = {
  /** The events of each athlete, by key and external_id. */
  athletes: Map<string, Map<string, StoredEvent>>;
  faults: Fault[];
  calls: Call[];
  nextId: number;
};

export function createState(): State {
  return { athletes: new Map(), faults: [], calls: [], nextId: 1 };
}

/** The fault for a request, if one is planned. */
export function drawFault(state: State, key: string | undefined): FaultKind | undefined {
  const due = state.faults.find((fault) => fault.key === undefined || fault.key === key);
  if (!due) return undefined;
  due.times = (due.times ?? 1) - 1;
  if (due.times <= 0) state.faults = state.faults.filter((fault) => fault !== due);
  return due.kind;
}
