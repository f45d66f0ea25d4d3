import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';
import { readOnce } from '../read-once.ts';
import { startBuilder } from './start-builder.tsx';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };

function viewOf(text: string) {
  const { resolved, places } = readOnce(text, SPEEDS);
  return { text, resolved, places, speeds: SPEEDS, axis: 'time' as const };
}

test('before CodeMirror has loaded, the chart changes the text as it was typed since', () => {
  let typed = '10m E';
  const handle = {
    focus: () => undefined,
    show: () => undefined,
    readAgain: () => undefined,
    editor: undefined,
    getPlainText: () => typed,
    setPlainText: (text: string) => {
      typed = text;
    },
  };
  const edit = {
    text: typed,
    speeds: SPEEDS,
    handle: { current: handle },
    onPoint: () => undefined,
  };
  const { builder } = startBuilder(edit, viewOf(typed), []);

  typed = '10m E + 20m T';
  builder.update(viewOf(typed));
  builder.choose(1);
  builder.duplicate();
  expect(typed).toBe('10m E + 20m T + 20m T');
});
