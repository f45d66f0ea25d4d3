import { DEFAULT_TRAINING_PACES, plural } from '@pacewright/pace';
import { formatDuration } from '@pacewright/script';
import { Check, CircleAlert, CircleDashed, CircleHelp, Clock } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatLongDay, formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FileRow } from '../../ui/file-row.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Progress, WorkProgress } from '../../ui/work-progress.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { RunOutline } from '../../workout/view/run-outline.tsx';
import type { RunReader } from '../../workout/files/run-reader.ts';
import { askSession } from './ask-session.ts';
import { bodyOf, type ItemState, MAX_RUNS, type RunItem, useRunFiles } from './use-run-files.ts';

type RunFilesProps = {
  runs: readonly File[];
  paceContext: PaceContext;
  /** Whether nothing else is on the screen, so that a saved run can take its place. */
  isAlone: boolean;
  /** Replaces the worker, which tests do not have. */
  openReader?: () => RunReader;
};

/** The recorded runs in a list of files. They are stored when the athlete keeps them. */
export function RunFiles({ runs, paceContext, isAlone, openReader }: RunFilesProps) {
  const { items, phase, add, stop, retry, answer, store } = useRunFiles(openReader);
  const [tooMany, setTooMany] = useState(0);
  const navigate = useNavigate();
  const addLatest = useRef(add);
  useEffect(() => setTooMany(addLatest.current(runs)), [runs]);
  const isStoring = phase === 'storing';
  const isRead = phase === 'read' || phase === 'stored';
  const storable = items.filter(({ state }) => bodyOf(state) !== undefined);

  async function keep(): Promise<void> {
    const ids = await store();
    const [only] = ids;
    if (isAlone && items.length === 1 && only) await navigate(`/app/activities/${only}`);
  }

  return (
    <>
      {tooMany > 0 && (
        <div className="border-t border-line px-(--gutter) py-3 md:px-5.5">
          <Alert kind="warning" title={`You can add up to ${MAX_RUNS} runs at a time.`}>
            {plural(tooMany, 'file was', 'files were')} skipped. Save these first, then add the
            rest.
          </Alert>
        </div>
      )}
      <div className="border-t border-line">
        <WorkProgress
          progress={progressOf(items, phase)}
          verb={isStoring || phase === 'stored' ? 'saved' : 'read'}
          isOver={isRead}
          onStop={phase === 'reading' ? stop : undefined}
        />
      </div>
      <FileList {...{ items, paceContext }} onRetry={retry} onAnswer={answer} />
      {(isRead || isStoring) && (
        <Result {...{ items, isStoring }} count={storable.length} onKeep={() => void keep()} />
      )}
    </>
  );
}

function progressOf(items: readonly RunItem[], phase: string): Progress {
  const count = (isCounted: (state: ItemState) => boolean) =>
    items.filter(({ state }) => isCounted(state)).length;
  if (phase === 'storing' || phase === 'stored') {
    const done = count(({ kind }) => kind === 'stored');
    return { what: 'Runs', done, of: done + count((state) => bodyOf(state) !== undefined) };
  }
  const done = count(
    (state) =>
      state.kind !== 'waiting' &&
      state.kind !== 'reading' &&
      !(state.kind === 'refused' && state.problem.isFailure),
  );
  return { what: 'Files', done, of: items.length };
}

type FileListProps = {
  items: RunItem[];
  paceContext: PaceContext;
  onRetry: (key: number) => void;
  onAnswer: (key: number, isWorkout: boolean) => void;
};

function FileList({ items, paceContext, onRetry, onAnswer }: FileListProps) {
  const today = useToday();
  const waiting = items.filter(({ state }) => state.kind === 'waiting');
  const paces = paceContext.speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  const more = waiting.length - 1;
  return (
    <ul>
      {items
        .filter(({ state }) => state.kind !== 'waiting')
        .map((item) => (
          <RunRow key={item.key} {...{ item, today, paces, onRetry, onAnswer }} />
        ))}
      {waiting[0] && (
        <FileRow
          icon={<Clock aria-hidden />}
          name={`${waiting[0].name}${more > 0 ? ` and ${more} more` : ''}`}
          title="Waiting"
        />
      )}
    </ul>
  );
}

type RunRowProps = Pick<FileListProps, 'onRetry' | 'onAnswer'> & {
  item: RunItem;
  today: string;
  paces: typeof DEFAULT_TRAINING_PACES;
};

