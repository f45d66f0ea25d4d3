import { highlightPlan } from '@pacewright/plan';
import type { ReactNode } from 'react';
import { scriptClass } from '../../workout/editor/script-classes.ts';
import '../../workout/editor/script-text.css';
import './plan-text.css';

/** A plan to read, in colours. */
export function PlanText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { from, to, style } of highlightPlan(text)) {
    parts.push(
      text.slice(end, from),
      // Parts have no ids, and never change their order.
      <span key={parts.length} className={scriptClass(style)}>
        {text.slice(from, to)}
      </span>,
    );
    end = to;
  }
  return (
    <span className="script plan-text">
      {parts}
      {text.slice(end)}
    </span>
  );
}
