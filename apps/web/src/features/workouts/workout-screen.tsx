import type { SavedWorkout } from '@pacewright/contract';
import { suggestTitle } from '@pacewright/script';
import { Calendar, CalendarPlus, Copy, Download, Ellipsis, Printer, Trash2 } from 'lucide-react';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'react-router';
import { DraftQuestions } from '../../platform/drafts/draft-questions.tsx';
import { DraftAlerts } from '../../platform/drafts/draft-alerts.tsx';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { downloadForWatch } from '../../workout/export/download-for-watch.ts';
import { useFileLabel, useFileType } from '../../workout/export/watch-choice.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ariaKeys } from '../../platform/shortcuts/shortcuts.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { LinkUp } from '../../ui/link-up.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Alert } from '../../ui/alert.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useNavigateAfter } from '../../ui/use-navigate-after.ts';
import { PrintedWorkout } from '../../workout/view/printed-workout.tsx';
import { useWorkoutPreview } from '../../workout/view/use-workout-preview.ts';
import { WorkoutEditorLayout } from '../../workout/view/workout-editor-layout.tsx';
import { readInFull } from '../../workout/use-reading.ts';
import type { WorkoutText } from './draft.ts';
import { TagsField } from './tags-field.tsx';
import { useAddSession } from './use-add-session.ts';
import { useWorkoutDraft } from './use-workout-draft.ts';
import { useWorkoutActions } from './use-workout-actions.ts';
import { useDaysAhead, useTags, useWorkout } from './workouts-queries.ts';

type WorkoutScreenProps = {
  id: string;
  /** Not saved yet. */
  isNew: boolean;
  /** The initial text of a new workout. */
  start: Partial<WorkoutText> | undefined;
  paceContext: PaceContext;
  /** A button that sends the workout to Garmin, and an alert about its delivery. */
  garmin: (workout: WorkoutOnScreen) => { button: ReactNode; alert: ReactNode };
  /** A dialog that explains the script language. */
  HelpDialog: ComponentType<{ paceContext: PaceContext; onClose: () => void }>;
};

/** The workout as it is on the screen. */
type WorkoutOnScreen = {
  workoutId: string | undefined;
  title: string;
  script: string;
  /** Saves unsaved changes. Undefined if there are none. */
  save: (() => Promise<SavedWorkout | undefined>) | undefined;
};

/** Not needed to write, so it loads later. */
const DayDialog = lazyDialog(
  async () => (await import('../../platform/days/day-dialog.tsx')).DayDialog,
);
const ExportPanels = lazyWhenOnline(
  async () => (await import('../../workout/export/export-panels.tsx')).ExportPanels,
);

