import type { ReactNode } from 'react';
import { ScriptEditor } from '../editor/script-editor.tsx';
import type { PastedSession } from '@pacewright/import/sessions';
import { Card } from '../../ui/card.tsx';
import { WorkoutChart } from './profile-chart.tsx';
import { TrackButton } from '../track/track-button.tsx';
import { StepTable } from './step-table.tsx';
import type { useWorkoutPreview } from './use-workout-preview.ts';
import { WorkoutTotals } from './workout-totals.tsx';

type WorkoutEditorLayoutProps = {
  title: string;
  script: string;
  onScriptChange: (script: string) => void;
  preview: ReturnType<typeof useWorkoutPreview>;
  /** Opens an explanation of the script language. */
  onHelp?: (() => void) | undefined;
  /** Saves a session of a pasted text as another workout. */
  onAddSession?: ((session: PastedSession) => Promise<void>) | undefined;
  /** The focus starts in the text when its screen is navigated to. */
  isTextFirstFocus?: boolean;
  /** True for a workout to look at: the chart, the totals and the steps come before the text. */
  isChartFirst?: boolean;
  /** Shown above the text. */
  aboveText?: ReactNode;
  /** Shown below the text, in its card. */
  underText?: ReactNode;
  /** Shown below the totals. */
  aside?: ReactNode;
  /** Shown below the steps. */
  children?: ReactNode;
};

/** A workout on a whole page: its text and chart, the totals beside them, the steps below. */
export function WorkoutEditorLayout({
  title,
  script,
  onScriptChange,
  preview,
  onHelp,
  onAddSession,
  isTextFirstFocus,
  isChartFirst = false,
  aboveText,
  underText,
  aside,
  children,
}: WorkoutEditorLayoutProps) {
  const { editor, view, reading, resolved } = preview;

  const text = (
    <Card edgeToEdge>
      <ScriptEditor
        {...editor}
        value={script}
        onChange={onScriptChange}
        onHelp={onHelp}
        onAddSession={onAddSession}
        isFirstFocus={isTextFirstFocus}
      />
      {underText}
    </Card>
  );
  const chart = (
    <Card edgeToEdge className="px-4 pt-4 pb-3.5 md:px-5">
      <WorkoutChart {...view} edit={preview.edit} />
    </Card>
  );
  const totals = (
    <Card edgeToEdge className="px-4 py-5 md:px-5.5">
      <WorkoutTotals resolved={resolved} units={view.units} diagnostics={reading.diagnostics} />
      {/* Always rendered, so that nothing below it moves with the first step. */}
      <TrackButton
        id="workout"
        title={title}
        script={view.text}
        paceContext={editor.paceContext}
        disabled={resolved.unrolled.length === 0}
        wide
        className="mt-4"
      />
    </Card>
  );
  const steps = (
    <Card edgeToEdge className="overflow-hidden lg:col-span-2">
      <StepTable {...view} heading={<h2 className="text-lg">Steps</h2>} />
    </Card>
  );

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,1fr)_348px]">
      {isChartFirst ? (
        <>
          {chart}
          {totals}
          {steps}
          <div className={COLUMN}>
            {aboveText}
            {text}
          </div>
          <div className={COLUMN}>{aside}</div>
        </>
      ) : (
        <>
          <div className={`${COLUMN} lg:grid-rows-[auto_1fr] lg:self-stretch`}>
            {text}
            {chart}
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
