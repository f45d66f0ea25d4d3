import {
  amountText,
  compileWorkout,
  describeApple,
  describeFit,
  devices,
  encodeApple,
  encodeFit,
  type DeviceItem,
  type DeviceStep,
  type StepVerdict,
  targetText,
  type WrittenWorkout,
} from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds, Role } from '@pacewright/script';
import { Download, Printer } from 'lucide-react';
import { useId, useMemo } from 'react';
import { Link } from 'react-router';
import { useReading } from '../use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { CopyToWatch } from './copy-to-watch.tsx';
import { downloadFile } from './download-file.ts';
import { useStoredConnection } from './intervals-icu-connection.ts';
import { StepVerdicts } from './step-verdicts.tsx';
import { findWatch, setWatch, useFileLabel, useWatch, WATCH_IDS } from './watch-choice.ts';
import { WATCHES, type Route } from './watches.ts';

type WatchPanelProps = {
  workout: WrittenWorkout;
  speeds: AthleteSpeeds;
  units: PaceUnits;
  hasDownload?: boolean;
  /** The chosen watch only, on a page that is named after it. */
  isPage?: boolean;
};

/** The way to the runner's watch, and each step as the watch gets it. */
export function WatchPanel(props: WatchPanelProps) {
  const { workout, speeds, units, hasDownload = true, isPage = false } = props;
  const id = useId();
  const watchId = useWatch();
  const fileLabel = useFileLabel();
  const watch = WATCHES[watchId];
  const isConnected = useStoredConnection() !== null;
  // Events for intervals.icu contain the FIT file, and text to paste contains less.
  const route = watch.route === 'intervals-icu' && isConnected ? 'events' : watch.route;
  // Encoding the file and reading it back takes too long for every keystroke.
  const debounced = useDebouncedValue(workout);
  const make = useReading(makeOutcome);
  const outcome = useMemo(() => make(debounced, speeds, route), [make, debounced, speeds, route]);
  const encode = watch.route === 'apple' ? encodeApple : encodeFit;

  function save(): void {
    const file = encode(workout, speeds);
    if (file.ok) downloadFile(file.fileName, file.bytes);
  }

  const download = outcome.ok && outcome.fileName && route !== 'events' && hasDownload && (
    <Button variant="primary" icon={<Download aria-hidden />} onClick={save}>
      {fileLabel}
    </Button>
  );
  const details = (
    <>
      <p className="text-sm text-ink-2">
        {watch.text}
        {route === 'events' && ' It’s sent with the day you plan it for.'}
        {route === 'intervals-icu' && (
          <>
            {' '}
            <Link to="/app/settings#intervals-icu">Connect it in Settings</Link>, and we’ll send
            your planned runs there. Or choose intervals.icu under Other programs.
          </>
        )}
        {watch.route !== 'none' && ' Not yet tested on a watch.'}
      </p>
      {outcome.ok ? (
        route !== 'none' && (
          <>
            <div className="grid gap-2">
              <p className="text-sm text-ink-2">
                {SOURCES[route]} On the watch it’s called <strong>{outcome.title}</strong>.
              </p>
              <WatchSteps items={outcome.items} units={units} />
            </div>
            <StepVerdicts verdicts={outcome.verdicts} notes={outcome.notes} />
          </>
        )
      ) : (
        <Alert kind="info" title="Nothing for your watch yet.">
          {outcome.reason}
        </Alert>
      )}
      {outcome.ok && outcome.fileName && watchId === 'garmin' && (
        <CopyToWatch fileName={outcome.fileName} />
      )}
    </>
  );

  if (isPage)
    return (
      <>
        {details}
        {download}
      </>
    );
  return (
    <Card edgeToEdge aria-labelledby={id} className="grid gap-4 p-(--gutter) md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id}>On your watch</h2>
        {download}
        {watch.route === 'none' && (
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      <SelectField
        label="Your watch"
        value={watchId}
        onChange={({ target }) => setWatch(findWatch(target.value) ?? watchId)}
        className="max-w-72"
      >
        {WATCH_IDS.map((each) => (
          <option key={each} value={each}>
            {WATCHES[each].label}
          </option>
        ))}
      </SelectField>
      {details}
    </Card>
  );
}

/** With a connection to intervals.icu, events go there. */
type ShownRoute = Route | 'events';

const SOURCES: Record<Exclude<ShownRoute, 'none'>, string> = {
  fit: 'What your watch will do, read back from the file.',
  apple: 'What your watch will do, read back from the file.',
  'intervals-icu': 'What your watch will get from intervals.icu.',
  events: 'What intervals.icu will get, read back from the file.',
};

type Outcome =
  | {
      ok: true;
      title: string;
      fileName?: string;
      items: DeviceItem[];
      verdicts: StepVerdict[];
      notes: string[];
    }
  | { ok: false; reason: string };

/**
 * A file's steps are decoded from its bytes, not from the script, so that the list shows what the watch will run.
 */
function makeOutcome(workout: WrittenWorkout, speeds: AthleteSpeeds, route: ShownRoute): Outcome {
  if (route === 'intervals-icu' || route === 'none') {
    const compiled = compileWorkout(workout, speeds, devices.INTERVALS_ICU);
    return compiled.ok ? { ...compiled, title: compiled.deviceTitle } : compiled;
  }
  const file = route === 'apple' ? encodeApple(workout, speeds) : encodeFit(workout, speeds);
  if (!file.ok) return file;
  const reading = route === 'apple' ? describeApple(file.bytes) : describeFit(file.bytes);
  return reading.ok ? { ...file, ...reading.workout } : reading;
}

function WatchSteps({ items, units }: { items: DeviceItem[]; units: PaceUnits }) {
  return (
    <ol className="grid">
      {items.map((item, index) => (
        // The items of a file have no ids, and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="border-t border-line first:border-t-0">
          {item.kind === 'step' ? (
            <WatchStep step={item} units={units} />
          ) : (
            <div className="py-1.5">
              <p className="font-semibold text-repeat">{item.count} times</p>
              <div className="border-l-3 border-repeat pl-3">
                <WatchSteps items={item.items} units={units} />
              </div>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function WatchStep({
  step: { role, amount, target, name },
  units,
}: {
  step: DeviceStep;
  units: PaceUnits;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <span>
        <b>{amountText(amount)}</b> {name}{' '}
        <small className="text-xs text-ink-3">{ROLE_NAMES[role]}</small>
      </span>
      <span className="fig">{targetText(target, units) || 'no target'}</span>
    </div>
  );
}

/** The watch's own names. */
const ROLE_NAMES: Record<Role, string> = {
  'warm-up': 'Warm-up',
  work: 'Run',
  recovery: 'Recovery',
  rest: 'Rest',
  'cool-down': 'Cool-down',
};
