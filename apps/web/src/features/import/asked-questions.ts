import type { WorkoutQuestion } from '@pacewright/import';

/** An answer that leaves the words as they were written. */
export function isNone(answer: WorkoutQuestion['answers'][number] | undefined): boolean {
  return answer?.label === 'None of these';
}

type AskingRow = { place: number; question: WorkoutQuestion | undefined };

/** Equal for questions with the same answers, but for their figures: 400 metres and 800 metres. */
export function kindOf(question: WorkoutQuestion | undefined): string {
  const words = question ? [question.text, ...question.answers.map(({ label }) => label)] : [];
  return words.join('\n').replaceAll(/\d+(?:[.:]\d+)*/g, '0');
}

/** A question where it is asked: at the first of the workouts that it is about. */
export type AskedQuestion = WorkoutQuestion & { number: number; times: number };

/** The questions of the chosen workouts, counted from the top of the page. */
export function numberQuestions(
  shown: readonly { row: AskingRow; isChosen: boolean }[],
  alike: ReadonlyMap<string, readonly unknown[]>,
) {
  const byPlace = new Map<number, AskedQuestion>();
  const seen = new Set<string>();
  for (const { row, isChosen } of shown) {
    const { question, place } = row;
    const kind = kindOf(question);
    if (!isChosen || !question || seen.has(kind)) continue;
    seen.add(kind);
    byPlace.set(place, { ...question, number: seen.size, times: alike.get(kind)?.length ?? 1 });
  }
  return { count: seen.size, of: (place: number) => byPlace.get(place) };
}
