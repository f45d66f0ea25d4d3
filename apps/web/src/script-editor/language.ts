import { LanguageSupport, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import { parser } from '@pacewright/script';
import { scriptClasses } from './script-classes.ts';

const scriptLanguage = LRLanguage.define({
  name: 'workout-script',
  // The tree is kept in pieces of this many characters, which a change elsewhere leaves as they are.
  parser: parser.configure({ bufferLength: 32 }),
  languageData: { closeBrackets: { brackets: ['('] } },
});

/** The one grammar, in the colours of whichever theme is on. */
export function script() {
  return new LanguageSupport(scriptLanguage, syntaxHighlighting(scriptClasses));
}
