import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../ui/class-names.ts';
import { type InsertableToken, TOKENS } from './tokens.ts';

type TokenBarProps = {
  onInsert: (token: InsertableToken) => void;
  /** It stands on the keyboard now, and may cover what is written. */
  onRise: () => void;
};

/** The pieces of a script as buttons: one tab stop, arrow keys between them, above the keyboard of a phone. */
export function TokenBar({ onInsert, onRise }: TokenBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const inset = useKeyboardInset();
  const risen = useEffectEvent(onRise);

  useLayoutEffect(() => {
    if (inset > 0) risen();
  }, [inset]);

  function move(event: KeyboardEvent) {
    const next = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: TOKENS.length - 1,
    }[event.key];
    if (next === undefined || next < 0 || next >= TOKENS.length) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Insert"
      className={classNames('script-tokens', inset > 0 && 'is-on-keyboard')}
      style={inset > 0 ? { bottom: inset } : undefined}
    >
      {TOKENS.map((token, index) => (
        <button
          key={token}
          type="button"
          tabIndex={index === current ? 0 : -1}
          aria-label={`Insert ${token}`}
          className={classNames(
            'script-token',
            PACE.test(token) && `is-pace tk-${token.toLowerCase()}`,
          )}
          // Keeps the caret, and the keyboard of a phone, where they are.
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

/** How far a phone's keyboard reaches up into the page, in px: 0 where it does not lie over it. */
function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      // Less than a keyboard is a browser's own bar, or zoom.
      setInset(covered > 120 && viewport.scale === 1 ? covered : 0);
    };
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
  return inset;
}
