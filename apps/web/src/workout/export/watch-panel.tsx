import {
  amountText,
  describeFit,
  encodeFit,
  type DeviceItem,
  type DeviceStep,
  targetText,
  type WrittenWorkout,
} from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds, Role } from '@pacewright/script';
import { Download } from 'lucide-react';
import { useId, useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { CopyToWatch } from './copy-to-watch.tsx';
import { downloadFile } from './download-file.ts';

type WatchPanelProps = {
  workout: WrittenWorkout;
  speeds: AthleteSpeeds;
  units: PaceUnits;
  hasDownload?: boolean;
};

/** The file for the watch, the steps in it, and how to copy it there. */
export function WatchPanel({ workout, speeds, units, hasDownload = true }: WatchPanelProps) {
  const id = useId();
  // Encoding the file and reading it back takes too long for every keystroke.
  const debounced = useDebouncedValue(workout);
  const { file, reading } = useMemo(() => makeFile(debounced, speeds), [debounced, speeds]);

  function save(): void {
    const latest = encodeFit(workout, speeds);
    if (!latest.ok) return;
    downloadFile(latest.fileName, latest.bytes);
  }

  return (
    <Card edgeToEdge aria-labelledby={id} className="grid gap-4 p-(--gutter) md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id}>On your watch</h2>
        {file.ok && hasDownload && (
          <Button variant="primary" icon={<Download aria-hidden />} onClick={save}>
            Download FIT
          </Button>
        )}
      </div>
      {reading.ok ? (
        <div className="grid gap-2">
          <p className="text-sm text-ink-2">
            What your watch will do, read back from the file. On the watch it’s called{' '}
            <strong>{reading.workout.title}</strong>.
          </p>
          <WatchSteps items={reading.workout.items} units={units} />
        </div>
      ) : (
        <Alert kind="info" title="No file yet.">
          {reading.reason}
        </Alert>
      )}
      {file.ok && file.notes.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {file.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {file.ok && <CopyToWatch fileName={file.fileName} />}
    </Card>
  );
}

/**
 * The file and its steps: decoded from its bytes, not from the script, so that the list shows what the watch
 * will run.
 */
function makeFile(workout: WrittenWorkout, speeds: AthleteSpeeds) {
  const file = encodeFit(workout, speeds);
  return { file, reading: file.ok ? describeFit(file.bytes) : file };
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
