import { highlightScript } from '@pacewright/script';
import { DiffText } from './diff-text.tsx';
import type { EntryText } from './entry-draft.ts';

/** What was changed, with the words that were taken out and put in. */
export function EntryDiff({ before, after }: { before: EntryText; after: EntryText }) {
  const parts = [
    { name: 'Title', of: 'title', highlight: undefined },
    { name: 'Script', of: 'script', highlight: highlightScript },
    { name: 'Notes', of: 'notes', highlight: undefined },
  ] as const;
  return (
    <dl className="grid max-h-[40dvh] gap-2 overflow-y-auto rounded-sm bg-surface-2 px-3.5 py-2.5">
      {parts.map(
        ({ name, of, highlight }) =>
          before[of] !== after[of] && (
            <div key={name}>
              <dt className={name === 'Script' ? 'sr-only' : 'text-xs text-ink-2'}>{name}</dt>
              <dd className="whitespace-pre-wrap">
                <DiffText before={before[of]} after={after[of]} highlight={highlight} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
