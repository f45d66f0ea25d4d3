import { writeIntervalsIcu, type WrittenWorkout, writeZwift } from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { readInFull } from '../use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { downloadFile } from './download-file.ts';

type OtherProgramsPanelProps = { workout: WrittenWorkout; speeds: AthleteSpeeds; units: PaceUnits };

type Outcome = { kind: 'success' | 'error'; title: string; lines: string[]; text?: string };

/** Exports to other programs, with notes on what each of them does not support. */
export function OtherProgramsPanel({ workout, speeds, units }: OtherProgramsPanelProps) {
  const [outcome, setOutcome] = useState<Outcome>();

  async function copyForIntervals(): Promise<void> {
    await readInFull();
    const output = writeIntervalsIcu(workout, speeds, units);
    if (!output.ok) return setOutcome(failure(output.reason));
    try {
      await navigator.clipboard.writeText(output.text);
      setOutcome({
        kind: 'success',
        title: 'Copied for intervals.icu.',
        lines: ['Paste it into the description of a planned run.', ...output.notes],
      });
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
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy aria-hidden />} onClick={() => void copyForIntervals()}>
          Copy for intervals.icu
        </Button>
        <Button icon={<Download aria-hidden />} onClick={() => void downloadForZwift()}>
          Download for Zwift
        </Button>
      </div>
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

function failure(reason: string): Outcome {
  return { kind: 'error', title: 'Nothing to export yet.', lines: [reason] };
}
