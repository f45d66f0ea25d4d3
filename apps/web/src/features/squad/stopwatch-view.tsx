import type { SharedWorkout } from '@pacewright/delivery';
import { formatDuration, formatSplit, titleOf, type ResolvedStep } from '@pacewright/script';
import { ChevronLeft, Undo2, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, Modal } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { readOnce } from '../../workout/read-once.ts';
import '../../workout/track/track.css';
import { useNow } from '../../workout/track/use-now.ts';
import { useWakeLock } from '../../workout/track/use-wake-lock.ts';
import { keyOfName } from './read-runners.ts';
import { listReps, nameRep } from './reps.ts';
import { listResults, type RunnerResult } from './results.ts';
import { PrintedResults, ResultsView } from './results-view.tsx';
import { buildSheet } from './sheet.ts';
import type { Squad } from './squad-store.ts';
import {
  formatTenths,
  isFinished,
  judge,
  listPoints,
  listSplits,
  listTimedGroups,
  MAX_PRESSES,
  nextPoint,
  pass,
  placeRunners,
  type Press,
  readPresses,
  type RunnerSplit,
  type Start,
  startNext,
  type TimedGroup,
  type TimedRunner,
} from './stopwatch.ts';
import { NO_TIMING, readTiming, type Timing, useTiming, writeTiming } from './stopwatch-store.ts';
import './stopwatch.css';

type StopwatchViewProps = { workout: SharedWorkout; squad: Squad; onClose: () => void };

/** The times of another day are another session's, also of the same workout. */
const MAX_AGE_MS = 12 * 3_600_000;

/** A stopwatch for several runners. Each press is stored at once with the time of day, so nothing depends on this page. */
export function StopwatchView({ workout, squad, onClose }: StopwatchViewProps) {
  const { title, script } = workout;
  const id = useId();
  const stored = useTiming();
  const [openedAt] = useState(Date.now);
  const [areTimesOpen, setAreTimesOpen] = useState(false);
  const [isClearing, setIsClearing] = useState(false);
  const [isStored, setIsStored] = useState(true);
  const [said, setSaid] = useState('');
  const staysOn = useWakeLock();

  const last = stored.presses.at(-1);
  const isOther =
    last !== undefined && (stored.script !== script || openedAt - last.at > MAX_AGE_MS);
  const timing = isOther ? stored : { ...stored, title, script };
  const { groups, reps, results } = useSession(timing, squad);
  const isFull = stored.presses.length >= MAX_PRESSES;

  function change(changes: Partial<Timing>): void {
    setIsStored(writeTiming({ ...readTiming(), title, script, ...changes }));
  }

  function undo(): void {
    const { presses } = readTiming();
    const press = presses.at(-1);
    if (!press) return;
    change({ presses: presses.slice(0, -1) });
    setSaid(`Undone: ${namePress(press)}`);
  }

  return (
    <>
      <Modal onClose={onClose} aria-labelledby={id} className="track">
        <div className="track-page">
          <header className="track-head">
            <h2 id={id}>{titleOf(timing)}</h2>
            <IconButton label="Close stopwatch" icon={<X aria-hidden />} onClick={onClose} />
          </header>
          <div className="stopwatch">
            <p aria-live="polite" className="sr-only">
              {said}
            </p>
            <Warnings {...{ isStored, isFull, isOther }} />
            {isOther || areTimesOpen ? (
              <ResultsView timing={timing} results={results} onClear={() => setIsClearing(true)} />
            ) : (
              <Groups {...{ timing, groups, reps, change }} onSay={setSaid} />
            )}
          </div>
          <footer className="track-foot stopwatch-foot">
            {staysOn === false && (
              <p className="track-hint">Your browser can’t keep the screen on.</p>
            )}
            {!isOther && (
              <Buttons
                last={last}
                areTimesOpen={areTimesOpen}
                onUndo={undo}
                onTimes={setAreTimesOpen}
              />
            )}
          </footer>
        </div>
      </Modal>
      <PrintSheet>{() => <PrintedResults timing={timing} results={results} />}</PrintSheet>
      {isClearing && (
        <ClearDialog
          onClear={() => {
            writeTiming(NO_TIMING);
            setIsClearing(false);
            setAreTimesOpen(false);
          }}
          onClose={() => setIsClearing(false)}
        />
      )}
    </>
  );
}

type ButtonsProps = {
  last: Press | undefined;
  areTimesOpen: boolean;
  onUndo: () => void;
  onTimes: (areOpen: boolean) => void;
};

function Buttons({ last, areTimesOpen, onUndo, onTimes }: ButtonsProps) {
  return (
    <div className="track-buttons">
      {areTimesOpen ? (
        <Button
          size="lg"
          className="track-advance"
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onTimes(false)}
        >
          Back to stopwatch
        </Button>
      ) : (
        <>
          <Button
            size="lg"
            className="track-advance"
            icon={<Undo2 aria-hidden />}
            aria-disabled={!last || undefined}
            onClick={onUndo}
          >
            <span className="stopwatch-undo">Undo{last && ` ${namePress(last)}`}</span>
          </Button>
          <Button size="lg" onClick={() => onTimes(true)}>
            Times
          </Button>
        </>
      )}
    </div>
  );
}

