import { type AthleteSpeeds, applyFix, type Diagnostic } from '@pacewright/script';
import { find } from './find.ts';
import { colourScript, drawProblem, drawWorkout, type DrawnWorkout } from './track.ts';

type Problem = Parameters<typeof drawProblem>[0];

type ScriptBox = {
  field: HTMLTextAreaElement;
  setText: (text: string) => void;
  /** Reads the text again, as for other paces. */
  readAgain: () => void;
  tell: (problem: Problem) => void;
};

/** Lets someone write in a script that was only shown, and explains what they write. */
export function enlivenScript(
  id: string,
  speeds: () => AthleteSpeeds,
  onDraw?: (drawn: DrawnWorkout) => void,
): ScriptBox {
  const field = find(id, HTMLTextAreaElement);
  const colours = find(`${id}-colours`, HTMLElement);
  const note = find(`${id}-note`, HTMLElement);
  let fixes: Diagnostic['fixes'] = [];
  let pause: ReturnType<typeof setTimeout> | undefined;

  // What the page came with stands there: drawn anew it would be lost to a focus that is on its way to it.
  const first = findWorst(drawWorkout(field.defaultValue, speeds()).reading.diagnostics);
  if (first && note.hasChildNodes()) {
    ({ fixes } = first);
    note.dataset['said'] = drawProblem(first).markup;
  }

  field.readOnly = false;
  field.addEventListener('input', () => {
    read({ isTyping: true });
    clearTimeout(pause);
    pause = setTimeout(read, 700);
  });
  field.addEventListener('blur', () => read());
  note.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-fix]') : null;
    const fix = button && fixes[Number(button.dataset['fix'])];
    if (!fix) return;
    setText(applyFix(field.value, fix));
    field.focus();
  });

  function setText(text: string): void {
    field.value = text;
    read();
  }

  function read({ isTyping = false } = {}): void {
    const drawn = drawWorkout(field.value, speeds());
    const { diagnostics } = drawn.reading;
    // What stands at the caret may be settled by the next letter.
    const caret = field.selectionStart;
    const settled = diagnostics.filter(
      ({ from, to }) => !isTyping || caret < from || caret > to + 1,
    );
    // The last line needs a letter to have a height.
    colours.innerHTML = `${colourScript(field.value, settled).markup}&#8203;`;
    onDraw?.(drawn);

    const problem = findWorst(settled);
    if (problem) tell(problem);
    else if (!isTyping || diagnostics.length === 0) note.replaceChildren();
  }

  function tell(problem: Problem): void {
    ({ fixes } = problem);
    const { markup } = drawProblem(problem);
    // Said again only when it has changed.
    if (note.dataset['said'] === markup && note.hasChildNodes()) return;
    note.dataset['said'] = markup;
    note.innerHTML = markup;
  }

  return { field, setText, readAgain: () => read(), tell };
}

function findWorst(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
}
