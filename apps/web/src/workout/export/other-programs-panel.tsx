import {
  prepareWorkout,
  stepLines,
  type TextOutput,
  writeIntervalsIcu,
  type WrittenWorkout,
  writeZwift,
} from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import { type AthleteSpeeds, TREADMILL_UNITS } from '@pacewright/script';
import { AlignLeft, Bike, ChartColumn, ChevronRight, Copy, Gauge } from 'lucide-react';
import { useState } from 'react';
import { readInFull } from '../use-reading.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Alert } from '../../ui/alert.tsx';
import { downloadFile } from './download-file.ts';

type OtherProgramsPanelProps = {
  workout: WrittenWorkout;
  speeds: AthleteSpeeds;
  units: PaceUnits;
  /** Opens a page with the speeds of a treadmill, where no table of the screen has them. */
  onTreadmill?: () => void;
};

type Outcome = { kind: 'success' | 'error'; title: string; lines: string[]; text?: string };

/** Exports to other programs, with notes on what each of them does not support. */
export function OtherProgramsPanel(props: OtherProgramsPanelProps) {
  const { workout, speeds, units, onTreadmill } = props;
  const [outcome, setOutcome] = useState<Outcome>();

  async function copy(write: () => TextOutput, title: string, next: string[]): Promise<void> {
    await readInFull();
    const output = write();
    if (!output.ok) return setOutcome(failure(output.reason));
    try {
      await navigator.clipboard.writeText(output.text);
      setOutcome({ kind: 'success', title, lines: [...next, ...output.notes] });
    } catch {
      setOutcome({
        kind: 'error',
        title: 'Couldn’t copy.',
        lines: ['Your browser blocked copying. Copy this text instead.'],
        text: output.text,
      });
    }
  }

  async function downloadForZwift(): Promise<void> {
    await readInFull();
    const file = writeZwift(workout, speeds);
    if (!file.ok) return setOutcome(failure(file.reason));
    downloadFile(file.fileName, file.text, 'application/xml');
    setOutcome({
      kind: 'success',
      title: `${file.fileName} downloaded.`,
      lines: [
        'Copy it to Documents/Zwift/Workouts, into the folder with your Zwift ID.',
        ...file.notes,
      ],
    });
  }

  return (
    <div className="-my-2 grid gap-3">
      <ul>
        <ActionRow
          icon={<Bike aria-hidden />}
          name="Zwift"
          detail="A file for its workouts folder"
          end={<span className="text-sm font-semibold text-ink-2">.zwo</span>}
          onClick={() => void downloadForZwift()}
        />
        <ActionRow
          icon={<ChartColumn aria-hidden />}
          name="intervals.icu"
          detail="Copy the text into a workout there"
          end={<Copy aria-hidden />}
          onClick={() =>
            void copy(
              () => writeIntervalsIcu(workout, speeds, units),
              'Copied for intervals.icu.',
              ['Paste it into the description of a planned run.'],
            )
          }
        />
        {onTreadmill && (
          <ActionRow
            icon={<Gauge aria-hidden />}
            name="Treadmill"
            detail={`Speeds in ${TREADMILL_UNITS[units]}`}
            end={<ChevronRight aria-hidden />}
            onClick={onTreadmill}
          />
        )}
        <ActionRow
          icon={<AlignLeft aria-hidden />}
          name="Plain text"
          detail="For a message or an email"
          end={<Copy aria-hidden />}
          onClick={() => void copy(() => writePlainText(workout, speeds, units), 'Copied.', [])}
        />
      </ul>
      {outcome && (
        <Alert kind={outcome.kind} title={outcome.title}>
          {outcome.lines.join(' ')}
          {outcome.text && (
            <pre className="mono mt-2 text-xs whitespace-pre-wrap">{outcome.text}</pre>
          )}
        </Alert>
      )}
    </div>
  );
}

/** The title, and a line for each step. */
function writePlainText(
  workout: WrittenWorkout,
  speeds: AthleteSpeeds,
  units: PaceUnits,
): TextOutput {
  const prepared = prepareWorkout(workout, speeds);
  if (!prepared.ok) return prepared;
  const { title, items } = prepared.workout;
  return { ok: true, text: [title, ...stepLines(items, units)].join('\n'), notes: [] };
}

function failure(reason: string): Outcome {
  return { kind: 'error', title: 'Nothing to export yet.', lines: [reason] };
}