// Hundreds of rows are in the list while one of them changes.
const RunRow = memo(function RunRow({ item, today, paces, onRetry, onAnswer }: RunRowProps) {
  const { key, name, state, remarks = [], error } = item;
  const file = 'file' in state ? state.file : undefined;
  const { icon, title, detail } = describe(state, today);
  return (
    <FileRow
      icon={icon}
      {...{ name, title }}
      under={file && `${formatShortDay(file.day, today)}, ${formatDuration(file.seconds)}`}
      drawing={file && <RunOutline outline={file.outline} paces={paces} height={34} />}
      action={
        state.kind === 'asked' ? (
          <>
            <Button size="sm" onClick={() => onAnswer(key, true)}>
              Yes<span className="sr-only">, it was {state.entry.title}</span>
            </Button>
            <Button size="sm" variant="quiet" onClick={() => onAnswer(key, false)}>
              No<span className="sr-only">, it was unplanned</span>
            </Button>
          </>
        ) : state.kind === 'stored' ? (
          <Link
            to={`/app/activities/${state.id}`}
            className={buttonClass({ size: 'sm', variant: 'quiet' })}
          >
            Open<span className="sr-only"> {name}</span>
          </Link>
        ) : (
          state.kind === 'refused' &&
          state.problem.isFailure && (
            <Button size="sm" variant="quiet" onClick={() => onRetry(key)}>
              Try again<span className="sr-only"> to read {name}</span>
            </Button>
          )
        )
      }
    >
      {detail && <span className="text-ink-2">{detail}</span>}
      {remarks.map((remark) => (
        <span key={remark} className="block text-ink-2">
          {remark}
        </span>
      ))}
      {error && <span className="block text-danger">Not saved. {error}</span>}
    </FileRow>
  );
});

function describe(state: ItemState, today: string) {
  switch (state.kind) {
    case 'matched':
      return {
        icon: <Done />,
        title: state.entry.title,
        detail:
          state.entry.day === state.file.day
            ? state.judged.summary
            : `Planned for ${formatLongDay(state.entry.day, today)}. ${state.judged.summary ?? ''}`,
      };
    case 'own':
      return { icon: <Done />, title: 'Unplanned run', detail: 'No workout to compare with' };
    case 'stored':
      return { icon: <Done />, title: state.title ?? 'Unplanned run', detail: 'Saved' };
    case 'asked':
      return {
        icon: <CircleHelp aria-hidden />,
        ...askSession(state.entry, state.file.day, state),
      };
    case 'here':
      return {
        icon: <CircleDashed aria-hidden />,
        title: 'Already added',
        detail: 'You added this run before',
      };
    case 'refused':
      return {
        icon: state.problem.isFailure ? (
          <CircleAlert aria-hidden className="text-danger" />
        ) : (
          <CircleDashed aria-hidden />
        ),
        title: state.problem.title,
        detail: state.problem.detail,
      };
    case 'waiting':
    case 'reading':
      return { icon: <Spinner className="w-5" />, title: 'Reading…', detail: null };
  }
}

function Done() {
  return <Check aria-hidden className="text-ok" />;
}

type ResultProps = { items: RunItem[]; isStoring: boolean; count: number; onKeep: () => void };

function Result({ items, isStoring, count, onKeep }: ResultProps) {
  const counts: [string, number][] = [
    ['Matched to a workout', countOf('matched')],
    ['Unplanned', countOf('own')],
    ['Needs review', countOf('asked')],
    ['Saved', countOf('stored')],
    ['Already added', countOf('here')],
    ['Skipped', countOf('refused')],
  ];
  function countOf(kind: ItemState['kind']): number {
    return items.filter(({ state }) => state.kind === kind).length;
  }
  const [first] = items.flatMap(({ state }) => (state.kind === 'stored' ? [state.file.day] : []));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line px-(--gutter) py-4 md:px-5.5">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {counts
          .filter(([, number]) => number > 0)
          .map(([name, number]) => (
            <div key={name}>
              <dt className="text-xs text-ink-2">{name}</dt>
              <dd className="fig text-xl font-semibold">{number}</dd>
            </div>
          ))}
      </dl>
      {count > 0 ? (
        <Button variant="primary" busy={isStoring} className="ml-auto" onClick={onKeep}>
          {count === 1 ? 'Save run' : `Save ${count} runs`}
        </Button>
      ) : (
        <Link
          to={first ? `/app/calendar?day=${first}` : '/app/calendar'}
          className={classNames(buttonClass(), 'ml-auto')}
        >
          Open calendar
        </Link>
      )}
    </div>
  );
}
