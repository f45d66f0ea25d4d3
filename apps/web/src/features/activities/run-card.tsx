import { type Run, summarize } from '@pacewright/activity';
import type { ActivityDetail } from '@pacewright/contract';
import { formatPace, PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';
import { formatDuration, formatLength, LENGTH_UNITS } from '@pacewright/script';
import { type ReactNode, useSyncExternalStore } from 'react';
import { storedValue } from '../../platform/stored-value.ts';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { PaceBar } from '../../workout/view/pace-bar.tsx';
import { labelLength } from '../../workout/view/profile-layout.ts';
import { RunChart } from './run-chart.tsx';
import { type RunStep, type RunView, toCompared } from './run-view.ts';
import { rangeText } from './step-results.tsx';

/** The parts of an activity that are shown with its chart. */
export type ShownActivity = Pick<
  ActivityDetail,
  'summary' | 'seconds' | 'metres' | 'paceSeconds' | 'comparison' | 'watch'
>;

type RunCardProps = {
  activity: ShownActivity;
  run: Run;
  paceContext: PaceContext;
  view: RunView;
  linked: number | undefined;
  onLink: (index: number | undefined) => void;
};

/** Whether the charts show the heart rate, on this device. */
const heartRateChoice = storedValue({
  key: 'pacewright.heart-rate-on-runs',
  parse: (text) => text === 'true',
  fallback: false,
});

/** The sentence, the totals and the chart. */
export function RunCard({ activity, run, view, paceContext, linked, onLink }: RunCardProps) {
  const { units } = paceContext;
  const hasHeartRate = useSyncExternalStore(heartRateChoice.subscribe, heartRateChoice.read);
  const compared = toCompared(view);
  // Not the stored one, which may be in other units, or of an earlier version.
  const summary = compared
    ? summarize(compared, units)
    : (activity.summary ?? sayOwnRun(activity, units));
  const step = view.steps.find(({ index }) => index === linked);
  const hard = hardPace(activity, view);
  const planned = view.plannedSeconds && sum(Object.values(view.plannedSeconds));

  return (
    <Card
      edgeToEdge
      aria-label="Planned and actual"
      className="px-(--gutter) pt-4 pb-4.5 md:px-6 md:pt-5"
    >
      <p className="mb-3.5 text-lg leading-snug">{summary}</p>
      <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-2.5">
        <dl className="flex flex-wrap gap-x-3 gap-y-2 max-md:w-full max-md:justify-between md:gap-x-6">
          <Total name="Time" of={planned ? formatDuration(planned) : undefined}>
            {formatDuration(activity.seconds)}
          </Total>
          {activity.metres !== null && (
            <Total name="Distance" of={undefined}>
              {formatLength(activity.metres, units)}
              <small className="text-sm font-medium"> {LENGTH_UNITS[units]}</small>
            </Total>
          )}
          {hard && (
            <Total name={`At ${hard} pace`} of={formatDuration(view.plannedSeconds?.[hard] ?? 0)}>
              {formatDuration(activity.paceSeconds[hard])}
            </Total>
          )}
        </dl>
        {run.heartRate && (
          <Switch
            label="Heart rate"
            checked={hasHeartRate}
            onChange={({ target }) => heartRateChoice.write(target.checked)}
          />
        )}
        {view.steps.length > 0 && <StepReadout step={step} units={units} />}
      </div>
      <RunChart
        {...{ run, view, units, linked, onLink }}
        hasHeartRate={hasHeartRate && run.heartRate !== undefined}
        label={`${summary} ${view.steps.length > 0 ? 'The table below has every step.' : 'Pace over time.'}`}
      />
      <p className="profile-legend run-legend">
        {view.steps.length > 0 && (
          <span>
            <i className="is-planned" /> planned, with target pace
          </span>
        )}
        <span>
          <i className="is-run" /> your pace
        </span>
        {hasHeartRate && run.heartRate && (
          <span>
            <i className="is-heart" /> heart rate
            <span className="max-md:hidden">, right scale</span>
          </span>
        )}
        {view.steps.some(({ result }) => result.verdict === 'missed') && (
          <span>
            <i className="is-missed" /> planned, not run
          </span>
        )}
      </p>
    </Card>
  );
}

function sayOwnRun({ seconds, metres }: ShownActivity, units: PaceContext['units']): string {
  const pace =
    metres === null || metres < 100
      ? ''
      : ` at ${formatPace(metres / seconds, units)} per ${units === 'metric' ? 'kilometre' : 'mile'}`;
  return `${formatDuration(seconds)}${pace}. No workout to compare with.`;
}

/** The pace with the most planned running, other than easy. */
function hardPace({ comparison }: ShownActivity, { plannedSeconds }: RunView): PaceKey | undefined {
  if (!comparison || !plannedSeconds) return undefined;
  const [key] = PACE_KEYS.filter((each) => each !== 'E' && plannedSeconds[each] > 0).sort(
    (one, other) => plannedSeconds[other] - plannedSeconds[one],
  );
  return key;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function Total({
  name,
  of,
  children,
}: {
  name: string;
  of: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-xl leading-[1.1] font-semibold md:text-2xl">
        {children}
        {of && <small className="text-sm font-medium text-ink-2"> of {of}</small>}
      </dd>
    </div>
  );
}

function StepReadout({ step, units }: { step: RunStep | undefined; units: PaceContext['units'] }) {
  if (!step) return <p className="run-readout text-xs text-ink-2">Select a step for details.</p>;
  const { planned, result, lane, name } = step;
  const round = planned.rounds.at(-1);
  return (
    <dl className="run-readout text-sm">
      <div>
        <dt className="sr-only">Step</dt>
        <dd className="flex items-center gap-1.5">
          {lane && <PaceLetter letter={lane} className="text-xs" />}
          {round ? `${round.round} of ${round.of}` : name}
        </dd>
      </div>
      <div>
        <dt>Planned</dt>
        <dd className="fig">
          {labelLength(planned.amount)}
          {planned.target && ` at ${rangeText(planned.target, units)}`}
        </dd>
      </div>
      <div>
        <dt>Ran</dt>
        <dd className="fig">
          {result.verdict === 'missed'
            ? 'skipped'
            : `${formatDuration(result.seconds)}${result.speed === undefined ? '' : ` at ${formatPace(result.speed, units)}`}`}
        </dd>
      </div>
      {result.verdict !== 'missed' && result.heartRate && (
        <div className="max-md:hidden">
          <dt>Heart rate</dt>
          <dd className="fig">{Math.round(result.heartRate.mean)}</dd>
        </div>
      )}
    </dl>
  );
}

type ByPaceProps = {
  seconds: ActivityDetail['paceSeconds'];
  planned: RunView['plannedSeconds'];
};

export function ByPace({ seconds, planned }: ByPaceProps) {
  const keys = PACE_KEYS.filter((key) => seconds[key] >= 30 || (planned?.[key] ?? 0) > 0);
  if (keys.length === 0) return null;
  // One scale for all of them.
  const max = Math.max(1, ...keys.flatMap((key) => [planned?.[key] ?? 0, seconds[key]]));
  return (
    <Card edgeToEdge aria-labelledby="by-pace" className="grid gap-3 px-(--gutter) py-4 md:px-5">
      <h2 id="by-pace" className="text-lg">
        By pace
      </h2>
      <ul className="grid gap-3">
        {keys.map((key) => (
          <li key={key} className="run-pace">
            <PaceLetter letter={key} className="text-xs" />
            <span className="sr-only">{PACE_NAMES[key]}</span>
            <PaceBar pace={key} planned={planned?.[key] ?? 0} run={seconds[key]} max={max} />
            <span className="fig text-right text-sm text-ink-2">
              <b className="font-semibold text-ink">{formatDuration(seconds[key])}</b>
              {planned &&
                (planned[key] > 0 ? ` of ${formatDuration(planned[key])}` : ', not planned')}
            </span>
          </li>
        ))}
      </ul>
      {planned && <p className="text-xs text-ink-2">Outline: planned. Filled: run.</p>}
    </Card>
  );
}
