import type { SharedWorkout } from '@pacewright/delivery';
import { suggestTitle } from '@pacewright/script';
import {
  type ComponentType,
  type ReactNode,
  type Ref,
  Suspense,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import type { PastedSession } from '@pacewright/import/sessions';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { PacesBar } from '../../visitor/paces-bar.tsx';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { saveVisitorPaces } from '../../visitor/visitor-store.ts';
import { useWorkoutPreview } from '../../workout/view/use-workout-preview.ts';
import { WorkoutEditorLayout } from '../../workout/view/workout-editor-layout.tsx';

/** Not needed to write, so it loads later. */
const ExportPanels = lazyWhenOnline(
  async () => (await import('../../workout/export/export-panels.tsx')).ExportPanels,
);
const RaceResultLine = lazyWhenOnline(
  async () => (await import('../../workout/view/race-result-line.tsx')).RaceResultLine,
);

export type VisitorWorkoutEditorProps = {
  /** A dialog that explains the script language. */
  HelpDialog: ComponentType<{ paceContext: PaceContext; onClose: () => void }>;
  /** A run over the workout, if there is a place for one. */
  RunCard?: ComponentType<{ title: string; script: string; paceContext: PaceContext }> | undefined;
  workout: SharedWorkout;
  onChange: (workout: SharedWorkout) => void;
  /** Saves a session of a pasted text as another workout. */
  onAddSession?: ((session: PastedSession) => Promise<void>) | undefined;
  /** A line below the title. */
  over: string;
  /** A line under the title. */
  under?: string;
  actions: ReactNode;
  /** Messages above everything else. */
  alerts?: ReactNode;
  aside?: ReactNode;
  titleRef?: Ref<HTMLTextAreaElement>;
  /** True for somebody else's workout: the chart comes first, the fields after it. */
  isChartFirst?: boolean;
};

/** One workout to look at, edit and export, in the paces of the visitor or athlete. Needs no account or server. */
export function VisitorWorkoutEditor({
  HelpDialog,
  RunCard,
  workout,
  onChange,
  onAddSession,
  over,
  under,
  actions,
  alerts,
  aside,
  titleRef,
  isChartFirst = false,
}: VisitorWorkoutEditorProps) {
  const { paces } = useVisitor();
  const paceContext = useMemo<PaceContext>(() => ({ speeds: paces, units: paces.units }), [paces]);
  const preview = useWorkoutPreview(workout.script, paceContext);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const deferred = useDeferredValue(workout);
  const suggested = suggestTitle(preview.reading.workout);

  const pacesCard = (
    <Card edgeToEdge aria-label="Your paces" className="px-(--gutter) py-4 md:px-5.5">
      <PacesBar paces={paces} />
    </Card>
  );

  return (
    <>
      <p className="mb-1 font-medium text-ink-2">{over}</p>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <TitleField
          ref={titleRef}
          value={workout.title}
          onChange={(title) => onChange({ ...workout, title })}
          untitled={suggested}
          placeholder={workout.script.trim() ? suggested : 'Name this workout'}
          under={
            under ||
            (isChartFirst &&
              paces.from === 'defaults' &&
              'Shown at default paces. Enter a race below to see your own.')
          }
        />
        <div
          className={classNames(
            'flex flex-wrap items-center gap-3 max-sm:w-full',
            isChartFirst
              ? 'max-sm:gap-1 max-sm:*:grow max-sm:*:px-2'
              : 'max-sm:flex-col-reverse max-sm:items-stretch max-sm:gap-1.5',
          )}
        >
          {actions}
        </div>
      </div>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">{alerts}</div>
      {!isChartFirst && <div className="mb-3.5 md:mb-5">{pacesCard}</div>}
      <WorkoutEditorLayout
        title={deferred.title}
        script={workout.script}
        onScriptChange={(script) => onChange({ ...workout, script })}
        preview={preview}
        onHelp={() => setIsHelpOpen(true)}
        onAddSession={onAddSession}
        isChartFirst={isChartFirst}
        aboveText={
          isChartFirst && (
            <>
              {workout.notes && <Notes text={workout.notes} />}
              {pacesCard}
            </>
          )
        }
        underText={
          !isChartFirst && (
            <Suspense>
              <RaceResultLine
                reading={preview.reading}
                onUse={paces.from === 'athlete' ? undefined : (race) => saveVisitorPaces({ race })}
              />
            </Suspense>
          )
        }
        aside={aside}
      >
        <Suspense>
          {/* Watches recognise a workout by its id, so the same script gets the same id from any link. */}
          <ExportPanels workout={{ id: deferred.script, ...deferred }} paceContext={paceContext} />
        </Suspense>
        {RunCard && (
          <div className="mt-3.5 md:mt-5">
            <Suspense>
              <RunCard
                title={deferred.title}
                script={preview.reading.diagnostics.length > 0 ? '' : deferred.script}
                paceContext={paceContext}
              />
            </Suspense>
          </div>
        )}
      </WorkoutEditorLayout>
      {isHelpOpen && (
        <Suspense>
          <HelpDialog paceContext={paceContext} onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The sender's notes. */
function Notes({ text }: { text: string }) {
  return (
    <Card edgeToEdge aria-labelledby="notes" className="grid gap-2 px-4 py-5 md:px-5.5">
      <h2 id="notes" className="text-lg">
        Notes
      </h2>
      <p className="break-words whitespace-pre-wrap">{text}</p>
    </Card>
  );
}
