// The script editor and every view of a workout, at /dev/script of the development server. No build
// includes it. ?script= starts with another text.
import { type PaceUnits, trainingPaces } from '@pacewright/pace';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ScriptEditor } from '../src/workout/editor/script-editor.tsx';
import { Card } from '../src/ui/card.tsx';
import { SegmentedControl } from '../src/ui/segmented-control.tsx';
import { ThemeMenu } from '../src/ui/theme-menu.tsx';
import { MiniChart } from '../src/workout/view/mini-profile.tsx';
import { WorkoutChart } from '../src/workout/view/profile-chart.tsx';
import { StepTable } from '../src/workout/view/step-table.tsx';
import { useWorkoutPreview } from '../src/workout/view/use-workout-preview.ts';
import { WorkoutTotals } from '../src/workout/view/workout-totals.tsx';
import './ui.css';

const BROKEN_400S = '2km Z1\n+ 3x(2x(400mtr R + 400m E) + 3m E)\n+ 2km E';
const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const ATHLETES = {
  metric: { speeds: SPEEDS, units: 'metric' as PaceUnits },
  imperial: { speeds: SPEEDS, units: 'imperial' as PaceUnits },
};

function Playground() {
  const [units, setUnits] = useState<PaceUnits>('metric');
  const [script, setScript] = useState(
    () => new URLSearchParams(location.search).get('script') ?? BROKEN_400S,
  );
  const { editor, view, reading, resolved } = useWorkoutPreview(script, ATHLETES[units]);

  return (
    <main className="wrap py-8">
      <div className="mb-5 flex flex-wrap items-center gap-4">
        <h1 className="grow">Script</h1>
        <MiniChart resolved={resolved} width={96} height={32} />
        <SegmentedControl
          label="Units"
          value={units}
          onChange={setUnits}
          options={[
            { value: 'metric', label: 'min/km' },
            { value: 'imperial', label: 'min/mile' },
          ]}
        />
        <ThemeMenu />
      </div>
      <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,1fr)_348px]">
        <div className="grid gap-3.5 *:min-w-0 md:gap-5">
          <Card className="max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0">
            <ScriptEditor {...editor} value={script} onChange={setScript} />
          </Card>
          <Card className="px-5 pt-4 pb-3.5 max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0 max-md:px-4">
            <WorkoutChart {...view} />
          </Card>
        </div>
        <Card className="px-5.5 pt-5 pb-5.5">
          <WorkoutTotals resolved={resolved} units={units} diagnostics={reading.diagnostics} />
        </Card>
        <Card className="overflow-hidden max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0 lg:col-span-2">
          <StepTable {...view} heading={<h2 className="text-lg">Steps</h2>} />
        </Card>
      </div>
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('script.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Playground />
  </StrictMode>,
);
