import { classNames } from '../../ui/class-names.ts';
import type { Standing } from './standing.ts';
import { toneClass, ToneIcon } from './tone.tsx';

/** How something stands, as a sign and a few words. */
export function StandingWords({ standing: { tone, words } }: { standing: Standing }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', toneClass(tone))}>
      <ToneIcon tone={tone} className="size-4" />
      {words}
    </span>
  );
}
