import { Fragment } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { formatKeycaps, type Shortcut } from './shortcuts.ts';

type ShortcutKeysProps = Pick<Shortcut, 'keys'> & { className?: string };

/** The keycaps of a shortcut. */
export function ShortcutKeys({ keys: all, className }: ShortcutKeysProps) {
  return (
    <span className={classNames('inline-flex flex-wrap items-center gap-1', className)}>
      {all.map((keys, binding) => (
        <Fragment key={keys}>
          {binding > 0 && <span className="sr-only">or</span>}
          {formatKeycaps(keys).map((stroke, position) => (
            <Fragment key={position}>
              {position > 0 && <span className="text-xs text-ink-2">then</span>}
              {stroke.map(({ cap, spoken }) => (
                <kbd
                  key={cap}
                  className="mono inline-grid min-w-6 place-items-center rounded-sm border border-line-strong bg-surface px-1.5 py-0.5 text-xs leading-4 text-ink-2"
                >
                  <span aria-hidden>{cap}</span>
                  <span className="sr-only">{spoken}</span>
                </kbd>
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