/** The groups, the reps and the times of the session that is timed. */
function useSession(
  { script, placed, presses }: Timing,
  { runners, groups }: Squad,
): { groups: TimedGroup[]; reps: ResolvedStep[]; results: RunnerResult[] } {
  const { units } = useVisitor().paces;
  const { workout, resolved } = readOnce(script, undefined);
  const hasStarted = presses.length > 0;
  const session = useMemo(() => {
    const sheet = buildSheet(workout, runners, { groups, sort: 'group', units, format: 'pace' });
    return {
      groups: listTimedGroups(sheet, hasStarted ? placed : []),
      reps: listReps(resolved),
    };
  }, [workout, resolved, runners, groups, units, placed, hasStarted]);
  const results = useMemo(
    () => listResults(presses, session.groups, session.reps),
    [presses, session],
  );
  return { ...session, results };
}

type WarningsProps = { isStored: boolean; isFull: boolean; isOther: boolean };

function Warnings({ isStored, isFull, isOther }: WarningsProps) {
  return (
    <div className="stopwatch-warnings">
      {!isStored && (
        <Alert kind="warning" title="Your browser is blocking storage.">
          Copy or print the times before you close the tab.
        </Alert>
      )}
      {isFull && (
        <Alert kind="error" title="The stopwatch is full.">
          It can store {MAX_PRESSES.toLocaleString('en')} times. Copy or print them, then clear
          them.
        </Alert>
      )}
      {isOther && (
        <Alert kind="info" title="These times are from another session.">
          Copy or print them, then clear them to start the stopwatch.
        </Alert>
      )}
    </div>
  );
}

type GroupsProps = {
  timing: Timing;
  groups: readonly TimedGroup[];
  reps: readonly ResolvedStep[];
  change: (changes: Partial<Timing>) => void;
  onSay: (sentence: string) => void;
};

function Groups({ timing, groups, reps, change, onSay }: GroupsProps) {
  const { presses, everyLap } = timing;
  const times = useMemo(() => readPresses(presses), [presses]);
  const one = groups.length === 1 ? groups[0] : groups.find((each) => each.number === timing.shown);
  const shown = one ? [one] : groups;

  function start(group: number, at: number): void {
    const before = readTiming().presses;
    const next = startNext(before, { group, everyLap, at }, reps);
    const press = next.at(-1);
    if (next === before || press?.kind !== 'start') return;
    change({ presses: next, placed: placeRunners(groups) });
    onSay(`Group ${group}, rep ${press.rep + 1} started`);
  }

  function tap(group: number, { name, speedOf }: TimedRunner, at: number): void {
    const before = readTiming().presses;
    const next = pass(before, { group, name, at }, reps);
    if (next === before) return;
    change({ presses: next });
    const { starts, passes } = readPresses(next);
    const current = starts.get(group);
    const rep = current && reps[current.start.rep];
    if (!rep) return;
    const own = passes.get(current.index)?.get(keyOfName(name)) ?? [];
    const split = listSplits(own, current.start, rep, speedOf(rep.node)).at(-1);
    if (split) onSay(`${name}, ${saySplitOf(split)}`);
  }

  return (
    <>
      <Controls {...{ groups, one, reps, everyLap, change }} />
      {shown.map((group) => {
        const current = times.starts.get(group.number);
        return (
          <Group
            key={group.number}
            group={group}
            reps={reps}
            start={current?.start}
            passes={current && times.passes.get(current.index)}
            everyLap={everyLap}
            isAlone={one !== undefined}
            onStart={(at) => start(group.number, at)}
            onTap={(runner, at) => tap(group.number, runner, at)}
          />
        );
      })}
    </>
  );
}

type ControlsProps = Pick<GroupsProps, 'groups' | 'reps' | 'change'> & {
  /** The only group that is shown. */
  one: TimedGroup | undefined;
  everyLap: boolean;
};

function Controls({ groups, one, reps, everyLap, change }: ControlsProps) {
  return (
    <div className="stopwatch-controls">
      {groups.length > 1 && (
        <SegmentedControl
          label="Groups"
          value={String(one?.number ?? 0)}
          onChange={(value) => change({ shown: Number(value) })}
          options={[
            ...groups.map(({ number }) => ({
              value: String(number),
              label: one?.number === number ? `Group ${number}` : String(number),
            })),
            { value: '0', label: 'All' },
          ]}
        />
      )}
      {reps.some((rep) => listPoints(rep, true).length > 1) && (
        <SegmentedControl
          label="Time runners at"
          value={everyLap ? 'laps' : 'end'}
          onChange={(value) => change({ everyLap: value === 'laps' })}
          options={POINTS}
        />
      )}
    </div>
  );
}

