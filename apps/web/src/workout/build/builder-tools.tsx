import { formatPace, isValidRange, PACE_KEYS, PACE_NAMES, type PaceUnits } from '@pacewright/pace';
import {
  type AthleteSpeeds,
  formatSpeed,
  MAX_NOTE_LENGTH,
  nameTarget,
  type ResolvedStep,
} from '@pacewright/script';
import { ArrowLeft, ArrowRight, Copy, Minus, Plus, Trash2, X } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { labelLength } from '../view/profile-layout.ts';
import { TargetBadge } from '../view/target-badge.tsx';
import type { BuilderState } from './builder-state.ts';
import type { Builder } from './builder.ts';
import { parseAmount } from './parse-amount.ts';

export type BuilderToolsProps = {
  builder: Builder;
  state: BuilderState;
  /** The chosen steps, as the chart draws them. */
  steps: readonly ResolvedStep[];
  /** How often the only chosen step is run, and the count of the repeat around the chosen steps. */
  copies: number;
  count: number;
  units: PaceUnits;
  speeds: AthleteSpeeds | undefined;
  /** Gives the focus back to the chart. */
  onLeave: () => void;
};

/** The chosen steps above the chart: length, count, pace, and what else can be done with them. */
export function BuilderToolbar(props: BuilderToolsProps) {
  const bar = useRef<HTMLDivElement>(null);
  useOneTabStop(bar);
  useKeys(bar, props);

  return (
    <div ref={bar} role="toolbar" aria-label="Selected steps" className="build-tools">
      <Name {...props} />
      <Length {...props} />
      <Count {...props} />
      <Paces {...props} />
      <div className="build-actions">
        <Actions {...props} />
      </div>
    </div>
  );
}

/** The same at the bottom of a phone's screen, with the note. */
export function BuilderSheet(props: BuilderToolsProps & { chart: RefObject<Element | null> }) {
  const { builder, chart, copies } = props;
  const sheet = useRef<HTMLElement>(null);
  const index = props.state.chosen?.index;
  useKeys(sheet, props);

  useEffect(() => {
    if (index === undefined) return;
    // Not its position, which is still animated.
    const top = window.innerHeight - (sheet.current?.offsetHeight ?? 0);
    const bottom = chart.current?.getBoundingClientRect().bottom ?? 0;
    if (bottom > top - 4) window.scrollBy(0, bottom - top + 8);
  }, [chart, index]);

  return (
    <section ref={sheet} aria-label="Selected steps" className="build-sheet">
      <div className="build-sheet-head">
        <Name {...props} />
        {copies > 1 && (
          <button type="button" className="build-button" onClick={() => builder.splitOff()}>
            Only this rep
          </button>
        )}
        <IconButton
          label="Close"
          icon={<X aria-hidden />}
          onClick={() => {
            builder.release();
            props.onLeave();
          }}
        />
      </div>
      <div className="build-sheet-row">
        <Length {...props} />
        <Count {...props} />
      </div>
      <Paces {...props} hasFigures />
      <Note {...props} />
      <div className="build-sheet-actions">
        <Actions {...props} hasWords />
      </div>
    </section>
  );
}

/** Under the chart: what changes together, and the note. */
export function BuilderFoot({
  hasNote,
  ...props
}: BuilderToolsProps & {
  /** False where the sheet has it. */
  hasNote: boolean;
}) {
  const { builder, state, copies, steps } = props;
  const foot = useRef<HTMLDivElement>(null);
  useKeys(foot, props);
  return (
    <div ref={foot} className="build-foot">
      {state.isChoosingSeveral ? (
        <p>Now tap the last step</p>
      ) : (
        copies > 1 && <p>All {copies} reps change together</p>
      )}
      {hasNote && copies > 1 && (
        <button type="button" className="build-link" onClick={() => builder.splitOff()}>
          Edit only this rep
        </button>
      )}
      {steps.length > 1 && builder.canMerge() && (
        <button type="button" className="build-link" onClick={() => builder.merge()}>
          Combine into one repeat
        </button>
      )}
      {hasNote && <Note {...props} />}
    </div>
  );
}

