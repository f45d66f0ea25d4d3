import {
  formatRange,
  formatSplits,
  METRES_PER_UNIT,
  PACE_KEYS,
  PACE_NAMES,
  PACE_PURPOSES,
  PACE_UNIT_LABELS,
  type PaceEnds,
  type PaceKey,
  type PaceUnits,
  parsePace,
} from '@pacewright/pace';
import { CircleAlert, Printer, RotateCcw } from 'lucide-react';
import { type FocusEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { isInSameGroup } from './is-in-same-group.ts';
import type { PaceRowReading } from './paces-draft.ts';

type PaceRowsProps = {
  rows: Record<PaceKey, PaceRowReading>;
  units: PaceUnits;
  /** The rows whose text has been left, where it is time to say what is wrong. */
  visited: ReadonlySet<PaceKey>;
  onType: (key: PaceKey, change: Partial<PaceEnds>) => void;
  onVisit: (key: PaceKey) => void;
  onReset: (keys?: PaceKey[]) => void;
  onUnits: (units: PaceUnits) => void;
  onPrint: () => void;
};

/** The five ranges, each in two fields, the faster pace first. */
export function PaceRows({
  rows,
  units,
  visited,
  onType,
  onVisit,
  onReset,
  onUnits,
  onPrint,
}: PaceRowsProps) {
  const isEdited = PACE_KEYS.some((key) => rows[key].isEdited);

  return (
    <Card aria-labelledby="training-paces" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2.5 py-3 pr-3 pl-4 md:gap-5 md:px-6 md:py-4.5">
        <h2 id="training-paces" className="text-lg leading-tight max-md:flex-1">
          Training paces
        </h2>
        <SegmentedControl label="Units" options={UNITS} value={units} onChange={onUnits} />
        <div className="ml-auto flex gap-1 max-md:hidden">
          <Button variant="quiet" size="sm" icon={<Printer aria-hidden />} onClick={onPrint}>
            Print
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon={<RotateCcw aria-hidden />}
            disabled={!isEdited}
            onClick={() => onReset()}
          >
            Reset all
          </Button>
        </div>
      </div>
      <ol>
        {PACE_KEYS.map((key) => (
          <PaceRow
            key={key}
            pace={key}
            row={rows[key]}
            units={units}
            isVisited={visited.has(key)}
            onType={(change) => onType(key, change)}
            onVisit={() => onVisit(key)}
            onReset={() => onReset([key])}
          />
        ))}
      </ol>
    </Card>
  );
}

const UNITS = (['metric', 'imperial'] as const).map((value) => ({
  value,
  label: PACE_UNIT_LABELS[value],
}));

type PaceRowProps = {
  pace: PaceKey;
  row: PaceRowReading;
  units: PaceUnits;
  isVisited: boolean;
  onType: (change: Partial<PaceEnds>) => void;
  onVisit: () => void;
  onReset: () => void;
};

function PaceRow({ pace, row, units, isVisited, onType, onVisit, onReset }: PaceRowProps) {
  const id = useId();
  const name = PACE_NAMES[pace];
  const { problem } = row;
  // A pace half typed is not wrong yet; two paces the wrong way round are.
  const error = problem && (problem.kind === 'invalid' || isVisited) ? problem.message : undefined;
  // A range is wrong as a whole, an unreadable pace alone.
  const isWrong = (end: keyof PaceEnds) =>
    error !== undefined &&
    (problem?.kind !== 'unreadable' || parsePace(row.ends[end], units) === undefined);
  const otherUnits = units === 'metric' ? 'imperial' : 'metric';
  const field = {
    inputMode: 'text',
    autoComplete: 'off',
    onBlur: (event: FocusEvent) => {
      if (!isInSameGroup(event)) onVisit();
    },
    'aria-describedby': error ? id : undefined,
    className: classNames('field', FIELD),
  } as const;

  return (
    <li className={ROW}>
      <span aria-hidden className={classNames(LANE, LANES[pace])}>
        {pace}
      </span>
      <b className="col-start-2 self-end text-md font-semibold max-md:pt-2 md:text-lg">{name}</b>
      <div className="col-start-2 -col-end-1 row-start-3 self-start text-sm text-ink-2 max-md:pb-2 md:col-end-3 md:row-start-2 md:mt-0.5">
        {row.isEdited ? (
          <button
            type="button"
            onClick={onReset}
            className="inline-flex items-center gap-1.5 rounded-sm text-left underline decoration-line-strong underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
          >
            <RotateCcw aria-hidden className="size-3.5" />
            <span>
              Edited · Reset to <span className="fig">{formatRange(row.computed, units)}</span>
              <span className="sr-only"> for {name}</span>
            </span>
          </button>
        ) : (
          PACE_PURPOSES[pace]
        )}
      </div>
      <fieldset className="col-start-3 row-span-2 row-start-1 flex items-center gap-1.5 font-semibold max-[24rem]:col-start-2 max-[24rem]:-col-end-1 max-[24rem]:row-span-1 max-[24rem]:row-start-2 max-[24rem]:py-1 md:gap-2">
        <legend className="sr-only">
          {name} pace range, {PACE_UNIT_LABELS[units]}
        </legend>
        <input
          {...field}
          aria-label={`${name} from, faster`}
          aria-invalid={isWrong('faster') || undefined}
          value={row.ends.faster}
          onChange={(event) => onType({ faster: event.target.value })}
        />
        <span aria-hidden>-</span>
        <input
          {...field}
          aria-label={`${name} to, slower`}
          aria-invalid={isWrong('slower') || undefined}
          value={row.ends.slower}
          onChange={(event) => onType({ slower: event.target.value })}
        />
      </fieldset>
      <Split
        label="400 m"
        value={problem ? '–' : formatSplits(row.range, 400)}
        className="max-md:col-start-2 max-md:row-start-2 max-md:self-start max-[24rem]:col-start-3 max-[24rem]:row-start-1 max-[24rem]:self-end md:col-start-4 md:grid"
      />
      <Split
        label={otherUnits === 'metric' ? 'km' : 'mile'}
        value={problem ? '–' : formatSplits(row.range, METRES_PER_UNIT[otherUnits])}
        className="col-start-5 hidden min-[74rem]:grid"
      />
      {error && (
        <div className="col-start-2 -col-end-1 row-start-4 flex items-start gap-1.5 pb-3.5 text-sm leading-[1.4] font-medium text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4" />
          <p>
            <span id={id}>{error}</span>{' '}
            {problem?.kind === 'invalid' && (
              <button
                type="button"
                onClick={(event) => {
                  onType({ faster: row.ends.slower, slower: row.ends.faster });
                  // It goes, and the focus would go with it.
                  event.currentTarget.closest('li')?.querySelector('input')?.focus();
                }}
                className="rounded-sm underline underline-offset-4 hover:no-underline pointer-coarse:min-h-11"
              >
                Swap them
              </button>
            )}
          </p>
        </div>
      )}
    </li>
  );
}

function Split({ label, value, className }: { label: string; value: string; className?: string }) {
  return (
    <span
      className={classNames(
        'fig text-sm leading-[1.25] font-medium text-ink-2 md:row-span-2 md:row-start-1 md:text-right md:text-md md:text-ink',
        className,
      )}
    >
      <span className="text-xs font-normal text-ink-3 [font-stretch:100%] max-md:mr-1.5">
        {label}
      </span>
      {value}
    </span>
  );
}

const ROW =
  'grid min-h-19.5 grid-cols-[44px_minmax(0,1fr)_auto] grid-rows-[minmax(39px,1fr)_minmax(39px,auto)_auto_auto] items-center gap-x-3 border-t border-line pr-3.5 ' +
  'md:min-h-21 md:grid-rows-[minmax(42px,1fr)_minmax(42px,1fr)_auto_auto] md:grid-cols-[60px_minmax(0,1fr)_auto_116px] md:gap-x-5 md:pr-6 min-[74rem]:grid-cols-[60px_minmax(150px,1fr)_auto_116px_116px]';

const LANE =
  'row-[1/span_4] grid place-items-center self-stretch font-mono text-lg font-bold -mt-px md:text-xl';

const LANES: Record<PaceKey, string> = {
  E: 'bg-pace-e text-pace-e-on shadow-[inset_0_4px_var(--pace-e-line),inset_-1px_0_var(--pace-e-line)]',
  M: 'bg-pace-m text-pace-m-on shadow-[inset_0_4px_var(--pace-m-line)]',
  T: 'bg-pace-t text-pace-t-on shadow-[inset_0_4px_var(--pace-t-line),inset_-1px_0_var(--pace-t-line)]',
  I: 'bg-pace-i text-pace-i-on shadow-[inset_0_4px_var(--pace-i-line)]',
  R: 'bg-pace-r text-pace-r-on shadow-[inset_0_4px_var(--pace-r-line)]',
};

const FIELD =
  'fig min-h-12 w-19 px-1 text-center text-lg font-semibold md:min-h-11.5 md:w-21 md:text-xl';
