import { tagHighlighter } from '@lezer/highlight';
import { scriptTags } from '@pacewright/script';

/** Which class each kind of thing in a script wears. Their colours, light and dark, are the --syn tokens. */
export const scriptClasses = tagHighlighter([
  { tag: scriptTags.time, class: 'tk-time' },
  { tag: scriptTags.distance, class: 'tk-number' },
  { tag: scriptTags.zone, class: 'tk-zone' },
  { tag: scriptTags.easy, class: 'tk-pace tk-e' },
  { tag: scriptTags.marathon, class: 'tk-pace tk-m' },
  { tag: scriptTags.threshold, class: 'tk-pace tk-t' },
  { tag: scriptTags.interval, class: 'tk-pace tk-i' },
  { tag: scriptTags.repetition, class: 'tk-pace tk-r' },
  { tag: scriptTags.word, class: 'tk-word' },
  { tag: scriptTags.plus, class: 'tk-plus' },
  { tag: scriptTags.parenthesis, class: 'tk-paren' },
  { tag: scriptTags.repeat, class: 'tk-repeat' },
  { tag: scriptTags.invalid, class: 'tk-invalid' },
]);
