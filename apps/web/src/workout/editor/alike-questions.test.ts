import { applyFix, type Diagnostic, readScript } from '@pacewright/script';
import { expect, test } from 'vitest';
import { answerAll, kindOf } from './alike-questions.ts';

function alikeIn(script: string): [Diagnostic, Diagnostic[]] {
  const { diagnostics } = readScript(script);
  const [question] = diagnostics;
  if (!question) throw new Error('There is no question');
  return [question, diagnostics.filter((other) => kindOf(other) === kindOf(question))];
}

test('one answer is given to all questions that differ in their figures only', () => {
  const script = '15m E + 4x(400m R + 200m jog) + 600m I + 10 E';
  const [question, alike] = alikeIn(script);
  expect(alike.map(({ from, to }) => script.slice(from, to))).toEqual(['400m', '200m', '600m']);
  const [metres] = question.fixes;
  expect(applyFix(script, answerAll(alike, metres!))).toBe(
    '15m E + 4x(400mtr R + 200mtr jog) + 600mtr I + 10 E',
  );
});

test('a question with other answers is another one', () => {
  const [, alike] = alikeIn('5 E + 400 E');
  expect(alike).toHaveLength(1);
});
