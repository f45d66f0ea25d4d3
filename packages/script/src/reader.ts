import type { Diagnostic, Fix, MistakeCode, Span } from './diagnostics.ts';

/** Where a repeat or step stands in the script. An unclear one was read past a mistake and may mean something else. */
export type Place = Span & { isUnclear: boolean };

export type Report = (code: MistakeCode, place: Span, message: string, fixes: Fix[]) => void;

/** What reading a script gathers on its way. */
export type Reader = {
  text: string;
  places: Place[];
  diagnostics: Diagnostic[];
  report: Report;
  /** How many repeats stand around what is being read. */
  depth: number;
};
