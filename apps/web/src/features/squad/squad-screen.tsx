import {
  decodeSquad,
  encodeShare,
  type SharedSquad,
  type SharedSquadReading,
} from '@pacewright/delivery';
import { PACE_UNIT_LABELS, plural } from '@pacewright/pace';
import { Printer, Share2, Timer, UserPlus } from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { saveVisitorPaces } from '../../visitor/visitor-store.ts';
import { readOnce } from '../../workout/read-once.ts';
import { useReading } from '../../workout/use-reading.ts';
import { useTracked } from '../../workout/track/use-tracked.ts';
import type { SpeedFormat } from './columns.ts';
import { MAX_GROUPS } from './groups.ts';
import { PrintedSheet } from './printed-sheet.tsx';
import { keyOfName, type Runner } from './read-runners.ts';
import { listReps } from './reps.ts';
import { SessionCard } from './session-card.tsx';
import { buildSheet, groupCountOf } from './sheet.ts';
import { SheetTable } from './sheet-table.tsx';
import { addRunners, type Squad, useSquad, writeSquad } from './squad-store.ts';
import './squad.css';

const AddRunnersDialog = lazyWhenOnline(
  async () => (await import('./add-runners-dialog.tsx')).AddRunnersDialog,
);
const ShareDialog = lazyWhenOnline(async () => (await import('./share-dialog.tsx')).ShareDialog);
const ReplaceDialog = lazyWhenOnline(
  async () => (await import('./replace-dialog.tsx')).ReplaceDialog,
);
const RunnerDialog = lazyWhenOnline(async () => (await import('./runner-dialog.tsx')).RunnerDialog);
const Stopwatch = lazyDialog(async () => (await import('./stopwatch-view.tsx')).StopwatchView);

/** One session in everyone's own paces. The session is in the link, and so are the runners if the link was shared. */
export function SquadScreen() {
  const { hash } = useLocation();
  const reading = useSquadOfLink(hash);
  const stored = useSquad();
  if (!reading) return null;
  if (!reading.ok)
    return (
      <>
        <PageHeading title="Squad sheet" />
        <Alert kind="error" title="We couldn’t open this sheet.">
          {reading.reason}
        </Alert>
      </>
    );
  const { squad } = reading;
  if (squad.workout.script.trim() === '') return <NoSession />;
  return squad.runners.length > 0 ? (
    <SharedSheet key={hash} squad={squad} />
  ) : (
    <OwnSheet key={hash} workout={squad.workout} squad={stored} />
  );
}

/** Undefined until it is decoded, which is asynchronous. */
function useSquadOfLink(hash: string): SharedSquadReading | undefined {
  const [read, setRead] = useState<{ hash: string; reading: SharedSquadReading }>();
  useEffect(() => {
    let isCurrent = true;
    void decode(hash).then((reading) => {
      if (isCurrent) setRead({ hash, reading });
    });
    return () => {
      isCurrent = false;
    };
  }, [hash]);
  return read?.hash === hash ? read.reading : undefined;
}

async function decode(hash: string): Promise<SharedSquadReading> {
  const nothing = { workout: { title: '', script: '' }, runners: [] };
  return hash.length > 1 ? decodeSquad(hash) : { ok: true, squad: nothing };
}

function NoSession() {
  return (
    <>
      <PageHeading title="Squad sheet" />
      <StartCard
        title="Start with a workout"
        action={
          <Link to="/try" className={buttonClass({ variant: 'primary' })}>
            Write a workout
          </Link>
        }
      >
        Write or open a workout, then choose Squad sheet under Share. Add your runners with a race
        each, and everyone gets their own lap times.
      </StartCard>
    </>
  );
}

type StartCardProps = { title: string; action: ReactNode; children: ReactNode };

function StartCard({ title, action, children }: StartCardProps) {
  return (
    <Card edgeToEdge className="squad-start">
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </Card>
  );
}

type Workout = SharedSquad['workout'];

