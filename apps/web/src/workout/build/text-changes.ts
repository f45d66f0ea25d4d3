import { formatCount } from '@pacewright/pace';
import {
  applyFix,
  type Edit,
  editScript,
  explainRefusal,
  MAX_SCRIPT_LENGTH,
  type Operation,
  sayOperation,
  sayTotal,
  type Siblings,
} from '@pacewright/script';
import { readOnce } from '../read-once.ts';
import type { BuilderStore, EditableText } from './builder-state.ts';
import { listParts, type Part } from './parts.ts';
import type { Held, Selection } from './selection.ts';

export type TextChanges = ReturnType<typeof createTextChanges>;

/** Operations as changes of the text, and the way back. */
export function createTextChanges(
  target: EditableText,
  held: Held,
  { getState, set, say, refuse }: BuilderStore,
  { read, setChosen, release, find }: Selection,
) {
  /** Makes operations one after the other, as one step of the history. False if one of them is refused. */
  function run(
    operations: readonly Operation[],
    next: (chosen: number | undefined, parts: readonly Part[]) => Siblings | undefined,
    near = getState().chosen?.index ?? 0,
  ): boolean {
    const { workout } = read();
    const changes: Edit[][] = [];
    let [after, chosen]: [string, number | undefined] = [held.text, undefined];
    let before = workout;
    for (const [index, operation] of operations.entries()) {
      const edit = editScript(after, operation);
      if (!edit) return refuse(`${explainRefusal(after, operation)}.`);
      changes.push(edit.edits);
      after = applyFix(after, edit);
      chosen = edit.chosen;
      if (index < operations.length - 1) before = readOnce(after, held.view.speeds).workout;
    }
    if (after === held.text) return false;
    if (after.length > MAX_SCRIPT_LENGTH)
      return refuse(`Scripts can have up to ${formatCount(MAX_SCRIPT_LENGTH)} characters.`);
    target.change(changes);
    held.text = target.readText();
    const reading = readOnce(held.text, held.view.speeds);
    const [operation] = operations.slice(-1);
    set({
      draft: held.text === held.view.text ? undefined : reading,
      mark: undefined,
      refusal: undefined,
      message: {
        text:
          operations.length > 1
            ? `${operations.length} steps changed. ${sayTotal(reading.resolved.totals)}`
            : ((operation && sayOperation(before, operation, held.view.speeds)) ?? ''),
      },
    });
    const nodes = next(chosen, listParts(reading.resolved.items));
    if (nodes) setChosen(nodes, near);
    else release();
    return true;
  }

  /** Places a whole workout, into an empty text. */
  function replaceText(script: string): void {
    target.change([[{ from: 0, to: target.readText().length, insert: script }]]);
    held.text = target.readText();
    say(`Added. ${sayTotal(readOnce(held.text, held.view.speeds).resolved.totals)}`);
  }

  function undo(): void {
    travel(target.undo(), 'Undone', 'Nothing to undo.');
  }

  function redo(): void {
    travel(target.redo(), 'Redone', 'Nothing to redo.');
  }

  function travel(isDone: boolean, done: string, nothing: string): void {
    if (!isDone) {
      say(nothing);
      return;
    }
    held.text = target.readText();
    const reading = readOnce(held.text, held.view.speeds);
    const chosen = find(held.text);
    set({
      chosen: undefined,
      draft: held.text === held.view.text ? undefined : reading,
      mark: undefined,
      refusal: undefined,
      message: { text: `${done}. ${sayTotal(reading.resolved.totals)}` },
    });
    if (chosen) setChosen(chosen.nodes, chosen.index);
  }

  return { run, replaceText, undo, redo };
}
