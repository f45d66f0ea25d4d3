import type { Ask, Span } from './diagnostics.ts';
import type { Token } from './tokens.ts';
import { checkLabels, checkLead, checkSequence, checkSummary } from './checks.ts';
import { checkHeadings, checkSessions, readHeadings } from './headings.ts';
import type { Node } from './tree-nodes.ts';
import { Reader } from './tree-reader.ts';
import { readSequence } from './sequences.ts';
import { checkMarks } from './stray-marks.ts';
import type { Spend } from './work.ts';

/** The structure of a script: which tokens make a step, and which steps are repeated together. */
export type Tree = { items: Node[]; headings: Span[] };

/** Groups tokens into steps and repeats. Whatever has two structures is asked. */
export function parseTree(source: readonly Token[], text: string, ask: Ask, spend: Spend): Tree {
  const reader = new Reader(source, text, ask, spend, readSequence);
  checkMarks(reader);
  readHeadings(reader);
  if (reader.colons.size > 0) reader.tokens = source.filter((token) => !reader.colons.has(token));
  const items = readSequence(reader);
  reader.root = items;
  checkSequence(reader, items);
  checkLead(reader);
  checkSummary(reader);
  checkLabels(reader);
  checkHeadings(reader);
  checkSessions(reader);
  return { items, headings: reader.headings };
}