/** The coach's own runners. */
function OwnSheet({ workout, squad }: { workout: Workout; squad: Squad }) {
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Runner>();
  const [removed, setRemoved] = useState<Runner>();
  const [isStored, setIsStored] = useState(true);
  const change = (changes: Partial<Squad>) => setIsStored(writeSquad({ ...squad, ...changes }));
  const others = (name: string) =>
    squad.runners.filter((each) => keyOfName(each.name) !== keyOfName(name));

  return (
    <SheetPage
      workout={workout}
      squad={squad}
      onChange={change}
      onOpen={setOpened}
      alerts={
        <>
          {!isStored && (
            <Alert kind="warning" title="Your browser is blocking storage.">
              Share or print the sheet before you close the tab.
            </Alert>
          )}
          {removed && (
            <Alert kind="info" title={`${removed.name} removed.`}>
              <Button
                size="sm"
                onClick={() => {
                  change({ runners: addRunners(squad.runners, [removed]) });
                  setRemoved(undefined);
                }}
              >
                Undo
              </Button>
            </Alert>
          )}
        </>
      }
      add={
        <Button
          variant={squad.runners.length === 0 ? 'primary' : 'secondary'}
          icon={<UserPlus aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          Add runners
        </Button>
      }
    >
      {isAdding && (
        <Suspense>
          <AddRunnersDialog
            script={workout.script}
            squad={squad}
            onAdd={(added) => {
              change({ runners: addRunners(squad.runners, added) });
              setIsAdding(false);
            }}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <RunnerDialog
            workout={workout}
            squad={squad}
            runner={opened}
            onChange={(runner) => {
              const runners = squad.runners.map((each) =>
                keyOfName(each.name) === keyOfName(runner.name) ? runner : each,
              );
              change({ runners });
              setOpened(runner);
            }}
            onRemove={() => {
              change({ runners: others(opened.name) });
              setRemoved(opened);
              setOpened(undefined);
            }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </SheetPage>
  );
}

/** The runners of a link. Everyone who has it can find themselves; a coach can save them on this device. */
function SharedSheet({ squad: { workout, runners, groups } }: { squad: SharedSquad }) {
  const navigate = useNavigate();
  const own = useSquad();
  const [sort, setSort] = useState<Squad['sort']>('group');
  const [opened, setOpened] = useState<Runner>();
  const [isAsking, setIsAsking] = useState(false);
  const squad = useMemo(() => ({ runners, groups, sort }), [runners, groups, sort]);

  async function save(): Promise<void> {
    writeSquad({ runners, groups, sort });
    const link = await encodeShare(workout);
    if (link.ok) await navigate(`/squad#${link.fragment}`);
  }

  return (
    <SheetPage
      workout={workout}
      squad={squad}
      hint="Choose your name to get this workout at your paces."
      onChange={({ sort: next }) => next && setSort(next)}
      onOpen={setOpened}
      add={
        <Button
          onClick={() => {
            if (own.runners.length > 0) setIsAsking(true);
            else void save();
          }}
        >
          Save to edit
        </Button>
      }
    >
      {opened && (
        <Suspense>
          <RunnerDialog
            workout={workout}
            squad={squad}
            runner={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {isAsking && (
        <Suspense>
          <ReplaceDialog
            own={own.runners.length}
            shared={runners.length}
            onReplace={() => void save()}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </SheetPage>
  );
}

type SheetPageProps = {
  workout: Workout;
  squad: Squad;
  /** A line above the names. */
  hint?: string;
  onChange: (changes: Partial<Squad>) => void;
  onOpen: (runner: Runner) => void;
  add: ReactNode;
  alerts?: ReactNode;
  children?: ReactNode;
};

/** More runners are found by name. */
const MANY = 12;
/** In the URL while the stopwatch is open, so that a reload opens it again. */
const STOPWATCH = 'stopwatch';

function SheetPage({
  workout,
  squad,
  hint,
  onChange,
  onOpen,
  add,
  alerts,
  children,
}: SheetPageProps) {
  const { script } = workout;
  const { runners, groups, sort } = squad;
  const { units } = useVisitor().paces;
  const [format, setFormat] = useState<SpeedFormat>('pace');
  const [isSharing, setIsSharing] = useState(false);
  const [tracked, track] = useTracked();
  const [find, setFind] = useState('');
  const found = useDeferredValue(find);
  const reading = useReading(readOnce)(script, undefined);
  const options = { groups, sort, units, format };
  const sheet = useMemo(
    () => buildSheet(reading.workout, runners, { groups, sort, units, format }),
    [reading.workout, runners, groups, sort, units, format],
  );
  const hasRunners = runners.length > 0;
  const hasReps = hasRunners && listReps(reading.resolved).length > 0;
  const isTimed = hasReps && tracked === STOPWATCH;
  const hasSpeeds = sheet.columns.some(({ column }) => column.kind === 'pace');

  return (
    <>
      <PageHeading
        title="Squad sheet"
        under="One session, everyone’s own lap times."
        actions={
          <SheetActions
            // Without runners it is in the card below.
            add={hasRunners && add}
            onShare={hasRunners ? () => setIsSharing(true) : undefined}
            onTime={hasReps ? () => track(STOPWATCH) : undefined}
          />
        }
      />
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">{alerts}</div>
      <SessionCard workout={workout} sheet={sheet} runners={runners} />
      {hasRunners ? (
        <Card edgeToEdge aria-label="Lap times" className="squad">
          {hint && <p className="squad-hint">{hint}</p>}
          <SheetControls
            squad={squad}
            find={find}
            onFind={setFind}
            onChange={onChange}
            canGroup={hint === undefined}
            format={hasSpeeds ? format : undefined}
            onFormat={setFormat}
          />
          <SheetTable sheet={sheet} find={found} onOpen={onOpen} />
        </Card>
      ) : (
        <StartCard title="Add your runners" action={add}>
          Paste a list: a name and a race on each line, like “Amara 17:12 5k”. Everyone gets their
          own lap times, in groups of similar pace.
        </StartCard>
      )}
      <p className="mt-3 text-sm text-ink-2">
        Paces come from each runner’s race. Names and races stay on this device and in the link you
        share.
      </p>
      {!isTimed && (
        <PrintSheet>
          {() => (
            <PrintedSheet
              workout={workout}
              sheet={buildSheet(reading.workout, runners, { ...options, sort: 'group' })}
              resolved={reading.resolved}
            />
          )}
        </PrintSheet>
      )}
      {isTimed && (
        <Suspense>
          <Stopwatch workout={workout} squad={squad} onClose={() => track(undefined)} />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <ShareDialog
            squad={{ workout, runners, ...(groups !== undefined && { groups }) }}
            onClose={() => setIsSharing(false)}
          />
        </Suspense>
      )}
      {children}
    </>
  );
}

type SheetActionsProps = {
  add: ReactNode;
  /** Undefined without runners. */
  onShare: (() => void) | undefined;
  /** Undefined without anything to time. */
  onTime: (() => void) | undefined;
};

function SheetActions({ add, onShare, onTime }: SheetActionsProps) {
  return (
    <div className="squad-actions">
      {add}
      {onShare && (
        <Button icon={<Share2 aria-hidden />} onClick={onShare}>
          Share link
        </Button>
      )}
      {onTime && (
        <Button icon={<Timer aria-hidden />} onClick={onTime}>
          Stopwatch
        </Button>
      )}
      {onShare && (
        <Button variant="primary" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      )}
    </div>
  );
}

type SheetControlsProps = Pick<SheetPageProps, 'squad' | 'onChange'> & {
  find: string;
  onFind: (find: string) => void;
  canGroup: boolean;
  /** Undefined without speeds. */
  format: SpeedFormat | undefined;
  onFormat: (format: SpeedFormat) => void;
};

function SheetControls({
  squad: { runners, groups, sort },
  find,
  onFind,
  onChange,
  canGroup,
  format,
  onFormat,
}: SheetControlsProps) {
  const { units } = useVisitor().paces;
  return (
    <div className="squad-controls">
      {runners.length > MANY && (
        <Field
          label="Find a runner"
          labelHidden
          type="search"
          placeholder="Find a runner"
          value={find}
          onChange={({ target }) => onFind(target.value)}
        />
      )}
      <SegmentedControl
        small
        label="Sort runners"
        value={sort}
        onChange={(next) => onChange({ sort: next })}
        options={SORTS}
      />
      {canGroup && (
        <SelectField
          label="Number of groups"
          labelHidden
          value={groupCountOf({ runners, groups })}
          onChange={({ target }) => onChange({ groups: Number(target.value) })}
        >
          {GROUP_COUNTS.map((count) => (
            <option key={count} value={count}>
              {plural(count, 'group')}
            </option>
          ))}
        </SelectField>
      )}
      {format && (
        <SegmentedControl
          small
          label="Show speed as"
          value={format}
          onChange={onFormat}
          options={FORMATS}
        />
      )}
      <SegmentedControl
        small
        label="Pace units"
        value={units}
        onChange={(next) => saveVisitorPaces({ units: next })}
        options={UNITS}
      />
    </div>
  );
}

const SORTS = [
  { value: 'group', label: 'By group' },
  { value: 'name', label: 'By name' },
] as const;
const FORMATS = [
  { value: 'pace', label: 'Pace' },
  { value: 'treadmill', label: 'Treadmill' },
] as const;
const UNITS = [
  { value: 'metric', label: PACE_UNIT_LABELS.metric },
  { value: 'imperial', label: PACE_UNIT_LABELS.imperial },
] as const;
const GROUP_COUNTS = Array.from({ length: MAX_GROUPS }, (_, index) => index + 1);