const POINTS = [
  { value: 'laps', label: 'Every lap' },
  { value: 'end', label: 'End of rep' },
] as const;

type GroupProps = {
  group: TimedGroup;
  reps: readonly ResolvedStep[];
  /** Of the current rep, or the last one. */
  start: Start | undefined;
  passes: ReadonlyMap<string, readonly number[]> | undefined;
  /** Of the reps to come. */
  everyLap: boolean;
  isAlone: boolean;
  onStart: (at: number) => void;
  onTap: (runner: TimedRunner, at: number) => void;
};

function Group({
  group: { number, runners },
  reps,
  start,
  passes,
  everyLap,
  isAlone,
  onStart,
  onTap,
}: GroupProps) {
  const id = useId();
  const current = start && reps[start.rep];
  const passesOf = (name: string) => passes?.get(keyOfName(name)) ?? [];
  const isOver =
    start !== undefined &&
    current !== undefined &&
    runners.every(({ name }) => isFinished(passesOf(name), current, start.everyLap));
  const running = current && !isOver ? start : undefined;
  const nextIndex = start ? start.rep + 1 : 0;
  const next = reps[nextIndex];
  const named = running ? current : next;
  const ends = runners.map(({ name }) => passesOf(name).at(-1) ?? 0);

  return (
    <section aria-labelledby={id} className="stopwatch-group">
      <header>
        <div>
          <h3 id={id}>Group {number}</h3>
          <p>
            {named
              ? `Rep ${(running?.rep ?? nextIndex) + 1} of ${reps.length}, ${nameRep(named)}`
              : 'All reps done'}
          </p>
        </div>
        {start && (running || next) && (
          <Clock
            label={running ? 'Elapsed' : 'Recovery'}
            since={running?.at ?? Math.max(...ends)}
          />
        )}
        {next && (
          <Button
            variant={running ? 'secondary' : 'primary'}
            size="lg"
            onClick={() => onStart(Date.now())}
          >
            Start rep {nextIndex + 1} <span className="sr-only">of group {number}</span>
          </Button>
        )}
      </header>
      <ul className={isAlone ? 'is-alone' : undefined}>
        {runners.map((runner) => (
          <li key={runner.name}>
            <Runner
              runner={runner}
              start={start}
              rep={current ?? next}
              everyLap={start?.everyLap ?? everyLap}
              passes={passesOf(runner.name)}
              onTap={(at) => onTap(runner, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Clock({ label, since }: { label: string; since: number }) {
  const now = useNow(true);
  return (
    <p role="timer" className="stopwatch-clock fig">
      <small>{label}</small> {formatDuration(Math.max(0, Math.floor((now - since) / 1000)))}
    </p>
  );
}

type RunnerProps = {
  runner: TimedRunner;
  start: Start | undefined;
  rep: ResolvedStep | undefined;
  everyLap: boolean;
  passes: readonly number[];
  onTap: (at: number) => void;
};

/** The last split of a runner, or the first time to meet. The whole is the button. */
function Runner({ runner: { name, speedOf }, start, rep, everyLap, passes, onTap }: RunnerProps) {
  const speed = rep && speedOf(rep.node);
  const split = rep && start && listSplits(passes, start, rep, speed).at(-1);
  const next = rep && nextPoint(passes.length, rep, everyLap, speed);
  const end =
    rep && nextPoint(Math.max(1, listPoints(rep, everyLap).length) - 1, rep, everyLap, speed);
  const later = split ? next : end;
  return (
    <button
      type="button"
      className="stopwatch-runner"
      aria-disabled={!start || !next || undefined}
      onClick={() => onTap(Date.now())}
    >
      <b>{name}</b>{' '}
      {split ? (
        <>
          <span className="fig is-time">{formatTenths(split.seconds)}</span>{' '}
          <small className="fig">{[split.name, judge(split)].filter(Boolean).join(', ')}</small>
        </>
      ) : (
        <>
          <span className="fig is-target">{next?.target ? formatSplit(next.target) : '–'}</span>{' '}
          <small className="fig">{next?.name}</small>
        </>
      )}{' '}
      {later?.target && (split || later.name !== next?.name) && (
        <small className="fig is-next">
          {later.name} in {formatSplit(later.target)}
        </small>
      )}
    </button>
  );
}

function ClearDialog({ onClear, onClose }: { onClear: () => void; onClose: () => void }) {
  return (
    <Dialog
      alert
      title="Clear all times?"
      description="All times of this session will be deleted from this device. This can’t be undone."
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={onClear}>
            Clear
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Keep times
          </Button>
        </>
      }
    />
  );
}

function namePress(press: Press): string {
  return press.kind === 'start' ? `start of group ${press.group}` : press.name;
}

function saySplitOf(split: RunnerSplit): string {
  return [`${split.name} in ${formatTenths(split.seconds)}`, judge(split)]
    .filter(Boolean)
    .join(', ');
}
