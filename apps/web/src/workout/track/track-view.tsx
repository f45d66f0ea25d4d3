import { PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import {
  findSplits,
  formatDistance,
  formatDuration,
  formatSpeed,
  formatSplit,
  nameAmount,
  nameRounds,
  nameTarget,
  saySplit,
  sayStep,
  type Splits,
  titleOf,
  type UnrolledStep,
} from '@pacewright/script';
import { ChevronLeft, X } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { PART_SHORTCUTS } from '../../platform/shortcuts/part-shortcuts.ts';
import { formatAriaKeys, matchesAny } from '../../platform/shortcuts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PaceContext } from '../pace-context.ts';
import { readOnce } from '../read-once.ts';
import { useReading } from '../use-reading.ts';
import '../view/lanes.css';
import { TargetBadge } from '../view/target-badge.tsx';
import { readPlace, storePlace } from './place-store.ts';
import { advance, goBack, listTimes, type Progress, progressOf } from './progress.ts';
import './track.css';
import { useNow } from './use-now.ts';
import { useWakeLock } from './use-wake-lock.ts';

const NEXT = PART_SHORTCUTS.trackNext.keys;
const BACK = PART_SHORTCUTS.trackBack.keys;

export type TrackViewProps = {
  title: string;
  script: string;
  paceContext: PaceContext;
  onClose: () => void;
};

/** One workout to run by, step by step, in type that can be read at arm's length. */
export function TrackView({ title, script, paceContext, onClose }: TrackViewProps) {
  const { speeds, units } = paceContext;
  const id = useId();
  const read = useReading(readOnce);
  const steps = useMemo(() => read(script, speeds).resolved.unrolled, [read, script, speeds]);
  const [starts, setStarts] = useState(() => readPlace(script, Date.now()));
  const progress = progressOf(starts, steps.length);
  const isDone = progress.kind === 'done';
  const staysOn = useWakeLock();

  function move(next: typeof starts): void {
    setStarts(next);
    // A finished workout starts again when it is opened the next time.
    storePlace(script, next.length > steps.length ? [] : next, Date.now());
  }
  const next = () => move(advance(starts, steps.length, Date.now()));
  const back = () => move(goBack(starts));

  function onKeyDown(event: KeyboardEvent): void {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    if (matchesAny(event.nativeEvent, BACK)) {
      event.preventDefault();
      back();
    } else if (matchesAny(event.nativeEvent, NEXT) && !(event.key === ' ' && isOnButton)) {
      event.preventDefault();
      if (!event.repeat) next();
    }
  }

  const index = progress.kind === 'running' ? progress.index : 0;
  const step = isDone ? undefined : steps[index];
  const upcoming = progress.kind === 'running' ? steps[index + 1] : undefined;

  return (
    <Modal onClose={onClose} aria-labelledby={id} className="track">
      {/* The buttons do the same; the keys work wherever the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="track-page" onKeyDown={onKeyDown}>
        <header className="track-head">
          <h2 id={id}>{titleOf({ title, script })}</h2>
          <IconButton label="Close track mode" icon={<X aria-hidden />} onClick={onClose} />
        </header>
        <p aria-live="polite" className="sr-only">
          {announce(progress, step, units)}
        </p>
        {step ? (
          // The button below does the same. Tapping anywhere is for gloves.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
          <div
            className={classNames(
              'track-now',
              step.step.lane && `lane-${step.step.lane.toLowerCase()}`,
            )}
            onClick={next}
          >
            <CurrentStep
              step={step}
              units={units}
              position={`Step ${index + 1} of ${steps.length}`}
            />
            <Clock key={index} step={step} progress={progress} />
            <Marks splits={findSplits(step.step, units)} />
          </div>
        ) : (
          <Finish progress={progress} times={listTimes(starts, steps)} />
        )}
        <footer className="track-foot">
          {staysOn === false && (
            <p className="track-hint">Your browser can’t keep the screen on.</p>
          )}
          {step && <p className="track-next">{describeNext(progress, upcoming)}</p>}
          <div className="track-buttons">
            <Button
              size="lg"
              icon={<ChevronLeft aria-hidden />}
              aria-disabled={starts.length === 0 || undefined}
              aria-keyshortcuts={formatAriaKeys(BACK)}
              onClick={back}
            >
              Back <span className="sr-only">a step</span>
            </Button>
            <Button
              size="lg"
              variant="primary"
              data-autofocus
              aria-keyshortcuts={formatAriaKeys(NEXT)}
              onClick={step ? next : onClose}
              className="track-advance"
            >
              {step ? nameAdvance(progress, upcoming) : 'Close'}
            </Button>
          </div>
        </footer>
      </div>
    </Modal>
  );
}

type CurrentStepProps = { step: UnrolledStep; units: PaceUnits; position: string };

function CurrentStep({ step: unrolled, units, position }: CurrentStepProps) {
  const { step, rounds } = unrolled;
  const amount = nameAmount(step.amount);
  const goal = goalOf(unrolled, units);
  return (
    <section aria-label="Now" className="track-step">
      <p className="track-where">
        {rounds.length > 0 && <b>{capitalise(nameRounds(rounds))}</b>} <span>{position}</span>
      </p>
      <p className="track-amount fig">{amount === 'open' ? 'Open' : amount}</p>
      <p className="track-target">
        <TargetBadge target={step.target} lane={step.lane} /> {nameTarget(step.target)}
      </p>
      {goal && (
        <p className="track-goal fig">
          {goal.time} <small>{goal.unit}</small>
        </p>
      )}
      {step.note && <p className="track-note">{step.note}</p>}
    </section>
  );
}

/** The time for a distance; the pace of a step without one. */
function goalOf(
  { step }: UnrolledStep,
  units: PaceUnits,
): { time: string; unit: string } | undefined {
  const splits = findSplits(step, units);
  const end = splits?.marks.at(-1);
  if (end) return { time: formatSplit(end), unit: '' };
  return splits && step.speed
    ? { time: formatSpeed(step.speed, units), unit: PACE_UNIT_LABELS[units] }
    : undefined;
}

/** Remounted with each step. */
function Clock({ step: { step }, progress }: { step: UnrolledStep; progress: Progress }) {
  const isRunning = progress.kind === 'running';
  const now = useNow(isRunning);
  const elapsed = isRunning ? Math.max(0, Math.floor((now - progress.startedAt) / 1000)) : 0;
  const planned = step.amount.kind === 'time' ? step.amount.seconds : undefined;
  const left = planned === undefined ? undefined : planned - elapsed;
  const isOver = left !== undefined && left <= 0;
  return (
    <div className="track-clock">
      {left !== undefined && (
        <p role="timer" className={classNames('fig', isOver && 'is-over')}>
          <small>{isOver ? 'Over by' : 'Left'}</small> {formatDuration(Math.abs(left))}
        </p>
      )}
      <p role="timer" className={classNames('fig', left !== undefined && 'is-second')}>
        <small>Elapsed</small> {formatDuration(elapsed)}
      </p>
      <p aria-live="polite" className="sr-only">
        {isOver && isRunning && 'Time’s up'}
      </p>
    </div>
  );
}

function Marks({ splits }: { splits: Splits | undefined }) {
  if (!splits?.each) return null;
  const { each, marks } = splits;
  return (
    <section aria-label="Splits" className="track-splits">
      <p>
        Each {formatDistance(each.metres)} <b className="fig">{formatSplit(each)}</b>
      </p>
      {marks.length > 0 && (
        <ol>
          {marks.map((mark) => (
            <li key={mark.metres}>
              <span className="fig">{formatDistance(mark.metres)}</span>{' '}
              <b className="fig">{formatSplit(mark)}</b>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type FinishProps = { progress: Progress; times: ReturnType<typeof listTimes> };

function Finish({ progress, times }: FinishProps) {
  return (
    <div className="track-now is-done">
      <p className="track-amount">{progress.kind === 'done' ? 'Done' : 'No steps'}</p>
      {progress.kind === 'done' && (
        <p className="track-target">
          In <span className="fig">{formatDuration(progress.seconds)}</span>
        </p>
      )}
      {times.length > 0 && (
        <section aria-label="Your times" className="track-splits">
          <ol>
            {times.map(({ index, amount, time }) => (
              <li key={index}>
                <span className="fig">{amount}</span> <b className="fig">{time}</b>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** One announcement for each step. The clock is read only on request. */
function announce(progress: Progress, step: UnrolledStep | undefined, units: PaceUnits): string {
  if (!step) return progress.kind === 'done' ? `Done in ${formatDuration(progress.seconds)}` : '';
  const end = findSplits(step.step, units)?.marks.at(-1);
  const words = [sayStep(step, units), end && `in ${saySplit(end)}`];
  const note = step.step.note && `. ${step.step.note}`;
  return `${progress.kind === 'ready' ? 'First: ' : ''}${words.filter(Boolean).join(', ')}${note ?? ''}`;
}

function nameAdvance({ kind }: Progress, upcoming: UnrolledStep | undefined): string {
  if (kind === 'ready') return 'Start';
  return upcoming ? 'Next step' : 'Finish';
}

function describeNext(progress: Progress, upcoming: UnrolledStep | undefined): string {
  if (progress.kind !== 'running') return 'Tap anywhere to start.';
  const last =
    progress.previousSeconds === undefined
      ? ''
      : ` Last step ${formatDuration(progress.previousSeconds)}.`;
  const next = upcoming
    ? `Next: ${nameAmount(upcoming.step.amount)} ${nameTarget(upcoming.step.target).toLowerCase()}.`
    : 'This is the last step.';
  return next + last;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
