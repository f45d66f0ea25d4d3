import { writeIntervalsIcu, type WrittenWorkout, writeZwift } from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { saveFile } from './save-file.ts';

type OtherProgramsProps = { workout: WrittenWorkout; speeds: AthleteSpeeds; units: PaceUnits };

type Told = { kind: 'success' | 'error'; title: string; lines: string[]; text?: string };

/** The same workout for programs that are not a watch, each with what it cannot take. */
export function OtherPrograms({ workout, speeds, units }: OtherProgramsProps) {
  const [told, setTold] = useState<Told>();

  async function copyForIntervals(): Promise<void> {
    const output = writeIntervalsIcu(workout, speeds, units);
    if (!output.ok) return setTold(refusal(output.reason));
    try {
      await navigator.clipboard.writeText(output.text);
      setTold({
        kind: 'success',
        title: 'Copied for intervals.icu.',
        lines: ['Paste it into the description of a planned run.', ...output.notes],
      });
    } catch {
      setTold({
        kind: 'error',
        title: 'Not copied.',
        lines: ['The browser does not let Pacewright copy. Copy this text instead.'],
        text: output.text,
      });
    }
  }

  function saveForZwift(): void {
    const file = writeZwift(workout, speeds);
    if (!file.ok) return setTold(refusal(file.reason));
    saveFile(file.fileName, file.text, 'application/xml');
    setTold({
      kind: 'success',
      title: `${file.fileName} downloaded.`,
      lines: [
        'Copy it to Documents/Zwift/Workouts, into the folder named after your Zwift ID.',
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
        <Button icon={<Download aria-hidden />} onClick={saveForZwift}>
          Download for Zwift
        </Button>
      </div>
      {told && (
        <Note kind={told.kind} title={told.title}>
          {told.lines.join(' ')}
          {told.text && <pre className="mono mt-2 text-xs whitespace-pre-wrap">{told.text}</pre>}
        </Note>
      )}
    </div>
  );
}

function refusal(reason: string): Told {
  return { kind: 'error', title: 'Nothing to export yet.', lines: [reason] };
}
