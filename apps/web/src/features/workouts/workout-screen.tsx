import type { SavedWorkout } from '@pacewright/contract';
import { suggestTitle } from '@pacewright/script';
import {
  Calendar,
  CalendarPlus,
  ChevronLeft,
  Copy,
  Download,
  Ellipsis,
  Printer,
  Trash2,
} from 'lucide-react';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiProblem } from '../../api/problem.ts';
import { useWhenReachable } from '../../api/use-when-reachable.ts';
import { dayInList } from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import { momentOf } from '../../days/moments.ts';
import { saveFit } from '../../delivery/save-fit.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { ariaKeys } from '../../shortcuts/shortcuts.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SAME_SCREEN } from '../../ui/same-screen.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { NOTHING_LEFT, UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { PrintedWorkout } from '../../workout-view/printed-workout.tsx';
import { useWorkshop } from '../../workout-view/use-workshop.ts';
import { WorkoutSheet } from '../../workout-view/workout-sheet.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { WorkoutText } from './draft.ts';
import { TagsField } from './tags-field.tsx';
import { useWorkoutDraft } from './use-workout-draft.ts';
import { useWorkoutActions } from './use-workout-actions.ts';
import { useDaysAhead, useTags, useWorkout } from './workouts-queries.ts';

type WorkoutScreenProps = {
  /** Undefined until a new workout is saved. */
  id: string | undefined;
  /** What a new workout starts with. */
  start: Partial<WorkoutText> | undefined;
  /** A new workout is about to get its address. */
  onFirstSave: (saved: SavedWorkout) => void;
  athlete: Athlete;
  /** A button that sends the workout to Garmin, and what is to be known of it there. */
  garmin: (workout: OnScreen) => { button: ReactNode; news: ReactNode };
  /** A dialog that explains the script language. */
  HelpDialog: ComponentType<{ onClose: () => void }>;
};

/** A workout as it stands on the screen. */
type OnScreen = {
  workoutId: string | undefined;
  title: string;
  script: string;
  /** Saves what is unsaved. Undefined if there is nothing to save. */
  save: (() => Promise<SavedWorkout | undefined>) | undefined;
};

/** Not needed to write, so it comes after. */
const DayDialog = lazyDialog(async () => (await import('../../days/day-dialog.tsx')).DayDialog);
const WaysOut = lazyPart(async () => (await import('../../delivery/ways-out.tsx')).WaysOut);

