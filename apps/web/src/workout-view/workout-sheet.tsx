import type { ReactNode } from 'react';
import { ScriptEditor } from '../script-editor/script-editor.tsx';
import { Card } from '../ui/card.tsx';
import { ProfileChart } from './profile-chart.tsx';
import { StepTable } from './step-table.tsx';
import type { useWorkshop } from './use-workshop.ts';
import { WorkoutTotals } from './workout-totals.tsx';

type WorkoutSheetProps = {
  workshop: ReturnType<typeof useWorkshop>;
  onChange: (script: string) => void;
  /** Opens an explanation of the script language. */
  onHelp?: (() => void) | undefined;
  /** A workout to look at: the drawing, the totals and the steps come before the text. */
  isShown?: boolean;
  /** Shown above the text. */
  over?: ReactNode;
  /** Stands under the totals. */
  aside?: ReactNode;
  /** Stands under the steps. */
  children?: ReactNode;
};

/** A workout as large as the page: its text and drawing, the totals beside them, the steps below. */
export function WorkoutSheet({
  workshop,
  onChange,
  onHelp,
  isShown = false,
  over,
  aside,
  children,
}: WorkoutSheetProps) {
  const { editor, view, reading, resolved } = workshop;

  const text = (
    <Card edgeToEdge>
      <ScriptEditor
        {...editor}
        onHelp={onHelp}
        onChange={(script, next) => {
          editor.onChange(script, next);
          onChange(script);
        }}
      />
    </Card>
  );
  const drawing = (
    <Card edgeToEdge className="px-4 pt-4 pb-3.5 md:px-5">
      <ProfileChart {...view} />
    </Card>
  );
  const totals = (
    <Card edgeToEdge className="px-4 py-5 md:px-5.5">
      <WorkoutTotals resolved={resolved} units={view.units} diagnostics={reading.diagnostics} />
    </Card>
  );
  const steps = (
    <Card edgeToEdge className="overflow-hidden lg:col-span-2">
      <StepTable {...view} heading={<h2 className="text-lg">Steps</h2>} />
    </Card>
  );

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,1fr)_348px]">
      {isShown ? (
        <>
          {drawing}
          {totals}
          {steps}
          <div className={COLUMN}>
            {over}
            {text}
          </div>
          <div className={COLUMN}>{aside}</div>
        </>
      ) : (
        <>
          <div className={`${COLUMN} lg:grid-rows-[auto_1fr] lg:self-stretch`}>
            {text}
            {drawing}
          </div>
          <div className={COLUMN}>
            {totals}
            {aside}
          </div>
          {steps}
        </>
      )}
      <div className="lg:col-span-2">{children}</div>
    </div>
  );
}

const COLUMN = 'grid gap-3.5 *:min-w-0 md:gap-5';
