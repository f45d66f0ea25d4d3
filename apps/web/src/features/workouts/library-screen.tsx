import { PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';
import { Plus, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptText } from '../../script-editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { ClassicsList } from './classics-list.tsx';
import { FIRST_CLASSICS } from './classics.ts';
import { LibraryList } from './library-list.tsx';
import {
  EVERYTHING,
  isOrder,
  type LibraryFilter,
  ORDERS,
  readFilter,
  writeFilter,
} from './library-filter.ts';
import { useLibrary, useTags } from './workouts-queries.ts';

/** Every workout the athlete keeps. */
export function LibraryScreen({ athlete }: { athlete: Athlete }) {
  const [filter, setFilter] = useFilter();
  // Typing stays quick: the list follows when there is time for it.
  const asked = useDeferredValue(filter);
  const library = useLibrary(asked);
  const tags = useTags().data ?? [];
  const [showsClassics, setShowsClassics] = useState(false);
  const isFiltered = filter.q !== '' || filter.pace !== undefined || filter.tag !== undefined;
  const workouts = library.data?.pages.flatMap((page) => page.workouts);
  const isEmpty = workouts?.length === 0 && !library.hasNextPage;

  return (
    <>
      <PageHeading
        title="Workouts"
        actions={
          workouts &&
          (isFiltered || !isEmpty) && (
            <Button
              onClick={() => setShowsClassics((shown) => !shown)}
              aria-expanded={showsClassics}
            >
              Classic sessions
            </Button>
          )
        }
      />
      {showsClassics && (
        <div className="mb-6">
          <ClassicsList athlete={athlete} />
        </div>
      )}
      {isEmpty && !isFiltered ? (
        <NothingWritten athlete={athlete} />
      ) : (
        <>
          {(workouts || isFiltered) && (
            <Filters filter={filter} tags={tags.map(({ tag }) => tag)} onChange={setFilter} />
          )}
          {library.isError && !workouts && (
            <ErrorState
              title="Your workouts did not load"
              actions={
                <>
                  <Button variant="primary" onClick={() => void library.refetch()}>
                    Try again
                  </Button>
                  <Link to="/app/workouts/new" className={buttonClass({ variant: 'quiet' })}>
                    Write a new one meanwhile
                  </Link>
                </>
              }
            >
              {library.error.message}
            </ErrorState>
          )}
          {library.isPending && <LoadingIndicator />}
          {isEmpty && (
            <NoMatch q={filter.q} onClear={() => setFilter({ ...filter, ...EVERYTHING })} />
          )}
          {workouts && !isEmpty && (
            <LibraryList
              athlete={athlete}
              workouts={workouts}
              search={writeFilter(asked)}
              more={{
                exist: library.hasNextPage,
                areComing: library.isFetchingNextPage,
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
 * What the list is narrowed down to, as the address says, so that going back, a reload and a bookmark
 * find it again. The address follows once typing rests, past the router: it would ask its guards and
 * draw the screen anew. So whatever the router tells of came from elsewhere and replaces the filter.
 */
function useFilter() {
  const { key, pathname, search } = useLocation();
  const [seen, setSeen] = useState(key);
  const [filter, setFilter] = useState<LibraryFilter>(() => readFilter(search));
  if (seen !== key) {
    setSeen(key);
    setFilter(readFilter(search));
  }

  const rested = useRested(filter);
  useEffect(() => {
    // On the way to another screen the address is that one's already.
    if (window.location.pathname !== pathname) return;
    const address = `${pathname}${writeFilter(rested)}`;
    window.history.replaceState(window.history.state, '', address);
  }, [rested, pathname]);

  return [filter, setFilter] as const;
}

function NothingWritten({ athlete }: { athlete: Athlete }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <EmptyState
        title="Nothing written yet"
        action={
          <Link to="/app/workouts/new" className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden /> New workout
          </Link>
        }
        examples={
          <>
            <ClassicsList athlete={athlete} only={FIRST_CLASSICS} />
            <Button
              variant="quiet"
              className="justify-self-start"
              aria-expanded={showsAll}
              onClick={() => setShowsAll((shown) => !shown)}
            >
              {showsAll ? 'Fewer classic sessions' : 'More classic sessions'}
            </Button>
          </>
        }
      >
        Your first workout takes one line. Start from a blank page, or take one of these and change
        the numbers.
      </EmptyState>
      {showsAll && (
        <div className="mt-5">
          <ClassicsList athlete={athlete} />
        </div>
      )}
    </>
  );
}

function NoMatch({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <Card className="grid justify-items-start gap-2 p-5 md:p-8" aria-live="polite">
      <h2>{q ? `No workout matches “${q}”` : 'No workout matches'}</h2>
      <p className="text-ink-2">
        Search looks at the beginnings of words in names, tags and the script itself, so{' '}
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
};

function Filters({ filter, tags, onChange }: FiltersProps) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2.5 *:min-w-0">
      <Field
        label="Search workouts"
        labelHidden
        type="search"
        placeholder="Name, tag or script"
        icon={<Search aria-hidden className="size-4.5" />}
        className="w-full md:w-80"
        value={filter.q}
        onChange={({ target }) => onChange({ ...filter, q: target.value })}
      />
      <fieldset className={CHIPS}>
        <legend className="sr-only">With a step at</legend>
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
      <SelectField
        label="Order"
        labelHidden
        className="w-40 xl:ml-auto"
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
      {tags.length > 0 && (
        <fieldset className={`${CHIPS} max-md:flex-1 max-md:basis-40`}>
          <legend className="sr-only">With the tag</legend>
          {tags.map((tag) => (
            <Chip
              key={tag}
              pressed={filter.tag === tag}
              onClick={() => onChange({ ...filter, tag: filter.tag === tag ? undefined : tag })}
            >
              {tag}
            </Chip>
          ))}
        </fieldset>
      )}
    </search>
  );
}

/** As many as there are, in one line that scrolls. The room around them is for the ring of the focus. */
const CHIPS = '-mx-1 flex max-w-full gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]';
