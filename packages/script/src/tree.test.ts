import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { tokenize } from './tokenize.ts';
import { parseTree } from './tree.ts';
import type { Node } from './tree-nodes.ts';

// cases.txt: a script, an arrow, and its tree: the kinds of token in each step.

const content = readFileSync(new URL('cases.txt', import.meta.url), 'utf8');
const CASES = content
  .split(/^# /m)
  .slice(1)
  .map((part) => {
    const [head = '', tree = ''] = part.split('\n==>\n');
    const [name = '', ...script] = head.split('\n');
    return { name, script: script.join('\n').trim(), tree: tree.trim() };
  });

test.each(CASES)('$name', ({ script, tree }) => {
  const { items } = parseTree(
    tokenize(script),
    script,
    () => {},
    () => {},
  );
  expect(items.map(printNode).join(' ')).toBe(tree);
});

function printNode(node: Node): string {
  if (node.kind === 'repeat') return `${node.count}x(${node.items.map(printNode).join(' ')})`;
  const { amount, target, label, isBetween, notes } = node;
  const words = [
    amount?.kind,
    label?.kind,
    target?.kind,
    isBetween ? 'between' : undefined,
    notes.length > 0 ? 'note' : undefined,
  ];
  return `step(${words.filter(Boolean).join(' ')})`;
}
