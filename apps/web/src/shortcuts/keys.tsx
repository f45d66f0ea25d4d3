import { Fragment } from 'react';
import { classNames } from '../ui/class-names.ts';
import { capsOf, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** The keys of a shortcut as caps. */
export function Keys({ of, className }: { of: ShortcutName; className?: string }) {
  return (
    <span className={classNames('inline-flex flex-wrap items-center gap-1', className)}>
      {SHORTCUTS[of].keys.map((keys, way) => (
        <Fragment key={keys}>
          {way > 0 && <span className="sr-only">or</span>}
          {capsOf(keys).map((stroke, turn) => (
            <Fragment key={turn}>
              {turn > 0 && <span className="text-xs text-ink-2">then</span>}
              {stroke.map(({ cap, said }) => (
                <kbd
                  key={cap}
                  className="mono inline-grid min-w-6 place-items-center rounded-sm border border-line-strong bg-surface px-1.5 py-0.5 text-xs leading-4 text-ink-2"
                >
                  <span aria-hidden>{cap}</span>
                  <span className="sr-only">{said}</span>
                </kbd>
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
