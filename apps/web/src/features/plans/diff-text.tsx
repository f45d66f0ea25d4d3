import type { Highlight } from '@pacewright/script';
import type { ReactNode } from 'react';
import { scriptClass } from '../../workout/editor/script-classes.ts';
import { diffWords } from './text-diff.ts';
import '../../workout/editor/script-text.css';
import './plan-text.css';

type DiffTextProps = {
  before: string;
  after: string;
  /** Undefined for a text in no language of ours. */
  highlight?: ((text: string) => readonly Highlight[]) | undefined;
};

/** A text with the words that were taken out and put in, in the colours of its language. */
export function DiffText({ before, after, highlight }: DiffTextProps) {
  const highlights = highlight?.(after) ?? [];
  const parts: ReactNode[] = [];
  let position = 0;
  for (const { kind, text } of diffWords(before, after)) {
    // Parts have no ids, and never change their order.
    const key = parts.length;
    const end = kind === 'removed' ? position : position + text.length;
    if (kind === 'removed')
      parts.push(
        <del key={key} className="text-ink-3">
          {text}
        </del>,
      );
    else {
      const coloured = colour(after, highlights, position, end);
      parts.push(
        kind === 'same' ? (
          <span key={key}>{coloured}</span>
        ) : (
          <ins key={key} className="rounded-xs bg-surface-3 px-0.5 font-semibold underline">
            {coloured}
          </ins>
        ),
      );
    }
    position = end;
  }
  return <span className={highlight && 'script'}>{parts}</span>;
}

/** A part of a text in colours. */
function colour(
  text: string,
  highlights: readonly Highlight[],
  from: number,
  to: number,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = from;
  for (const highlight of highlights) {
    const [first, last] = [Math.max(from, highlight.from), Math.min(to, highlight.to)];
    if (first >= last) continue;
    parts.push(
      text.slice(end, first),
      <span key={first} className={scriptClass(highlight.style)}>
        {text.slice(first, last)}
      </span>,
    );
    end = last;
  }
  parts.push(text.slice(end, to));
  return parts;
}
