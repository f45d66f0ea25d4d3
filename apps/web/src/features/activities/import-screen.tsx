import { DEFAULT_TRAINING_PACES, plural } from '@pacewright/pace';
import { formatDuration } from '@pacewright/script';
import { Check, CircleAlert, CircleDashed, CircleHelp, Clock, FileDown, Lock } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatLongDay, formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { useDroppedFiles } from '../../platform/dropped-files.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { RunOutline } from '../../workout/view/run-outline.tsx';
import type { FileReader } from './file-reader.ts';
import './activities.css';
import { askSession } from './ask-session.ts';
import { bodyOf, type ImportItem, type ItemState, MAX_FILES, useImport } from './use-import.ts';

type ImportScreenProps = {
  paceContext: PaceContext;
  /** Files that were dropped on another screen. */
  dropped?: readonly File[];
  /** Replaces the worker, which tests do not have. */
  openReader?: () => FileReader;
};

/** Reads recorded runs in the browser, and stores them when the athlete keeps them. */
export function ImportScreen({ paceContext, dropped = NONE, openReader }: ImportScreenProps) {
  const { items, phase, add, stop, retry, answer, store } = useImport(openReader);
  const [tooMany, setTooMany] = useState(0);
  const navigate = useNavigate();
  const addFiles = (files: readonly File[]) => setTooMany(add(files));
  const addDropped = useRef(addFiles);
  useEffect(() => {
    if (dropped.length > 0) addDropped.current(dropped);
  }, [dropped]);
  // The first may be of any kind, and are sorted by the import.
  useDroppedFiles(items.length > 0 ? addFiles : undefined);
  const storable = items.filter(({ state }) => bodyOf(state) !== undefined);

  async function keep(): Promise<void> {
    const ids = await store();
    const [only] = ids;
    if (items.length === 1 && only) await navigate(`/app/activities/${only}`);
  }

  return (
    <>
      <PageHeading
        title="Add runs"
        under="We compare each run with what you planned, up to two days before or after. Unplanned runs are saved too."
      />
      <ChooseRuns isSmall={items.length > 0} onFiles={addFiles} />
      {tooMany > 0 && (
        <Alert
          kind="warning"
          title={`You can add up to ${MAX_FILES} files at a time.`}
          className="mt-4"
        >
          {plural(tooMany, 'file was', 'files were')} skipped. Save these first, then add the rest.
        </Alert>
      )}
      {items.length > 0 && (
        <Card edgeToEdge aria-label="Files" className="mt-5">
          <Progress {...{ items, phase }} onStop={stop} />
          <FileList {...{ items, paceContext }} onRetry={retry} onAnswer={answer} />
        </Card>
      )}
      {(phase === 'read' || phase === 'storing' || phase === 'stored') && (
        <Result
          items={items}
          isStoring={phase === 'storing'}
          count={storable.length}
          onKeep={() => void keep()}
        />
      )}
      <p className="mt-5 flex items-center gap-2.5 text-sm text-ink-2">
        <Lock aria-hidden className="size-4 flex-none" />
        We read files in your browser. Nothing is uploaded until you save, and your route never is.
      </p>
    </>
  );
}

const NONE: readonly File[] = [];

function ChooseRuns({ isSmall, onFiles }: { isSmall: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classNames('drop-oval', isSmall && 'is-small')}>
      <div className="grid max-w-[40ch] gap-2">
        {!isSmall && <FileDown aria-hidden className="mx-auto size-7" />}
        <p className="text-xl font-semibold">
          <span className="pointer-coarse:hidden">Drop your runs here</span>
          <span className="not-pointer-coarse:hidden">Your runs</span>
        </p>
        {!isSmall && <p className="text-ink-2">One or more FIT files from your watch.</p>}
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept=".fit,.FIT,application/octet-stream"
        aria-label="FIT files"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button variant={isSmall ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
        {isSmall ? 'Choose more files' : 'Choose files'}
      </Button>
    </div>
  );
}

type ProgressProps = { items: ImportItem[]; phase: string; onStop: () => void };

function Progress({ items, phase, onStop }: ProgressProps) {
  const isStoring = phase === 'storing' || phase === 'stored';
  const done = items.filter(({ state }) =>
    isStoring ? state.kind === 'stored' : state.kind !== 'waiting' && state.kind !== 'reading',
  ).length;
  const unread = isStoring
    ? 0
    : items.filter(({ state }) => state.kind === 'refused' && state.problem.isFailure).length;
  const total = isStoring
    ? items.filter(({ state }) => state.kind === 'stored' || bodyOf(state)).length
    : items.length;
  return (
    <div className="px-(--gutter) pt-4 pb-4 md:px-5.5">
      <div className="flex min-h-10 items-center gap-3">
        <h2 className="text-lg" aria-live="polite">
          {done - unread} of {total} {isStoring ? 'saved' : 'read'}
        </h2>
        {phase === 'reading' && (
          <Button size="sm" variant="quiet" className="ml-auto" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element cannot be styled alike
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-label={isStoring ? 'Runs saved' : 'Files read'}
        className="run-progress"
      >
        <div style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
      </div>
    </div>
  );
}

type FileListProps = {
  items: ImportItem[];
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
          <FileRow key={item.key} {...{ item, today, paces, onRetry, onAnswer }} />
        ))}
      {waiting[0] && (
        <Row
          icon={<Clock aria-hidden />}
          name={`${waiting[0].name}${more > 0 ? ` and ${more} more` : ''}`}
        >
          <b className="font-semibold">Waiting</b>
        </Row>
      )}
    </ul>
  );
}

type FileRowProps = Pick<FileListProps, 'onRetry' | 'onAnswer'> & {
  item: ImportItem;
  today: string;
  paces: typeof DEFAULT_TRAINING_PACES;
};

// Hundreds of rows are in the list while one of them changes.
const FileRow = memo(function FileRow({ item, today, paces, onRetry, onAnswer }: FileRowProps) {
  const { key, name, state, remarks = [], error } = item;
  const file = 'file' in state ? state.file : undefined;
  const { icon, title, detail } = describe(state, today);
  return (
    <Row
      icon={icon}
      name={name}
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
      <b className="block font-semibold wrap-anywhere">{title}</b>
      {detail && <span className="text-ink-2">{detail}</span>}
      {remarks.map((remark) => (
        <span key={remark} className="block text-ink-2">
          {remark}
        </span>
      ))}
      {error && <span className="block text-danger">Not saved. {error}</span>}
    </Row>
  );
});

type RowProps = {
  icon: ReactNode;
  name: string;
  under?: string | undefined;
  drawing?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

function Row({ icon, name, under, drawing, action, children }: RowProps) {
  return (
    <li className="file-row text-sm">
      <span>{icon}</span>
      <div className="min-w-0">
        <b className="block truncate font-medium">{name}</b>
        {under && <span className="fig text-ink-2">{under}</span>}
      </div>
      <div className="is-drawing max-md:hidden">{drawing}</div>
      <div className="is-result min-w-0">{children}</div>
      <div className="is-result flex gap-1">{action}</div>
    </li>
  );
}

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

type ResultProps = { items: ImportItem[]; isStoring: boolean; count: number; onKeep: () => void };

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
    <Card
      edgeToEdge
      aria-label="Result"
      className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-4 px-(--gutter) py-4 md:px-5.5"
    >
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
    </Card>
  );
}