/** A workout of the library, or a new one. */
export function WorkoutScreen({
  id,
  isNew,
  start,
  paceContext,
  garmin,
  HelpDialog,
}: WorkoutScreenProps) {
  const navigateAfter = useNavigateAfter();
  const libraryPath = useLibraryPath();
  const { stored, isDeleted } = useWorkout(id, { isNew });
  /** Goes to the URL of a workout that was saved, a copy or one that was new. */
  async function showSaved(saved: SavedWorkout): Promise<void> {
    if (!isNew && saved.id === id) return;
    await navigateAfter(pathOf(saved), { replace: isNew, preventScrollReset: saved.id === id });
  }

  const draft = useWorkoutDraft(id, stored, start, async (saved) => {
    await showSaved(saved);
    showToast.success(`${saved.title} saved`);
  });
  // By name: `draft` is another object after every letter, and whatever depends on all of it renders again.
  const { text, edit, fieldErrors, latest, isChanged, isSaving, save: saveDraft } = draft;
  const preview = useWorkoutPreview(text.script, paceContext);
  // Deferred copy for expensive panels, so typing stays responsive.
  const deferred = useDeferredValue(text);
  const addSession = useAddSession();
  const { restore, isRestoring } = useWorkoutActions();
  const today = useToday();
  const suggested = suggestTitle(preview.reading.workout);
  const formId = useId();
  const page = useRef<HTMLDivElement>(null);
  const [isChoosingDay, setIsChoosingDay] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  /** The first invalid field of the last save; a new object for each save. */
  const [invalidField, setInvalidField] = useState<{ field: string }>();

  const save = async () => {
    // The title may follow the steps.
    await readInFull();
    return saveDraft((field) => setInvalidField({ field }));
  };

  const focusField = useEffectEvent((field: string) => {
    // The editor is also invalid while its script has mistakes, which do not prevent saving.
    if (field === '/script') preview.editor.ref.current?.focus();
    else page.current?.querySelector<HTMLElement>(INVALID_FIELD)?.focus();
  });
  useEffect(() => {
    if (invalidField) focusField(invalidField.field);
  }, [invalidField]);

  const garminParts = garmin({
    workoutId: stored?.id,
    title: deferred.title,
    script: deferred.script,
    save: stored && !isChanged ? undefined : save,
  });

  useShortcuts({
    save: () => void save(),
  });

  const downloadButton = (
    <DownloadButton
      onClick={() =>
        void downloadForWatch({ ...latest(), id: stored?.id ?? 'new' }, paceContext.speeds)
      }
    />
  );
  const saveButton = (
    <SaveButton
      type="submit"
      form={formId}
      busy={isSaving}
      isOffered={isChanged || !stored}
      aria-keyshortcuts={ariaKeys('save')}
    />
  );

  return (
    <div ref={page} className="max-md:pb-16">
      {/* Only the title and Save belong to it: Enter in any other field, such as the link, must not save. */}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      />
      <LinkUp to={libraryPath}>Workouts</LinkUp>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <TitleField
          value={text.title}
          onChange={(title) => edit({ title })}
          untitled="New workout"
          placeholder={text.script.trim() ? suggested : 'Name this workout'}
          form={formId}
          error={fieldErrors['/title']}
          under={statusOf(draft, today)}
        />
        {/* On a phone it has its own line also before Garmin’s button is loaded, so that nothing moves. */}
        <div className="flex min-h-(--control-h) flex-wrap items-center gap-3 max-md:w-full">
          <span className="contents max-md:hidden">{downloadButton}</span>
          {garminParts.button}
          <span className="contents max-md:hidden">{saveButton}</span>
          {stored && <WorkoutMenu stored={stored} onDelete={draft.leave} />}
        </div>
      </div>
      <SaveBar>
        {downloadButton}
        {saveButton}
      </SaveBar>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
        <DraftAlerts
          noun="workout"
          draft={draft}
          deleted={
            stored && isDeleted ? { restore: () => void restore([stored]), isRestoring } : undefined
          }
        />
        {fieldErrors['/script'] && <Alert kind="error">{fieldErrors['/script']}</Alert>}
        {garminParts.alert}
      </div>
      <WorkoutEditorLayout
        title={deferred.title}
        script={text.script}
        onScriptChange={(script) => edit({ script })}
        preview={preview}
        onHelp={() => setIsHelpOpen(true)}
        onAddSession={addSession}
        isTextFirstFocus={isNew}
        aside={
          <BesideScript
            id={stored?.id}
            {...{ text, edit, isChanged, fieldErrors }}
            onChooseDay={() => setIsChoosingDay(true)}
          />
        }
      >
        <Suspense>
          <ExportPanels
            paceContext={paceContext}
            hasDownload={false}
            workout={{
              id: stored?.id ?? 'new',
              title: deferred.title,
              script: deferred.script,
              notes: deferred.notes,
            }}
          />
        </Suspense>
      </WorkoutEditorLayout>
      <PrintSheet>
        {() => (
          <PrintedWorkout {...deferred} resolved={preview.resolved} units={paceContext.units} />
        )}
      </PrintSheet>
      {isChoosingDay && (
        <PutOnDayDialog
          title={text.title}
          saved={async () => (stored && !isChanged ? draft.server : save())}
          onClose={() => setIsChoosingDay(false)}
        />
      )}
      {isHelpOpen && (
        <Suspense>
          <HelpDialog paceContext={paceContext} onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
      <DraftQuestions
        noun="workout"
        draft={draft}
        Version={WorkoutVersion}
        savedAt={({ updatedAt }) => updatedAt}
        onTheirs={(saved) => void showSaved(saved)}
      />
    </div>
  );
}

function DownloadButton({ onClick }: { onClick: () => void }) {
  const label = useFileLabel();
  const fileType = useFileType();
  return (
    <Button icon={<Download aria-hidden />} aria-label={label} onClick={onClick}>
      <span className="max-md:hidden">{label}</span>
      <span className="md:hidden">{fileType}</span>
    </Button>
  );
}

type BesideScriptProps = Pick<
  ReturnType<typeof useWorkoutDraft>,
  'text' | 'edit' | 'isChanged' | 'fieldErrors'
> & { id: string | undefined; onChooseDay: () => void };

/** The days, tags and notes of the workout. */
function BesideScript({ id, text, edit, isChanged, fieldErrors, onChooseDay }: BesideScriptProps) {
  const tags = useTags();
  const dayHintId = useId();
  return (
    <Card edgeToEdge className="grid gap-4 px-4 py-5 md:px-5.5">
      <h2 className="text-lg">Calendar</h2>
      <div>
        {id !== undefined && <DaysAhead id={id} />}
        <Button
          wide
          icon={<CalendarPlus aria-hidden />}
          aria-describedby={dayHintId}
          onClick={onChooseDay}
        >
          Add to calendar
        </Button>
        {/* Always rendered, so that nothing below it moves with the first letter. */}
        <p id={dayHintId} className="mt-1.5 min-h-4 text-xs text-ink-2">
          {isChanged && 'We’ll save the workout first.'}
        </p>
      </div>
      <TagsField
        tags={text.tags}
        known={(tags.data ?? []).map(({ tag }) => tag)}
        error={fieldErrors['/tags']}
        onChange={(next) => edit({ tags: next })}
      />
      <TextAreaField
        label="Notes"
        rows={4}
        value={text.notes}
        error={fieldErrors['/notes']}
        onChange={({ target }) => edit({ notes: target.value })}
      />
    </Card>
  );
}

function WorkoutVersion({ version }: { version: WorkoutText }) {
  return (
    <>
      <p className="mt-1 font-semibold">{version.title}</p>
      <pre className="mt-1.5 overflow-x-auto font-mono text-sm whitespace-pre-wrap">
        {version.script}
      </pre>
      {version.notes && <p className="mt-1.5 text-sm text-ink-2">{version.notes}</p>}
      {version.tags.length > 0 && (
        <p className="mt-1.5 text-sm text-ink-2">{version.tags.join(', ')}</p>
      )}
    </>
  );
}

const INVALID_FIELD = 'textarea[aria-invalid="true"], input[aria-invalid="true"]';

function pathOf({ id }: SavedWorkout): string {
  return `/app/workouts/${id}`;
}

function statusOf(
  {
    isChanged,
    isStored,
    server,
  }: Pick<ReturnType<typeof useWorkoutDraft>, 'isChanged' | 'isStored' | 'server'>,
  today: string,
): string {
  if (isChanged) return isStored ? 'Draft saved on this device' : 'Not saved';
  return server ? `Saved ${formatTimestamp(server.updatedAt, today)}` : '';
}

/** Days that are listed; the rest are counted. */
const MAX_LISTED_DAYS = 4;

function DaysAhead({ id }: { id: string }) {
  const days = useDaysAhead().data?.get(id) ?? [];
  const today = useToday();
  if (days.length === 0) return null;
  return (
    <div className="mb-2.5">
      <h3 className="mb-1.5 text-sm">On the calendar</h3>
      <ul className="flex flex-wrap gap-1.5 text-sm">
        {days.slice(0, MAX_LISTED_DAYS).map((day) => (
          <li key={day}>
            <Link
              to={`/app/calendar?day=${day}`}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-surface-2 px-2 no-underline hover:underline [&>.lucide]:size-3.75"
            >
              <Calendar aria-hidden /> {formatShortDay(day, today)}
            </Link>
          </li>
        ))}
        {days.length > MAX_LISTED_DAYS && (
          <li className="self-center text-ink-2">and {days.length - MAX_LISTED_DAYS} more</li>
        )}
      </ul>
    </div>
  );
}

type PutOnDayDialogProps = {
  title: string;
  /** The stored workout, after saving unsaved changes. */
  saved: () => Promise<SavedWorkout | undefined>;
  onClose: () => void;
};

function PutOnDayDialog({ title, saved, onClose }: PutOnDayDialogProps) {
  const { putOnDay } = useWorkoutActions();

  async function choose(day: string): Promise<void> {
    const workout = await saved();
    onClose();
    if (workout) await putOnDay(workout, day);
  }

  return (
    <Suspense>
      <DayDialog
        title={`Add ${title || 'this workout'} to calendar`}
        onChoose={(day) => void choose(day)}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The library with the filter from which this workout was opened. */
function useLibraryPath(): string {
  const { state } = useLocation() as { state: { library?: string } | null };
  return `/app/workouts${state?.library ?? ''}`;
}

/** `onDelete` is called before the screen is left. */
function WorkoutMenu({ stored, onDelete }: { stored: SavedWorkout; onDelete: () => void }) {
  const navigateAfter = useNavigateAfter();
  const libraryPath = useLibraryPath();
  const actions = useWorkoutActions();

  async function deleteWorkout(): Promise<void> {
    if (!(await actions.remove([stored]))) return;
    onDelete();
    await navigateAfter(libraryPath);
  }

  return (
    <Menu
      label="This workout"
      trigger={<IconButton label="More actions for this workout" icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem
        icon={<Copy aria-hidden />}
        onClick={() => void actions.copy(stored, (copy) => void navigateAfter(pathOf(copy)))}
      >
        Make a copy
      </MenuItem>
      <MenuItem icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onClick={() => void deleteWorkout()}>
        Delete
      </MenuItem>
    </Menu>
  );
}
