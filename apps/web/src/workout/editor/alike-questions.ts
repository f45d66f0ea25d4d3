import type { Edit, Fix } from '@pacewright/script';

type Asked = { code: string; fixes: readonly Fix[] };

/** Equal for questions that have the same answers, but for their figures: 400 metres and 800 metres. */
export function kindOf({ code, fixes }: Asked): string {
  return [code, ...fixes.map(formOf)].join('\n');
}

/** The same answer to questions of one text that are alike, as one fix. */
export function answerAll(questions: readonly Asked[], { label }: Fix): Fix {
  const edits: Edit[] = [];
  for (const { fixes } of questions) {
    const own = fixes.find((fix) => formOf(fix) === formOf({ label }))?.edits ?? [];
    // Of two answers in one place, the second waits for the text after the first.
    if ((own[0]?.from ?? 0) >= (edits.at(-1)?.to ?? 0)) edits.push(...own);
  }
  return { label, edits };
}

function formOf({ label }: Pick<Fix, 'label'>): string {
  return label.replaceAll(/\d+(?:[.:]\d+)*/g, '0');
}