function Name({ steps, units }: BuilderToolsProps) {
  const [step, ...others] = steps;
  if (!step) return null;
  if (others.length > 0) return <p className="build-name">{steps.length} steps</p>;
  return (
    <p className="build-name">
      <TargetBadge target={step.target} lane={step.lane} />
      <span>
        {nameTarget(step.target)}
        <small className="fig">{step.speed ? formatSpeed(step.speed, units) : 'no pace'}</small>
      </span>
    </p>
  );
}

function Length({ builder, state, steps, onLeave }: BuilderToolsProps) {
  const [step, ...others] = steps;
  if (!step) return null;
  const isOne = others.length === 0;
  return (
    <Stepper
      label="Length"
      less="Shorter"
      more="Longer"
      onLess={() => builder.nudge(-1)}
      onMore={() => builder.nudge(1)}
    >
      {isOne && state.typed !== undefined ? (
        <LengthField
          first={state.typed}
          onDone={(typed) => {
            builder.set({ typed: undefined });
            onLeave();
            if (typed === undefined) return;
            const amount = parseAmount(typed, step.amount);
            if (amount) builder.setAmount(amount);
            else
              builder.refuse(
                `“${typed}” isn’t a duration or distance. Try 4, 3:30, 90s or 800mtr.`,
              );
          }}
        />
      ) : isOne ? (
        <button
          type="button"
          className="build-value fig"
          aria-label={`Length ${labelLength(step.amount)}, edit`}
          onClick={() => builder.set({ typed: '' })}
        >
          {labelLength(step.amount)}
        </button>
      ) : (
        <span className="build-value">each</span>
      )}
    </Stepper>
  );
}

type LengthFieldProps = {
  /** The digit that opened it. */
  first: string;
  /** Called with the text, or nothing after Escape. */
  onDone: (typed: string | undefined) => void;
};

function LengthField({ first, onDone }: LengthFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  /** Leaving the field after Enter or Escape must not count again. */
  const isDone = useRef(false);

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(MAX_TYPED, MAX_TYPED);
  }, []);

  function finish(typed: string | undefined): void {
    if (isDone.current) return;
    isDone.current = true;
    onDone(typed?.trim() === '' ? undefined : typed);
  }

  return (
    <input
      ref={field}
      className="build-value fig"
      aria-label="Length"
      defaultValue={first}
      maxLength={MAX_TYPED}
      autoComplete="off"
      spellCheck={false}
      onBlur={({ target }) => finish(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') finish(undefined);
      }}
    />
  );
}

const MAX_TYPED = 12;

function Count({ builder, count }: BuilderToolsProps) {
  return (
    <Stepper
      label="Repeat"
      less="Fewer reps"
      more="More reps"
      onLess={() => builder.repeat(-1)}
      onMore={() => builder.repeat(1)}
      isLeast={count === 1}
    >
      <span className="build-value fig">{count}×</span>
    </Stepper>
  );
}

type StepperProps = {
  label: string;
  less: string;
  more: string;
  onLess: () => void;
  onMore: () => void;
  isLeast?: boolean;
  children: ReactNode;
};

function Stepper({ label, less, more, onLess, onMore, isLeast = false, children }: StepperProps) {
  return (
    <fieldset aria-label={label} className="build-stepper">
      <span aria-hidden className="build-label">
        {label}
      </span>
      <div>
        <button
          type="button"
          aria-label={less}
          title={less}
          aria-disabled={isLeast || undefined}
          onClick={() => !isLeast && onLess()}
        >
          <Minus aria-hidden />
        </button>
        {children}
        <button type="button" aria-label={more} title={more} onClick={onMore}>
          <Plus aria-hidden />
        </button>
      </div>
    </fieldset>
  );
}

