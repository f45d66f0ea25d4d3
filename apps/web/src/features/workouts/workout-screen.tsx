import type { SavedWorkout } from '@pacewright/contract';
import { formatScript } from '@pacewright/script';
import { CalendarPlus, ChevronLeft, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptEditor } from '../../script-editor/script-editor.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ProfileChart } from '../../workout-view/profile-chart.tsx';
import { StepTable } from '../../workout-view/step-table.tsx';
import { useWorkshop } from '../../workout-view/use-workshop.ts';
import { WorkoutTotals } from '../../workout-view/workout-totals.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DayDialog } from './day-dialog.tsx';
import type { WorkoutText } from './draft.ts';
import { LeavingDialog, NOTHING_LEFT } from './leaving-dialog.tsx';
import { TagsField } from './tags-field.tsx';
import { useWorkoutDraft } from './use-workout-draft.ts';
import {
  useCopyWorkout,
  useDeleteWorkouts,
  usePutOnDay,
  useRestoreWorkouts,
  useTags,
  useWorkout,
} from './workouts-queries.ts';

type ScreenProps = { athlete: Athlete };

/** Not needed to write, so it comes after. */
const DeliveryCards = lazy(async () => ({
  default: (await import('./delivery-cards.tsx')).DeliveryCards,
}));

/** A workout that is being written for the first time. */
export function NewWorkoutScreen({
  start,
  ...props
}: ScreenProps & { start?: Partial<WorkoutText> }) {
  return <WorkoutBench {...props} stored={undefined} start={start} />;
}

/** A workout of the library. */
export function WorkoutScreen({ id, ...props }: ScreenProps & { id: string }) {
  return <WorkoutBench key={id} {...props} stored={useWorkout(id)} start={undefined} />;
}

type BenchProps = ScreenProps & {
  stored: SavedWorkout | undefined;
  start: Partial<WorkoutText> | undefined;
};

function WorkoutBench({ athlete, stored, start }: BenchProps) {
  const navigate = useNavigate();
  const draft = useWorkoutDraft(stored, start);
  const { text, edit, refusals } = draft;
  const { editor, view, reading, resolved, setText } = useWorkshop(text.script, athlete);
  const tags = useTags();
  const titleId = useId();
  const [isChoosingDay, setIsChoosingDay] = useState(false);
  const [failure, setFailure] = useState<string>();
  useTitle(text.title || 'New workout');

  // The draft may change from outside the editor: taken from an earlier tab, or from the server.
  useEffect(() => {
    if (text.script !== editor.value) setText(text.script);
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the draft counts here
  }, [text.script]);

  async function save(): Promise<SavedWorkout | undefined> {
    setFailure(undefined);
    try {
      const saved = await draft.save({ ...text, script: formatScript(text.script) });
      if (!saved) {
        document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        return undefined;
      }
      showToast.success(`${saved.title} saved`);
      if (!stored)
        await navigate(`/app/workouts/${saved.id}`, { replace: true, state: NOTHING_LEFT });
      return saved;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (!draft.isSaving) void save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => saveByKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Link
        to="/app/workouts"
        className="inline-flex min-h-6 items-center gap-1 text-sm font-[600] text-ink-2"
      >
        <ChevronLeft aria-hidden className="size-4" /> Workouts
      </Link>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <div className="min-w-0 grow">
          <h1 className="sr-only">{text.title || 'New workout'}</h1>
          <label htmlFor={titleId} className="sr-only">
            Title
          </label>
          <input
            id={titleId}
            className="w-full min-w-0 rounded-sm bg-transparent text-2xl leading-tight font-[760] [font-stretch:var(--wdth-display)] placeholder:text-ink-3"
            placeholder="Name this workout"
            value={text.title}
            maxLength={200}
            aria-invalid={refusals['/title'] ? true : undefined}
            aria-describedby={refusals['/title'] ? `${titleId}-error` : undefined}
            onChange={({ target }) => edit({ title: target.value })}
          />
          {refusals['/title'] && (
            <p id={`${titleId}-error`} className="mt-1 text-sm text-danger">
              {refusals['/title']}
            </p>
          )}
          <p className="mt-0.5 min-h-5 text-sm text-ink-2">{statusOf(draft, stored)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {stored && <WorkoutMenu stored={stored} />}
          <Button
            type="submit"
            variant="primary"
            busy={draft.isSaving}
            aria-keyshortcuts="Control+S Meta+S"
          >
            Save
          </Button>
        </div>
      </div>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
        {draft.found && (
          <Note kind="warning" title="Unsaved changes were found on this device.">
            <span className="flex flex-wrap items-center gap-2">
              They were typed {WHEN.format(draft.found.savedAt)}.
              <Button size="sm" variant="primary" onClick={draft.takeFound}>
                Continue with them
              </Button>
              <Button size="sm" onClick={draft.dropFound}>
                Discard them
              </Button>
            </span>
          </Note>
        )}
        {failure && (
          <Note kind="error" title="Not saved.">
            {failure} What you wrote is safe on this device.
          </Note>
        )}
        {!draft.isKept && (
          <Note kind="warning" title="This browser keeps nothing for Pacewright.">
            Save before you close the tab.
          </Note>
        )}
        {refusals['/script'] && <Note kind="error">{refusals['/script']}</Note>}
      </div>
      <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,1fr)_348px]">
        <div className="grid gap-3.5 *:min-w-0 md:gap-5">
          <Card edgeToEdge>
            <ScriptEditor
              {...editor}
              onChange={(script, next) => {
                editor.onChange(script, next);
                edit({ script });
              }}
            />
          </Card>
          <Card edgeToEdge className="px-4 pt-4 pb-3.5 md:px-5">
            <ProfileChart {...view} />
          </Card>
        </div>
        <div className="grid gap-3.5 *:min-w-0 md:gap-5">
          <Card edgeToEdge className="px-4 py-5 md:px-5.5">
            <WorkoutTotals
              resolved={resolved}
              units={athlete.units}
              diagnostics={reading.diagnostics}
            />
          </Card>
          <Card edgeToEdge className="grid gap-4 px-4 py-5 md:px-5.5">
            <h2 className="text-lg">Plan</h2>
            <div>
              <Button
                wide
                icon={<CalendarPlus aria-hidden />}
                aria-describedby={`${titleId}-day`}
                onClick={() => setIsChoosingDay(true)}
              >
                Put on a day
              </Button>
              {draft.isChanged && (
                <p id={`${titleId}-day`} className="mt-1.5 text-xs text-ink-2">
                  It is saved first.
                </p>
              )}
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
        </div>
        <Card edgeToEdge className="overflow-hidden lg:col-span-2">
          <StepTable {...view} heading={<h2 className="text-lg">Steps</h2>} />
        </Card>
        <div className="lg:col-span-2">
          <Suspense>
            <DeliveryCards
              athlete={athlete}
              workout={{ id: stored?.id ?? 'new', title: text.title, script: text.script }}
            />
          </Suspense>
        </div>
      </div>
      <LeavingDialog when={draft.isChanged} isKept={draft.isKept} />
      {isChoosingDay && (
        <ChooseDay
          title={text.title}
          saved={async () => (stored && !draft.isChanged ? stored : save())}
          onClose={() => setIsChoosingDay(false)}
        />
      )}
      {draft.conflict && (
        <ConflictDialog
          mine={text}
          theirs={draft.conflict.theirs}
          isSaving={draft.isSaving}
          onKeepMine={() => void draft.conflict?.keepMine()}
          onTakeTheirs={draft.conflict.takeTheirs}
          onSaveCopy={() =>
            void draft.conflict
              ?.saveCopy()
              .then((copy) => navigate(`/app/workouts/${copy.id}`, { state: NOTHING_LEFT }))
          }
          onClose={draft.conflict.close}
        />
      )}
    </form>
  );
}

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function statusOf(
  { isChanged, isKept }: { isChanged: boolean; isKept: boolean },
  stored: SavedWorkout | undefined,
): string {
  if (isChanged) return isKept ? 'Draft kept on this device' : 'Not saved';
  return stored ? `Saved ${WHEN.format(new Date(stored.updatedAt))}` : '';
}

