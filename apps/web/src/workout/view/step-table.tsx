import { formatSplits, PACE_UNIT_LABELS, type PaceUnits } from '@pacewright/pace';
import {
  formatDuration,
  formatLength,
  formatSpeed,
  formatTreadmill,
  LENGTH_UNITS,
  nameAmount,
  nameTarget,
  type Place,
  type ResolvedItem,
  type ResolvedStep,
  type ResolvedWorkout,
  type Totals,
  TREADMILL_UNITS,
} from '@pacewright/script';
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { TargetBadge } from './target-badge.tsx';
import type { Linked } from './use-linked-step.ts';
import './workout-view.css';

type StepTableProps = {
  text: string;
  resolved: ResolvedWorkout;
  places: readonly Place[];
  units: PaceUnits;
  linked: Linked | undefined;
  /** Called with the repeat or step to highlight, by its number in the order of writing, or none. */
  onLinkNode: (node: number | undefined) => void;
  /** Called with an activated one, to show its text. */
  onActivateNode: (node: number) => void;
  /** SpeedFormat above the table, beside the choice of paces. */
  heading?: ReactNode;
  /** The table is a card of its own, with the heading outside. */
  isFramed?: boolean;
  startsWith?: SpeedFormat;
};

/** Every step in words and numbers, equivalent to the chart. One tab stop, arrow keys between the rows. */
export function StepTable(props: StepTableProps) {
  const { units, linked, heading, isFramed, onLinkNode, onActivateNode } = props;
  // The chart follows every keystroke; a table of hundreds of rows may render a moment later.
  const { resolved, places, text } = useDebouncedValue(
    useMemo(
      () => ({ resolved: props.resolved, places: props.places, text: props.text }),
      [props.resolved, props.places, props.text],
    ),
  );
  const [shown, setShown] = useState(props.startsWith ?? 'pace');
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const table = useRef<HTMLTableElement>(null);
  const isUnclear = places.some((place) => place.isUnclear);
  const current = linked?.node ?? 0;
  const count = lastNode(resolved.items) + 1;
  const last = Math.min(count, limit) - 1;
  const hidden = count - last - 1;

  function move(event: KeyboardEvent) {
    const next = {
      ArrowDown: Math.min(last, current + 1),
      ArrowUp: Math.max(0, current - 1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-node="${next}"] button`)?.focus();
  }

  return (
    <div className={classNames('steps', isFramed && 'is-framed')}>
      <div className="steps-head">
        {heading}
        <SegmentedControl
          small
          label="Show speed as"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'pace', label: 'Pace' },
            { value: 'treadmill', label: 'Treadmill' },
          ]}
        />
      </div>
      <div className="steps-frame">
        {/* The rows contain the buttons; the table only handles their events. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
        <table
          ref={table}
          onKeyDown={move}
          onPointerOver={({ target }) => onLinkNode(nodeOf(target))}
          onPointerLeave={() => onLinkNode(undefined)}
          onFocus={({ target }) => onLinkNode(nodeOf(target))}
          onBlur={() => onLinkNode(undefined)}
          onClick={({ target }) => {
            const node = nodeOf(target);
            if (node !== undefined) onActivateNode(node);
          }}
        >
          <caption className="sr-only">Steps of this workout</caption>
          <Head {...{ shown, units }} />
          {firstRows(groupsOf(resolved.items), limit).map((group) => (
            <tbody key={group[0]?.item.node}>
              {group.map(({ item, depth }) => (
                <Row
                  key={item.node}
                  item={item}
                  depth={depth}
                  shown={shown}
                  units={units}
                  unclearText={unclearText(places[item.node], text)}
                  isLinked={linked?.node === item.node}
                  isCurrent={item.node === current}
                />
              ))}
            </tbody>
          ))}
          <tfoot>
            {hidden > 0 && (
              <tr>
                <td colSpan={6}>
                  <Button size="sm" onClick={() => setLimit(limit + ROWS_AT_ONCE)}>
                    Show {Math.min(hidden, ROWS_AT_ONCE)} more of {count} steps
                  </Button>
                </td>
              </tr>
            )}
            <tr>
              <th scope="row" colSpan={4}>
                {isUnclear ? 'Total, most likely reading' : 'Total'}
              </th>
              <TotalCells totals={resolved.totals} units={units} />
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}

function Head({ shown, units }: { shown: SpeedFormat; units: StepTableProps['units'] }) {
  return (
    <thead>
      <tr>
        <th scope="col">Step</th>
        <th scope="col">Target</th>
        <th scope="col">
          {shown === 'pace'
            ? `Pace, ${PACE_UNIT_LABELS[units]}`
            : `Treadmill, ${TREADMILL_UNITS[units]}`}
        </th>
        <th scope="col">400 m lap</th>
        <th scope="col" className="is-figure">
          Time
        </th>
        <th scope="col" className="is-figure">
          {LENGTH_UNITS[units]}
        </th>
      </tr>
    </thead>
  );
}

/** More than any real workout; a link made to be slow to open may have more. */
const ROWS_AT_ONCE = 200;

type SpeedFormat = 'pace' | 'treadmill';

/** Items are numbered in the order of writing, a repeat before its contents. */
function lastNode(items: readonly ResolvedItem[]): number {
  const last = items.at(-1);
  if (!last) return 0;
  return last.kind === 'repeat' && last.items.length > 0 ? lastNode(last.items) : last.node;
}

function nodeOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null;
  return row ? Number(row.dataset['node']) : undefined;
}

/** Unclear amounts are shown as they were written. */
function unclearText(place: Place | undefined, text: string): string | undefined {
  return place?.isUnclear ? text.slice(place.from, place.to).split(/\s/)[0] : undefined;
}

type Line = { item: ResolvedItem; depth: number };

/** A repeat is a group of rows with all of its contents; steps side by side share one. */
function groupsOf(items: readonly ResolvedItem[]): Line[][] {
  const groups: Line[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const isPlain = item.kind === 'step' && last?.[0]?.item.kind === 'step';
    if (isPlain) last.push({ item, depth: 0 });
    else groups.push(linesOf(item, 0));
  }
  return groups;
}

/** The first groups, up to a number of rows. */
function firstRows(groups: readonly Line[][], limit: number): Line[][] {
  let room = limit;
  return groups.flatMap((group) => {
    const rows = group.slice(0, room);
    room -= rows.length;
    return rows.length > 0 ? [rows] : [];
  });
}

function linesOf(item: ResolvedItem, depth: number): Line[] {
  const own = { item, depth };
  return item.kind === 'step'
    ? [own]
    : [own, ...item.items.flatMap((inner) => linesOf(inner, depth + 1))];
}

type RowProps = Line & {
  shown: SpeedFormat;
  units: PaceUnits;
  /** The amount as it was written, if its meaning is unclear. */
  unclearText: string | undefined;
  isLinked: boolean;
  /** The one row that Tab stops at. */
  isCurrent: boolean;
};

/** Memoized: of hundreds of rows, only a few change with a keystroke or another highlight. */
const Row = memo(function Row(props: RowProps) {
  const { item, depth, units, unclearText: unclear, isLinked, isCurrent } = props;
  const isRepeat = item.kind === 'repeat';

  return (
    <tr
      data-node={item.node}
      className={classNames(
        isRepeat && 'is-repeat',
        !isRepeat && unclear !== undefined && 'is-unclear',
        isLinked && 'is-linked',
      )}
    >
      <th scope={isRepeat ? 'rowgroup' : 'row'} colSpan={isRepeat ? 4 : undefined}>
        <Rails depth={depth} />
        <button type="button" tabIndex={isCurrent ? 0 : -1}>
          {isRepeat ? (
            <>
              <b>{item.count}×</b> Repeat {item.count === 1 ? 'once' : `${item.count} times`}
            </>
          ) : unclear === undefined ? (
            <span className="fig">{nameAmount(item.amount)}</span>
          ) : (
            <span className="mono steps-unclear">{unclear}</span>
          )}
        </button>
      </th>
      {isRepeat ? (
        <TotalCells totals={item.totals} units={units} />
      ) : (
        <StepCells {...props} step={item} />
      )}
    </tr>
  );
}, isSameRow);

/** Every reading creates new items, most of them equal to the previous ones. */
function isSameRow(one: RowProps, other: RowProps): boolean {
  const { item, ...rest } = one;
  const isSame = Object.entries(rest).every(
    ([name, value]) => other[name as keyof RowProps] === value,
  );
  return isSame && (item === other.item || contentOf(item) === contentOf(other.item));
}

function contentOf(item: ResolvedItem): string {
  // The contents of a repeat have rows of their own.
  return JSON.stringify(item.kind === 'repeat' ? { ...item, items: undefined } : item);
}

function Rails({ depth }: { depth: number }) {
  return (
    <span aria-hidden className="steps-rails">
      {Array.from({ length: depth }, (_, level) => (
        <i key={level} />
      ))}
    </span>
  );
}

function StepCells({
  step,
  unclearText: unclear,
  shown,
  units,
}: RowProps & { step: ResolvedStep }) {
  const { target, lane, speed, isSpeedEstimated, seconds, metres } = step;
  const uncertainty = unclear === undefined ? '' : ' ?';
  return (
    <>
      <td className="steps-target">
        <TargetBadge target={target} lane={lane} /> {nameTarget(target)}
      </td>
      <td className="steps-pace fig">
        {speed && (shown === 'pace' ? formatSpeed(speed, units) : formatTreadmill(speed, units))}
        {speed && isSpeedEstimated && <small> est.</small>}
      </td>
      <td className="steps-lap fig">
        {speed && speed.from !== speed.to && formatSplits(speed, 400)}
      </td>
      <td className="steps-time is-figure fig">
        {seconds === undefined ? 'open' : `${formatDuration(seconds)}${uncertainty}`}
      </td>
      <td className="steps-length is-figure fig">
        {metres === undefined ? 'open' : `${formatLength(metres, units, 2)}${uncertainty}`}
      </td>
    </>
  );
}

function TotalCells({ totals: { time, distance }, units }: { totals: Totals; units: PaceUnits }) {
  return (
    <>
      <td className="steps-time is-figure fig">
        <Total isAtLeast={time.isAtLeast} isNone={time.seconds === 0}>
          {formatDuration(time.seconds)}
        </Total>
      </td>
      <td className="steps-length is-figure fig">
        <Total isAtLeast={distance.isAtLeast} isNone={distance.metres === 0}>
          {formatLength(distance.metres, units, 2)}
        </Total>
      </td>
    </>
  );
}

type TotalProps = { isAtLeast: boolean; isNone: boolean; children: string };

/** Steps that all end with the lap button have no total, and "at least 0:00" would be misleading. */
function Total({ isAtLeast, isNone, children }: TotalProps) {
  if (!isAtLeast) return children;
  if (isNone) return 'open';
  return (
    <>
      <small className="at-least">at least </small>
      {children}
    </>
  );
}
