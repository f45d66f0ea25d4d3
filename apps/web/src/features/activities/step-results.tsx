import {
  type Run,
  sayStepResult,
  type ShownVerdict,
  type StepResult,
  VERDICT_WORDS,
} from '@pacewright/activity';
import {
  formatEnds,
  formatPace,
  METRES_PER_UNIT,
  type PaceUnits,
  type SpeedRange,
} from '@pacewright/pace';
import { formatDuration } from '@pacewright/script';
import {
  Check,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  CircleDashed,
  Pencil,
  Plus,
  Scissors,
  type LucideIcon,
} from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { labelLength } from '../../workout/view/profile-layout.ts';
import { laneNear, type RunStep, type RunView, speedIn } from './run-view.ts';

type StepResultsProps = {
  run: Run;
  view: RunView;
  units: PaceUnits;
  linked: number | undefined;
  onLink: (index: number | undefined) => void;
  /** Without it, steps cannot be corrected. */
  onCorrect?: ((step: RunStep) => void) | undefined;
};

/** Every step, planned and run. Recoveries are in the row of the rep before them. */
export function StepResults({ run, view, units, linked, onLink, onCorrect }: StepResultsProps) {
  const rows = rowsOf(view.steps);
  return (
    <Card edgeToEdge aria-labelledby="steps" className="relative overflow-x-auto">
      <h2 id="steps" className="px-(--gutter) pt-4 pb-1 text-lg md:px-5.5">
        Step by step
      </h2>
      <table aria-labelledby="steps" className="step-results text-sm">
        <thead className="text-xs text-ink-2 max-md:sr-only">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Planned</th>
            <th scope="col">Ran</th>
            <th scope="col" aria-label="Slower or faster" className="max-lg:hidden">
              <span className="run-scale">
                <span>slower</span> <span>faster</span>
              </span>
            </th>
            <th scope="col" className="max-lg:hidden">
              Recovery
            </th>
            <th scope="col" className="max-md:hidden">
              Heart rate
            </th>
            <th scope="col">Result</th>
            <th scope="col">
              <span className="sr-only">Correct</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ step, recovery }) => (
            <StepRow
              key={step.index}
              {...{ step, recovery, units, onLink, onCorrect }}
              isLinked={linked === step.index}
            />
          ))}
          {view.extras.map(({ stretch, where }) => {
            const speed = speedIn(run, stretch);
            return (
              <tr key={`extra ${stretch.from}`}>
                <th scope="row" className="font-semibold">
                  <span className="flex items-center gap-2.5">
                    {speed !== undefined && (
                      <PaceLetter letter={laneNear(speed, view.paces)} className="text-xs" />
                    )}
                    Extra
                  </span>
                </th>
                <td className="text-ink-2">not planned</td>
                <td className="fig">
                  <b className="font-semibold">{formatDuration(stretch.to - stretch.from)}</b>{' '}
                  {speed !== undefined && formatPace(speed, units)}
                </td>
                <td colSpan={2} aria-label="None" className="max-lg:hidden" />
                <td aria-label="None" className="max-md:hidden" />
                <td colSpan={2}>
                  <Word Icon={Plus}>Extra</Word>
                  <span className="sr-only">
                    {' '}
                    {where === 'between' ? 'between two steps' : `${where} the workout`}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {view.steps.some(({ planned }) => planned.target) && (
        <p className="px-(--gutter) py-3 text-xs text-ink-2 md:px-5.5">
          On pace: inside the range, to the second. A bit fast or slow: up to 2% outside. Easy
          running is never too slow.
        </p>
      )}
    </Card>
  );
}

type Row = { step: RunStep; recovery: RunStep | undefined };

function rowsOf(steps: readonly RunStep[]): Row[] {
  const rows: Row[] = [];
  for (const step of steps) {
    const last = rows.at(-1);
    const isRecovery = step.planned.role === 'recovery' || step.planned.role === 'rest';
    if (isRecovery && last?.step.planned.role === 'work' && !last.recovery) last.recovery = step;
    else rows.push({ step, recovery: undefined });
  }
  return rows;
}

type StepRowProps = Row &
  Pick<StepResultsProps, 'units' | 'onLink' | 'onCorrect'> & { isLinked: boolean };

function StepRow({ step, recovery, units, isLinked, onLink, onCorrect }: StepRowProps) {
  const { planned, result, verdict, lane, name, index } = step;
  const round = planned.rounds.at(-1);
  const isRep = planned.rounds.length > 0;
  const range = planned.target && rangeText(planned.target, units);
  return (
    <tr
      onPointerEnter={() => onLink(index)}
      onPointerLeave={() => onLink(undefined)}
      className={classNames(isLinked && 'is-linked', isRep && 'is-rep')}
    >
      <th scope="row" className="font-semibold">
        <span className="flex items-center gap-2.5 whitespace-nowrap max-md:gap-2">
          {round && (
            <>
              <span className="sr-only">{`Rep ${round.round}, ${name}`}</span>
              <span aria-hidden className="fig w-4 text-repeat">
                {round.round}
              </span>
            </>
          )}
          {lane && <PaceLetter letter={lane} className="text-xs" />}
          <span aria-hidden={round ? true : undefined}>{name}</span>
        </span>
      </th>
      <td className="fig text-ink-2 max-md:hidden">
        {labelLength(planned.amount)} {range && <span className="ml-2.5">{range}</span>}
      </td>
      <td className={classNames('fig', !result.isSure && 'border-b border-dashed')}>
        <Ran result={result} units={units} />
        <span className="block text-xs text-ink-2 md:hidden">
          of {labelLength(planned.amount)} {range && `at ${range}`}
        </span>
      </td>
      <td className="max-lg:hidden">
        <Gauge step={step} units={units} />
      </td>
      <td className="fig text-ink-2 max-lg:hidden">
        {recovery && <RecoveryText step={recovery} units={units} />}
      </td>
      <td className="fig text-ink-2 max-md:hidden">
        {result.verdict !== 'missed' && result.heartRate && Math.round(result.heartRate.mean)}
      </td>
      <td>
        <Word Icon={VERDICT_ICONS[verdict]}>{VERDICT_WORDS[verdict]}</Word>
        {(!result.isSure || result.isCorrected || isLong(result)) && (
          <span className="block text-xs text-ink-2">
            {[
              isLong(result) && 'longer than planned',
              result.isCorrected ? 'corrected by you' : !result.isSure && 'uncertain',
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
        <span className="sr-only"> {sayStepResult(result, planned, units)}</span>
      </td>
      <td className="text-right">
        {onCorrect && (
          <IconButton
            small
            label={`Correct ${round ? `rep ${round.round}, ` : ''}${name}`}
            icon={<Pencil aria-hidden />}
            onFocus={() => onLink(index)}
            onClick={() => onCorrect(step)}
          />
        )}
      </td>
    </tr>
  );
}

function isLong(result: StepResult): boolean {
  return result.verdict !== 'missed' && result.isLong;
}

function Ran({ result, units }: { result: StepResult; units: PaceUnits }) {
  if (result.verdict === 'missed') return <span className="text-ink-3">skipped</span>;
  return (
    <>
      <b className="text-md font-semibold">{formatDuration(result.seconds)}</b>{' '}
      {result.speed !== undefined && (
        <b className="ml-1.5 text-md font-semibold">{formatPace(result.speed, units)}</b>
      )}
    </>
  );
}

function RecoveryText({ step: { result }, units }: { step: RunStep; units: PaceUnits }) {
  if (result.verdict === 'missed') return 'skipped';
  const pace = result.speed === undefined ? '' : ` at ${formatPace(result.speed, units)}`;
  return `${formatDuration(result.seconds)}${pace}`;
}

const VERDICT_ICONS = {
  hit: Check,
  done: Check,
  'bit-fast': ChevronRight,
  'bit-slow': ChevronLeft,
  'too-fast': ChevronsRight,
  'too-slow': ChevronsLeft,
  high: ChevronRight,
  low: ChevronLeft,
  short: Scissors,
  missed: CircleDashed,
} as const satisfies Record<ShownVerdict, LucideIcon>;

function Word({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <span className="run-verdict">
      <Icon aria-hidden /> {children}
    </span>
  );
}

const GAUGE = { width: 132, height: 20 } as const;
/** The range is the middle third, and the scale ends two ranges further. */
const RANGE = { from: 44, to: 88 } as const;

/** The pace beside its range, from slower to faster. The mark is in it exactly when the verdict says so. */
function Gauge({ step: { planned, lane, result }, units }: { step: RunStep; units: PaceUnits }) {
  const { target } = planned;
  if (!target || !lane) return null;
  const speed = result.verdict === 'missed' ? undefined : result.speed;
  const shown = (at: number) => Math.round(METRES_PER_UNIT[units] / at);
  const [slower, faster] = [shown(target.from), shown(target.to)];
  const width = Math.max(slower - faster, faster * 0.02);
  const middle = (slower + faster) / 2;
  const xOf = (pace: number) =>
    Math.min(
      GAUGE.width - 2,
      Math.max(2, 66 - ((pace - middle) / width) * (RANGE.to - RANGE.from)),
    );
  const at = speed === undefined ? undefined : xOf(shown(speed));
  return (
    <svg
      aria-hidden
      focusable="false"
      width={GAUGE.width}
      height={GAUGE.height}
      className={`run-gauge lane-${lane.toLowerCase()}`}
    >
      <rect className="track" y="6" width={GAUGE.width} height="8" />
      <rect className="range" x={RANGE.from} y="4.5" width={RANGE.to - RANGE.from} height="11" />
      {at !== undefined && (
        <>
          <path className="halo" d={`M${at} 1V19`} />
          <path className="mark" d={`M${at} 1V19`} />
        </>
      )}
    </svg>
  );
}

/** "3:51 - 4:00" */
export function rangeText(speed: SpeedRange, units: PaceUnits): string {
  const { faster, slower } = formatEnds(speed, units);
  return faster === slower ? faster : `${faster} - ${slower}`;
}
