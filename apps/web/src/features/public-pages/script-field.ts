import type { PaceUnits } from '@pacewright/pace';
import {
  type AthleteSpeeds,
  applyFix,
  type Diagnostic,
  fixAll,
  onSecondReader,
} from '@pacewright/script';
import { getElement, setMarkup } from './markup.ts';
import { html } from './html.ts';
import {
  colourScript,
  describeProblem,
  drawProblem,
  drawWorkout,
  type DrawnWorkout,
  type Problem,
} from './landing-demo.ts';

type ScriptField = {
  field: HTMLTextAreaElement;
  setText: (text: string) => void;
  /** Reads the text again, such as after a change of paces. */
  readAgain: () => void;
  showProblem: (problem: Problem) => void;
};

/** Makes a prerendered script editable, with its problems below. */
export function hydrateScriptField(
  id: string,
  paces: () => AthleteSpeeds & { units: PaceUnits },
  onDraw?: (drawn: DrawnWorkout) => void,
): ScriptField {
  const field = getElement(id, HTMLTextAreaElement);
  const colours = getElement(`${id}-colours`, HTMLElement);
  const note = getElement(`${id}-note`, HTMLElement);
  let fixes: Problem['fixes'] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Keep the prerendered markup; replacing it would drop focus from a button being tabbed to.
  const worst = findWorst(drawWorkout(field.defaultValue, paces()).reading.diagnostics);
  if (worst && note.hasChildNodes()) {
    const first = describeProblem(field.defaultValue, worst, paces());
    ({ fixes } = first);
    note.dataset['problem'] = drawProblem(first).markup;
    // The build knew the example's paces only.
    for (const [index, result] of note.querySelectorAll('.result').entries())
      result.textContent = fixes[index]?.result ?? '';
  }

  field.readOnly = false;
  field.addEventListener('input', () => {
    read({ isTyping: true });
    clearTimeout(timer);
    timer = setTimeout(read, 700);
  });
  field.addEventListener('blur', () => read());
  onSecondReader(() => read());
  note.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-fix]') : null;
    const asked = button?.dataset['fix'];
    const fix = fixes[Number(asked)];
    if (asked === 'all') answer(fixAll(field.value).text, field.value.length);
    else if (fix) answer(applyFix(field.value, fix), fix.edits.at(-1)?.to ?? 0);
  });

  /** Sets a fixed text. Typing goes on where it was, or after the last edit. */
  function answer(text: string, end: number): void {
    const afterCaret = field.value.length - Math.max(field.selectionStart, end);
    setText(text);
    field.focus();
    field.setSelectionRange(text.length - afterCaret, text.length - afterCaret);
  }

  function setText(text: string): void {
    field.value = text;
    read();
  }

  function read({ isTyping = false } = {}): void {
    const drawn = drawWorkout(field.value, paces());
    const { diagnostics } = drawn.reading;
    // Skip problems at the caret, which the next letter may fix.
    const caret = field.selectionStart;
    const visible = diagnostics.filter(
      ({ from, to }) => !isTyping || caret < from || caret > to + 1,
    );
    // Gives an empty last line its height. A character without a width would load the rest of the font.
    setMarkup(colours, html`${colourScript(field.value, visible)}<br />`);
    onDraw?.(drawn);

    const problem = findWorst(visible);
    if (problem) showProblem(describeProblem(field.value, problem, paces()));
    else if (!isTyping || diagnostics.length === 0) note.replaceChildren();
  }

  function showProblem(problem: Problem): void {
    ({ fixes } = problem);
    const drawn = drawProblem(problem);
    // Replace the note only if it has changed, so that it is not announced again.
    if (note.dataset['problem'] === drawn.markup && note.hasChildNodes()) return;
    note.dataset['problem'] = drawn.markup;
    setMarkup(note, drawn);
  }

  /** Shows what was asked for until the text is read again, not until the pause in typing ends. */
  function showAnswer(problem: Problem): void {
    clearTimeout(timer);
    showProblem(problem);
  }

  return { field, setText, readAgain: () => read(), showProblem: showAnswer };
}

function findWorst(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
}
