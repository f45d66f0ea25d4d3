const MAX_TITLE_LENGTH = 200;

/** The line that may be the title, with everything before and after it. */
const TITLE = /^([ \t>#*•·–—-]*plan(?![\w=-])(?![ \t]*=)[ \t:–—-]*)([^\r\n]*?)(\s*(?:\/\/.*)?)$/im;

/** The title of a plan that has one. The whole language is too large for a list of drafts. */
export function titleOfPlan(text: string): string {
  return TITLE.exec(text)?.[2]?.trim() || UNTITLED;
}

/** The text with a suffix such as " (copy)" behind its title. A plan without a title stays as it is. */
export function renamePlan(text: string, suffix: string): string {
  return text.replace(
    TITLE,
    (_line, before: string, title: string, after: string) =>
      `${before}${title.slice(0, MAX_TITLE_LENGTH - suffix.length)}${suffix}${after}`,
  );
}

export const UNTITLED = 'Untitled plan';