type ChooseDayProps = {
  title: string;
  /** The workout as it is stored; what is unsaved is saved first. */
  saved: () => Promise<SavedWorkout | undefined>;
  onClose: () => void;
};

function ChooseDay({ title, saved, onClose }: ChooseDayProps) {
  const putOnDay = usePutOnDay();

  async function choose(day: string): Promise<void> {
    const workout = await saved();
    onClose();
    if (!workout) return;
    await putOnDay.mutateAsync({ workoutId: workout.id, day }).then(
      () => showToast.success(`${workout.title} is on ${DAY.format(new Date(`${day}T12:00:00`))}`),
      (error: Error) => showToast.failure('Not on the calendar', { detail: error.message }),
    );
  }

  return (
    <DayDialog
      title={`Put ${title || 'this workout'} on a day`}
      onChoose={(day) => void choose(day)}
      onClose={onClose}
    />
  );
}

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

function WorkoutMenu({ stored }: { stored: SavedWorkout }) {
  const navigate = useNavigate();
  const copy = useCopyWorkout();
  const remove = useDeleteWorkouts();
  const restore = useRestoreWorkouts();

  async function makeCopy(): Promise<void> {
    try {
      const made = await copy.mutateAsync({ id: stored.id, idempotencyKey: crypto.randomUUID() });
      await navigate(`/app/workouts/${made.id}`);
    } catch (error) {
      showToast.failure('Not copied', {
        detail: error instanceof Error ? error.message : undefined,
      });
    }
  }

  async function removeIt(): Promise<void> {
    try {
      await remove.mutateAsync([stored.id]);
    } catch (error) {
      showToast.failure('Not deleted', {
        detail: error instanceof Error ? error.message : undefined,
      });
      return;
    }
    await navigate('/app/workouts', { state: NOTHING_LEFT });
    showToast.undo(`${stored.title} deleted`, () => void restore.mutateAsync([stored.id]));
  }

  return (
    <Menu
      label="This workout"
      trigger={<IconButton label="More for this workout" icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem icon={<Copy aria-hidden />} onClick={() => void makeCopy()}>
        Make a copy
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onClick={() => void removeIt()}>
        Delete
      </MenuItem>
    </Menu>
  );
}