function Paces({
  builder,
  steps,
  units,
  speeds,
  hasFigures = false,
}: BuilderToolsProps & { hasFigures?: boolean }) {
  return (
    <div role="radiogroup" aria-label="Pace" className="build-paces">
      {PACE_KEYS.map((pace) => {
        const isOn = steps.every(({ target }) => target.kind === 'pace' && target.pace === pace);
        const range = speeds?.trainingPaces[pace];
        const figure =
          hasFigures && range && isValidRange(range) ? formatPace(range.to, units) : undefined;
        return (
          <button
            key={pace}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- in a toolbar, arrows move the focus only
            role="radio"
            aria-checked={isOn}
            aria-label={`${[pace, figure].filter(Boolean).join(' ')}, ${PACE_NAMES[pace].toLowerCase()}`}
            title={PACE_NAMES[pace]}
            className={classNames('build-pace', `lane-${pace.toLowerCase()}`)}
            onClick={() => builder.setPace(pace)}
          >
            <b>{pace}</b>
            {figure && <small className="fig">{figure}</small>}
          </button>
        );
      })}
    </div>
  );
}

function Note({ builder, steps }: BuilderToolsProps) {
  const [step, ...others] = steps;
  if (!step || others.length > 0) return null;
  const { note = '' } = step;
  return (
    <label className="build-note">
      <span>Note</span>
      <input
        key={`${step.node} ${note}`}
        defaultValue={note}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="Shown on your watch"
        onBlur={({ target }) => {
          if (target.value.trim() !== note) builder.setNote(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </label>
  );
}

function Actions({
  builder,
  onLeave,
  hasWords = false,
}: BuilderToolsProps & { hasWords?: boolean }) {
  const actions = [
    { label: 'Duplicate', Icon: Copy, act: () => builder.duplicate() },
    { label: 'Earlier', Icon: ArrowLeft, act: () => builder.moveBy(-1) },
    { label: 'Later', Icon: ArrowRight, act: () => builder.moveBy(1) },
    {
      label: 'Delete',
      Icon: Trash2,
      act: () => {
        if (builder.remove()) onLeave();
      },
    },
  ];
  return actions.map(({ label, Icon, act }) =>
    hasWords ? (
      <button
        key={label}
        type="button"
        className={classNames('build-action', label === 'Delete' && 'is-danger')}
        onClick={act}
      >
        <Icon aria-hidden />
        {label}
      </button>
    ) : (
      <IconButton key={label} small label={label} icon={<Icon aria-hidden />} onClick={act} />
    ),
  );
}

/** A toolbar is one tab stop, and arrows move within it. */
function useOneTabStop(bar: RefObject<HTMLElement | null>): void {
  // After every render: buttons come and go with the chosen steps.
  useLayoutEffect(() => {
    const buttons = listButtons(bar.current);
    const stop = buttons.find((button) => button === document.activeElement) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  });
}

/** Arrows in a toolbar, Escape to the chart, and undo. */
function useKeys(element: RefObject<HTMLElement | null>, { builder, onLeave }: BuilderToolsProps) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    moveWithin(event, element.current);
    handleHistoryKey(event, builder);
    if (event.key === 'Escape') onLeave();
  });
  useEffect(() => {
    const { current } = element;
    const listener = (event: KeyboardEvent) => press(event);
    current?.addEventListener('keydown', listener);
    return () => current?.removeEventListener('keydown', listener);
  }, [element]);
}

function moveWithin(event: KeyboardEvent, bar: HTMLElement | null): void {
  if (bar?.role !== 'toolbar' || event.altKey) return;
  const buttons = listButtons(bar);
  const at = buttons.findIndex((button) => button === event.target);
  if (at === -1) return;
  const next = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: buttons.length - 1,
  }[event.key];
  const button = next === undefined ? undefined : buttons[next];
  if (!button) return;
  event.preventDefault();
  for (const other of buttons) other.tabIndex = other === button ? 0 : -1;
  button.focus();
}

function listButtons(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll('button') ?? [])];
}

function handleHistoryKey(event: KeyboardEvent, builder: Builder): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) builder.redo();
  else builder.undo();
}
