import { highlightScript } from '@pacewright/script';
import type { ReactNode } from 'react';
import { scriptClass } from './script-classes.ts';
import './script-text.css';

/** A read-only script with syntax colours. */
export function ScriptText({ script }: { script: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { from, to, style } of highlightScript(script)) {
    parts.push(
      script.slice(end, from),
      // Parts have no ids, and never change their order.
      <span key={parts.length} className={scriptClass(style)}>
        {script.slice(from, to)}
      </span>,
    );
    end = to;
  }
  return (
    <span className="script">
      {parts}
      {script.slice(end)}
    </span>
  );
}
