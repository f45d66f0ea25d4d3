import { PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';
import { FileUp, Plus, Search, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { LibraryFilter } from '../../platform/api/queries/workouts.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { ClassicsDialog } from './classics-dialog.tsx';
import { ClassicsList } from './classics-list.tsx';
import { FIRST_CLASSICS } from './classics.ts';
import { LibraryList } from './library-list.tsx';
import { NO_FILTER, isOrder, ORDERS, readFilter, writeFilter } from './library-filter.ts';
import { useLibrary, useTags } from './workouts-queries.ts';

/** The athlete's workouts, searched and filtered. */
export function LibraryScreen({ paceContext }: { paceContext: PaceContext }) {
  const [filter, setFilter] = useFilter();
  // One request for a typed word, not one per letter. Clearing the search does not wait.
  const typed = useDebouncedValue(filter.q);
  const query = { ...filter, q: filter.q && typed };
  const library = useLibrary(query);
  const tags = useTags().data ?? [];
  const [areClassicsOpen, setAreClassicsOpen] = useState(false);
  const [isSelecting, setIsSelecting] = useState(false);
  const isFiltered = filter.q !== '' || filter.pace !== undefined || filter.tag !== undefined;
  const workouts = library.data?.pages.flatMap((page) => page.workouts);
  // The last result stays while the next one loads, but only the result of this search can be called empty.
  const isCurrent = query.q === filter.q && !library.isPlaceholderData;
  const hasNone = workouts?.length === 0 && !library.hasNextPage;
  const isEmpty = hasNone && isCurrent;

  return (
    <>
      <PageHeading
        title="Workouts"
        actions={
          <>
            {workouts && (isFiltered || !isEmpty) && (
              <Button className="max-sm:grow" onClick={() => setAreClassicsOpen(true)}>
                Classics
              </Button>
            )}
            {/* An empty library has it beside the first workout. */}
            {!(isEmpty && !isFiltered) && <ImportLink />}
            <Link to="/app/workouts/trash" className={buttonClass({ variant: 'quiet' })}>
              <Trash2 aria-hidden /> <span className="max-sm:sr-only">Trash</span>
            </Link>
          </>
        }
      />
      {areClassicsOpen && (
        <ClassicsDialog paceContext={paceContext} onClose={() => setAreClassicsOpen(false)} />
      )}
      {isEmpty && !isFiltered ? (
        <EmptyLibrary paceContext={paceContext} />
      ) : (
        <>
          {(workouts || isFiltered) && (
            <Filters
              filter={filter}
              tags={tags.map(({ tag }) => tag)}
              onChange={setFilter}
              isSelecting={isSelecting}
              onSelect={() => setIsSelecting((before) => !before)}
            />
          )}
          {library.isError && !workouts && (
            <ErrorState
              title="Your workouts didn’t load"
              actions={
                <>
                  <Button variant="primary" onClick={() => void library.refetch()}>
                    Try again
                  </Button>
                  <Link to="/app/workouts/new" className={buttonClass({ variant: 'quiet' })}>
                    Write a new workout
                  </Link>
                </>
              }
            >
              {library.error.message}
            </ErrorState>
          )}
          {(library.isPending || (hasNone && !isCurrent)) && <LoadingIndicator />}
          {isEmpty && (
            <NoResults q={filter.q} onClear={() => setFilter({ ...filter, ...NO_FILTER })} />
          )}
          {workouts && !hasNone && (
            <LibraryList
              paceContext={paceContext}
              workouts={workouts}
              search={writeFilter(query)}
              isSelecting={isSelecting}
              more={{
                hasNextPage: library.hasNextPage,
                isLoading: library.isFetchingNextPage,
                error: library.isFetchNextPageError ? library.error : undefined,
                fetch: () => void library.fetchNextPage(),
              }}
            />
          )}
        </>
      )}
    </>
  );
}

/**
 * The filter, stored in the URL so that Back, a reload and a bookmark restore it. Typing updates the URL after
 * a pause and without the router, which would run its guards and render the screen again. So a location from
 * the router came from elsewhere, and replaces the filter.
 */
function useFilter() {
  const { key, pathname, search } = useLocation();
  const [seen, setSeen] = useState(key);
  const [filter, setFilter] = useState<LibraryFilter>(() => readFilter(search));
  if (seen !== key) {
    setSeen(key);
    setFilter(readFilter(search));
  }

  const debounced = useDebouncedValue(filter);
  useEffect(() => {
    // During a navigation the URL is already the next screen's.
    if (window.location.pathname !== pathname) return;
    const url = `${pathname}${writeFilter(debounced)}`;
    window.history.replaceState(window.history.state, '', url);
  }, [debounced, pathname]);

  return [filter, setFilter] as const;
}

function ImportLink() {
  return (
    <Link to="/app/workouts/import" className={classNames(buttonClass(), 'max-sm:grow')}>
      <FileUp aria-hidden /> Import
    </Link>
  );
}

function EmptyLibrary({ paceContext }: { paceContext: PaceContext }) {
  const [areClassicsOpen, setAreClassicsOpen] = useState(false);
  return (
    <>
      <EmptyState
        title="No workouts yet"
        action={
          <div className="flex flex-wrap gap-3">
            <Link to="/app/workouts/new" className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden /> New workout
            </Link>
            <ImportLink />
          </div>
        }
        examples={
          <>
            <ClassicsList paceContext={paceContext} only={FIRST_CLASSICS} />
            <Button
              variant="quiet"
              className="justify-self-start"
              onClick={() => setAreClassicsOpen(true)}
            >
              More classic workouts
            </Button>
          </>
        }
      >
        Your first workout takes one line. Start from a blank page, or open one of these and change
        the numbers.
      </EmptyState>
      {areClassicsOpen && (
        <ClassicsDialog paceContext={paceContext} onClose={() => setAreClassicsOpen(false)} />
      )}
    </>
  );
}

function NoResults({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <Card className="grid justify-items-start gap-2 p-5 md:p-8" aria-live="polite">
      <h2>{q ? `No workouts match “${q}”` : 'No workouts match'}</h2>
      <p className="text-ink-2">
        Search matches the start of words in titles, tags and scripts, so{' '}
        <ScriptText script="3m I" /> works too.
      </p>
      <Button className="mt-1" onClick={onClear}>
        Clear search
      </Button>
    </Card>
  );
}

type FiltersProps = {
  filter: LibraryFilter;
  tags: string[];
  onChange: (filter: LibraryFilter) => void;
  isSelecting: boolean;
  onSelect: () => void;
};

function Filters({ filter, tags, onChange, isSelecting, onSelect }: FiltersProps) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2.5 *:min-w-0">
      <Field
        label="Search workouts"
        labelHidden
        type="search"
        placeholder="Title, tag or script"
        icon={<Search aria-hidden className="size-4.5" />}
        className="w-full md:w-80"
        value={filter.q}
        onChange={({ target }) => onChange({ ...filter, q: target.value })}
      />
      <fieldset className={CHIPS}>
        <legend className="sr-only">Includes pace</legend>
        <Chip
          pressed={filter.pace === undefined}
          onClick={() => onChange({ ...filter, pace: undefined })}
        >
          All
        </Chip>
        {PACE_KEYS.map((pace: PaceKey) => (
          <Chip
            key={pace}
            pressed={filter.pace === pace}
            icon={<PaceLetter letter={pace} className="text-xs" />}
            onClick={() => onChange({ ...filter, pace: filter.pace === pace ? undefined : pace })}
          >
            {PACE_NAMES[pace]}
          </Chip>
        ))}
      </fieldset>
      {tags.length > 0 && (
        <SelectField
          label="Tag"
          labelHidden
          className="w-36 max-md:w-26 max-md:grow xl:ml-auto"
          value={filter.tag ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, tag: value || undefined })}
        >
          <option value="">Any tag</option>
          {withSelected(tags, filter.tag).map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Sort by"
        labelHidden
        className={classNames('w-40 max-md:w-34 max-md:grow', tags.length === 0 && 'xl:ml-auto')}
        value={filter.order}
        onChange={({ target: { value } }) =>
          isOrder(value) && onChange({ ...filter, order: value })
        }
      >
        {Object.entries(ORDERS).map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button className="px-3! md:hidden" aria-pressed={isSelecting} onClick={onSelect}>
        {isSelecting ? 'Done' : 'Select'}
      </Button>
    </search>
  );
}

/** A tag from the URL may no longer be on any workout. */
function withSelected(tags: string[], selected: string | undefined): string[] {
  return selected === undefined || tags.includes(selected) ? tags : [selected, ...tags];
}

/** One line that scrolls, with room for the focus ring. */
const CHIPS = '-mx-1 flex max-w-full gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]';
