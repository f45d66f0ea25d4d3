import { type RefObject, useEffect } from 'react';
import { PART_SHORTCUTS } from '../../platform/shortcuts/part-shortcuts.ts';
import { matchesAny } from '../../platform/shortcuts/shortcuts.ts';
import { singleKeysEnabled } from '../../platform/shortcuts/single-keys.ts';

const ANSWERS = PART_SHORTCUTS.answer.keys;
/** Where figures and letters have another meaning. */
const TEXT_ENTRY =
  'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [role=menu]';

/** A figure gives its answer to the question with the focus, or to the first one, and goes to the next. */
export function useAnswerKeys(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function answer(event: KeyboardEvent): void {
      const at = ANSWERS.findIndex((key) => matchesAny(event, [key]));
      const { activeElement } = document;
      const isTyping = activeElement?.closest(TEXT_ENTRY) !== null;
      if (at < 0 || event.defaultPrevented || isTyping || !singleKeysEnabled()) return;
      const questions = [...(part.current?.querySelectorAll('fieldset') ?? [])].map((question) => [
        ...question.querySelectorAll<HTMLInputElement>('input[type=radio]'),
      ]);
      const asked = questions.filter((choices) => choices.length > 0);
      const own = asked.findIndex((choices) => choices.some((one) => one === activeElement));
      const choice = asked[Math.max(own, 0)]?.[at];
      if (!choice) return;
      event.preventDefault();
      choice.click();
      // An answer can open a field.
      if (document.activeElement?.closest(TEXT_ENTRY)) return;
      const next = asked[Math.max(own, 0) + 1];
      (next?.find(({ checked }) => checked) ?? next?.[0] ?? choice).focus();
    }
    addEventListener('keydown', answer);
    return () => removeEventListener('keydown', answer);
  }, [part]);
}
