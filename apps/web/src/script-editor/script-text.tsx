import { highlightCode } from '@lezer/highlight';
import { parser } from '@pacewright/script';
import type { ReactNode } from 'react';
import { scriptClasses } from './script-classes.ts';
import './script-text.css';

/** A script to look at, in the colours it is written in. */
export function ScriptText({ script }: { script: string }) {
  const parts: ReactNode[] = [];
  highlightCode(
    script,
    parser.parse(script),
    scriptClasses,
    (text, classes) =>
      parts.push(
        // Parts have no names of their own, and never change places.
        <span key={parts.length} className={classes}>
          {text}
        </span>,
      ),
    () => parts.push('\n'),
  );
  return <span className="script">{parts}</span>;
}