/** A workout of the library, or one that is being written for the first time. */
export function WorkoutScreen({
  id,
  start,
  onFirstSave,
  athlete,
  garmin,
  HelpDialog,
}: WorkoutScreenProps) {
  const navigate = useNavigate();
  const libraryPath = useLibraryPath();
  const stored = useWorkout(id);
  const draft = useWorkoutDraft(stored, start);
  const { text, edit, refusals } = draft;
  const workshop = useWorkshop(text.script, athlete);
  // Deferred copy for expensive panels, so typing stays responsive.
  const settled = useDeferredValue(text);
  const tags = useTags();
  const today = useToday();
  const suggested = suggestTitle(workshop.reading.workout);
  const dayHintId = useId();
  const formId = useId();
  const page = useRef<HTMLDivElement>(null);
  const [isChoosingDay, setIsChoosingDay] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isUnreachable, setIsUnreachable] = useState(false);
  /** The first field of the last save that was refused; a new object for each save. */
  const [refused, setRefused] = useState<{ field: string }>();

  // The draft may change from outside the editor, restored from another tab or changed on the server. A layout
  // effect, because a letter typed before a later one would be lost.
  useLayoutEffect(() => {
    if (text.script !== workshop.text) workshop.setText(text.script);
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the draft counts here
  }, [text.script]);

  /** Gives what was saved for the first time its address. */
  async function settleIn(saved: SavedWorkout): Promise<void> {
    if (stored) return;
    onFirstSave(saved);
    await navigate(addressOf(saved), {
      replace: true,
      state: SAME_SCREEN,
      preventScrollReset: true,
    });
  }

  async function goToCopy(saved: SavedWorkout): Promise<void> {
    await navigate(addressOf(saved), { replace: !stored, state: NOTHING_LEFT });
  }

  /** Saves in one way or another. A failure is shown, and nothing is lost by it. */
  async function attempt(
    saving: () => Promise<SavedWorkout | undefined>,
    proceed = settleIn,
  ): Promise<SavedWorkout | undefined> {
    setFailure(undefined);
    setIsUnreachable(false);
    try {
      const saved = await saving();
      if (!saved) return undefined;
      await proceed(saved);
      showToast.success(`${saved.title} saved`);
      return saved;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setIsUnreachable(error instanceof ApiProblem && error.code === 'UNREACHABLE');
      return undefined;
    }
  }

  const save = () => attempt(() => draft.save((field) => setRefused({ field })));
  useWhenReachable(isUnreachable && draft.isChanged, () => void save());

  const focusField = useEffectEvent((field: string) => {
    // The editor is also invalid while its script has mistakes, which do not keep it from being saved.
    if (field === '/script') workshop.editor.ref.current?.focus();
    else page.current?.querySelector<HTMLElement>(INVALID_FIELD)?.focus();
  });
  useEffect(() => {
    if (refused) focusField(refused.field);
  }, [refused]);

  const atGarmin = garmin({
    workoutId: stored?.id,
    title: settled.title,
    script: settled.script,
    save: stored && !draft.isChanged ? undefined : save,
  });

  useShortcuts({
    save: () => {
      if (!draft.isSaving) void save();
    },
  });

  const downloadButton = (
    <Button
      icon={<Download aria-hidden />}
      aria-label="Download FIT"
      onClick={() => void saveFit({ ...draft.latest(), id: stored?.id ?? 'new' }, athlete.speeds)}
    >
      <span>
        <span className="max-md:hidden">Download </span>FIT
      </span>
    </Button>
  );
  const saveButton = (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      busy={draft.isSaving}
      aria-keyshortcuts={ariaKeys('save')}
    >
      Save
    </Button>
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
      <Link
        to={libraryPath}
        className="inline-flex min-h-6 items-center gap-1 text-sm font-[600] text-ink-2"
      >
        <ChevronLeft aria-hidden className="size-4" /> Workouts
      </Link>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <TitleField
          value={text.title}
          onChange={(title) => edit({ title })}
          untitled="New workout"
          placeholder={text.script.trim() ? suggested : 'Name this workout'}
          form={formId}
          error={refusals['/title']}
          under={statusOf(draft, today)}
        />
        <div className="flex flex-wrap items-center gap-3">
          <span className="contents max-md:hidden">{downloadButton}</span>
          {atGarmin.button}
          <span className="contents max-md:hidden">{saveButton}</span>
          {stored && <WorkoutMenu stored={stored} />}
        </div>
      </div>
      <div className="save-bar fixed inset-x-0 bottom-[calc(64px+env(safe-area-inset-bottom))] z-9 grid grid-cols-[auto_1fr] gap-2 border-t border-line bg-surface px-4 py-2.5 md:hidden">
        {downloadButton}
        {saveButton}
      </div>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
        {draft.found && (
          <Note
            kind="warning"
            title={`You have unsaved changes from ${momentOf(draft.found.savedAt, today)}.`}
          >
            <span className="mt-1.5 flex flex-wrap items-center gap-2">
              <Button
                size="sm"
                variant="primary"
                onClick={() => draft.found && void draft.takeFound(draft.found)}
              >
                Restore
              </Button>
              <Button size="sm" onClick={() => draft.found && void draft.dropFound(draft.found)}>
                Discard
              </Button>
            </span>
          </Note>
        )}
        {draft.compare && (
          <Note kind="warning" title="This workout was changed on another device.">
            <span className="flex flex-wrap items-center gap-2">
              Your changes here aren’t saved yet.
              <Button size="sm" variant="primary" onClick={draft.compare}>
                Compare versions
              </Button>
            </span>
          </Note>
        )}
        {failure && (
          <Note kind="error" title="Not saved.">
            {failure} What you wrote is safe on this device
            {isUnreachable ? ', and is saved as soon as Pacewright can be reached.' : '.'}
          </Note>
        )}
        {!draft.isKept && (
          <Note kind="warning" title="Your browser is blocking storage.">
            Save before you close the tab.
          </Note>
        )}
        {refusals['/script'] && <Note kind="error">{refusals['/script']}</Note>}
        {atGarmin.news}
      </div>
      <WorkoutSheet
        workshop={workshop}
        onChange={(script) => edit({ script })}
        onHelp={() => setIsHelpOpen(true)}
        aside={
          <Card edgeToEdge className="grid gap-4 px-4 py-5 md:px-5.5">
            <h2 className="text-lg">Plan</h2>
            <div>
              {stored && <DaysAhead id={stored.id} />}
              <Button
                wide
                icon={<CalendarPlus aria-hidden />}
                aria-describedby={dayHintId}
                onClick={() => setIsChoosingDay(true)}
              >
                Put on a day
              </Button>
              {/* Always there, so that nothing below it moves with the first letter. */}
              <p id={dayHintId} className="mt-1.5 min-h-4 text-xs text-ink-2">
                {draft.isChanged && 'This saves the workout first.'}
              </p>
            </div>
            <TagsField
              tags={text.tags}
              known={(tags.data ?? []).map(({ tag }) => tag)}
              error={refusals['/tags']}
              onChange={(next) => edit({ tags: next })}
            />
            <TextAreaField
              label="Notes"
              rows={4}
              value={text.notes}
              error={refusals['/notes']}
              onChange={({ target }) => edit({ notes: target.value })}
            />
          </Card>
        }
      >
        <Suspense>
          <WaysOut
            athlete={athlete}
            hasDownload={false}
            workout={{
              id: stored?.id ?? 'new',
              title: settled.title,
              script: settled.script,
              notes: settled.notes,
            }}
          />
        </Suspense>
      </WorkoutSheet>
      <PrintSheet>
        {() => <PrintedWorkout {...settled} resolved={workshop.resolved} units={athlete.units} />}
      </PrintSheet>
      <UnsavedChanges
        when={draft.isChanged}
        description={
          draft.isKept
            ? 'Your draft stays on this device. You can restore it when you come back.'
            : 'Your browser is blocking storage, so your changes will be lost.'
        }
        stay="Keep writing"
      />
      {isChoosingDay && (
        <ChooseDay
          title={text.title}
          saved={async () => (stored && !draft.isChanged ? draft.server : save())}
          onClose={() => setIsChoosingDay(false)}
        />
      )}
      {isHelpOpen && (
        <Suspense>
          <HelpDialog onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
      {draft.conflict && (
        <ConflictDialog
          mine={draft.conflict.mine}
          theirs={draft.conflict.theirs}
          isSaving={draft.isSaving}
          failure={failure}
          onKeepMine={() => void attempt(async () => draft.conflict?.keepMine())}
          onTakeTheirs={() => draft.conflict && void settleIn(draft.conflict.takeTheirs())}
          onSaveCopy={() => void attempt(async () => draft.conflict?.saveCopy(), goToCopy)}
          onClose={draft.conflict.close}
        />
      )}
    </div>
  );
}

const INVALID_FIELD = 'textarea[aria-invalid="true"], input[aria-invalid="true"]';

function addressOf({ id }: SavedWorkout): string {
  return `/app/workouts/${id}`;
}

function statusOf(
  {
    isChanged,
    isKept,
    server,
  }: Pick<ReturnType<typeof useWorkoutDraft>, 'isChanged' | 'isKept' | 'server'>,
  today: string,
): string {
  if (isChanged) return isKept ? 'Draft kept on this device' : 'Not saved';
  return server ? `Saved ${momentOf(server.updatedAt, today)}` : '';
}

/** Days that are named; the rest are counted. */
const MOST_DAYS_NAMED = 4;

function DaysAhead({ id }: { id: string }) {
  const days = useDaysAhead().data?.get(id) ?? [];
  const today = useToday();
  if (days.length === 0) return null;
  return (
    <div className="mb-2.5">
      <h3 className="mb-1.5 text-sm">On the calendar</h3>
      <ul className="flex flex-wrap gap-1.5 text-sm">
        {days.slice(0, MOST_DAYS_NAMED).map((day) => (
          <li key={day}>
            <Link
              to={`/app/calendar?day=${day}`}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-surface-2 px-2 no-underline hover:underline [&>.lucide]:size-[15px]"
            >
              <Calendar aria-hidden /> {dayInList(day, today)}
            </Link>
          </li>
        ))}
        {days.length > MOST_DAYS_NAMED && (
          <li className="self-center text-ink-2">and {days.length - MOST_DAYS_NAMED} more</li>
        )}
      </ul>
    </div>
  );
}

type ChooseDayProps = {
  title: string;
  /** The workout as it is stored; what is unsaved is saved first. */
  saved: () => Promise<SavedWorkout | undefined>;
  onClose: () => void;
};

function ChooseDay({ title, saved, onClose }: ChooseDayProps) {
  const { putOnDay } = useWorkoutActions();

  async function choose(day: string): Promise<void> {
    const workout = await saved();
    onClose();
    if (workout) await putOnDay(workout, day);
  }

  return (
    <Suspense>
      <DayDialog
        title={`Put ${title || 'this workout'} on a day`}
        onChoose={(day) => void choose(day)}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The library, narrowed down as it was when this workout was opened from it. */
function useLibraryPath(): string {
  const { state } = useLocation() as { state: { library?: string } | null };
  return `/app/workouts${state?.library ?? ''}`;
}

function WorkoutMenu({ stored }: { stored: SavedWorkout }) {
  const navigate = useNavigate();
  const libraryPath = useLibraryPath();
  const actions = useWorkoutActions();

  async function removeIt(): Promise<void> {
    if (await actions.remove([stored])) await navigate(libraryPath, { state: NOTHING_LEFT });
  }

  return (
    <Menu
      label="This workout"
      trigger={<IconButton label="More for this workout" icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem
        icon={<Copy aria-hidden />}
        onClick={() => void actions.copy(stored, (made) => void navigate(addressOf(made)))}
      >
        Make a copy
      </MenuItem>
      <MenuItem icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onClick={() => void removeIt()}>
        Delete
      </MenuItem>
    </Menu>
  );
}
