import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

type TokenBarProps = { tokens: readonly string[]; onInsert: (token: string) => void };

/** The pieces of a text as buttons: one tab stop, arrow keys between them. */
export function TokenBar({ tokens, onInsert }: TokenBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  function move(event: KeyboardEvent) {
    const next = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: tokens.length - 1,
    }[event.key];
    if (next === undefined || next < 0 || next >= tokens.length) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div ref={bar} role="toolbar" aria-label="Insert" className="script-tokens">
      {tokens.map((token, index) => (
        <button
          key={token}
          type="button"
          tabIndex={index === current ? 0 : -1}
          aria-label={`Insert ${token}`}
          className={classNames(
            'script-token',
            PACE.test(token) && `is-pace tk-${token.toLowerCase()}`,
          )}
          // Otherwise the editor would lose the focus, and a phone would close its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onInsert(token)}
          onKeyDown={move}
        >
          {token}
        </button>
      ))}
    </div>
  );
}

const PACE = /^[EMTIR]$/;
