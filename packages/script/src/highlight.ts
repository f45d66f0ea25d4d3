import { styleTags, Tag, tags } from '@lezer/highlight';

/** The kinds of thing a script is made of. Themes decide how they look; both ends share the names. */
export const scriptTags = {
  time: Tag.define(tags.literal),
  distance: Tag.define(tags.number),
  zone: Tag.define(tags.atom),
  easy: Tag.define(tags.keyword),
  marathon: Tag.define(tags.keyword),
  threshold: Tag.define(tags.keyword),
  interval: Tag.define(tags.keyword),
  repetition: Tag.define(tags.keyword),
  word: Tag.define(tags.keyword),
  plus: Tag.define(tags.operator),
  parenthesis: Tag.define(tags.paren),
  repeat: Tag.define(tags.controlOperator),
  invalid: Tag.define(tags.invalid),
};

export const scriptHighlighting = styleTags({
  Time: scriptTags.time,
  'Distance Number': scriptTags.distance,
  Zone: scriptTags.zone,
  Easy: scriptTags.easy,
  Marathon: scriptTags.marathon,
  Threshold: scriptTags.threshold,
  Interval: scriptTags.interval,
  Repetition: scriptTags.repetition,
  'Jog Rest HalfMarathon Open': scriptTags.word,
  Plus: scriptTags.plus,
  '( )': scriptTags.parenthesis,
  'Count RepeatMark StrayMark': scriptTags.repeat,
  'Invalid BadAmount Word': scriptTags.invalid,
});
