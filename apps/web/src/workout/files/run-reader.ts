import { MAX_COMPARED_STEPS, type TimeOfDay } from '@pacewright/contract';
import {
  isComparable,
  type Judged,
  judgeOwn,
  judgeRun,
  type Plan,
  type Run,
} from '@pacewright/activity';
import type { PaceUnits, TrainingPaces } from '@pacewright/pace';
import {
  type FileProblem,
  type ReadFile,
  readRunFile,
  type RunFile,
  sayRemark,
  toStorable,
} from './run-file.ts';
import { loadSecondReader } from '@pacewright/script';

/** Reads recorded runs one after the other. */
export type RunReader = {
  /** A file in the form in which it is stored. */
  read: (file: Blob) => Promise<ReadResult>;
  /** A file to be shown only, which is faster. */
  view: (file: Blob) => Promise<ViewResult>;
  /** The file that was passed last, with each plan, in their order, and without one. It need not be read yet. */
  compare: (question: CompareQuestion) => Promise<CompareAnswer>;
  close: () => void;
};

/** Remarks are sentences on what was not read. */
export type ReadResult =
  | { ok: true; file: ReadFile; timeOfDay: TimeOfDay; remarks: string[] }
  | Refusal;
export type ViewResult =
  | { ok: true; run: Run; watch: ReadFile['watch']; remarks: string[] }
  | Refusal;
type Refusal = { ok: false; problem: FileProblem };
export type CompareQuestion = { plans: Plan[]; paces: TrainingPaces; units: PaceUnits };
export type CompareAnswer = { withPlans: (Judged | undefined)[]; own: Judged };

/** In this thread, as the worker and tests use it. */
export function createRunReader(): RunReader {
  let last: Promise<RunFile> | undefined;

  function open(blob: Blob): Promise<RunFile> {
    last = blob.arrayBuffer().then((buffer) => readRunFile(new Uint8Array(buffer)));
    return last;
  }

  return {
    read: async (blob) => {
      const opened = await open(blob);
      if (!opened.ok) return opened;
      const storable = await toStorable(opened);
      return storable.ok
        ? { ...storable, remarks: opened.reading.remarks.map(sayRemark) }
        : storable;
    },
    view: async (blob) => {
      const opened = await open(blob);
      if (!opened.ok) return opened;
      const { run, watch, remarks } = opened.reading;
      return { ok: true, run, watch, remarks: remarks.map(sayRemark) };
    },
    compare: async ({ plans, paces, units }) => {
      const opened = await last;
      if (!opened?.ok) throw new Error('No file was read');
      const { run, watch } = opened.reading;
      await loadSecondReader();
      return {
        withPlans: plans.map((plan) =>
          isComparable(plan, MAX_COMPARED_STEPS)
            ? judgeRun(run, watch, plan, [], units)
            : undefined,
        ),
        own: judgeOwn(run, paces),
      };
    },
    close: () => undefined,
  };
}
