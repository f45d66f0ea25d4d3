import { type CalendarEntry, isRunEntry } from '@pacewright/contract';
import { suggestTitle, titleOf } from '@pacewright/script';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { DraftQuestions } from '../../platform/drafts/draft-questions.tsx';
import { DraftAlerts } from '../../platform/drafts/draft-alerts.tsx';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkUp } from '../../ui/link-up.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { showOutcome } from '../../ui/use-action.ts';
import { useNavigateAfter } from '../../ui/use-navigate-after.ts';
import { entryPath } from '../../platform/days/entry-links.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useWorkoutPreview } from '../../workout/view/use-workout-preview.ts';
import { WorkoutEditorLayout } from '../../workout/view/workout-editor-layout.tsx';
import { type PlanChange, useChangeEntry } from './change-entry-queries.ts';
import type { EntryText } from './entry-draft.ts';
import type { WiderChange } from './edit-target-dialog.tsx';
import { GoneEntry } from './gone-entry.tsx';
import { PlanVersion } from './plan-version.tsx';
import { entryText, useEntryDraft } from './use-entry-draft.ts';

/** Loaded when a save asks what to change. */
const EditTargetDialog = lazyDialog(
  async () => (await import('./edit-target-dialog.tsx')).EditTargetDialog,
);

type ChangeEntryScreenProps = { id: string; day: string; paceContext: PaceContext };

/** The text of one run of the calendar. Saving asks whether its workout, or its plan, changes as well. */
export function ChangeEntryScreen({ id, day, paceContext }: ChangeEntryScreenProps) {
  const entries = useSuspenseQuery({
    ...calendarQuery(useCall(), { from: day, to: day }),
    // Another device may have changed it since, so opening it or returning to it refetches.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }).data;
  const entry = entries.find((one) => one.id === id);
  if (entry && !entry.done && isRunEntry(entry))
    return <EntryEditor entry={entry} paceContext={paceContext} />;
  return (
    <div className="grid gap-5">
      <PageHeading title="Edit" />
      <Alert
        kind="info"
        title={entry ? 'You can’t edit this day here.' : 'This workout is no longer on this day.'}
      >
        {entry?.done
          ? 'You marked it as done. Unmark it to edit it.'
          : 'It may have been moved or removed, or it’s not a run.'}{' '}
        <Link to={`/app/calendar?day=${day}`} className="font-semibold">
          Open calendar
        </Link>
      </Alert>
      {!entry && <GoneEntry {...{ id, day }} />}
    </div>
  );
}

type EntryEditorProps = { entry: CalendarEntry; paceContext: PaceContext };

function EntryEditor({ entry, paceContext }: EntryEditorProps) {
  const navigate = useNavigate();
  const navigateAfter = useNavigateAfter();
  const today = useToday();
  const path = entryPath(entry);
  const [wider, setWider] = useState<WiderChange>();
  const findPlanChange = usePlanChange(entry);
  const announce = useAnnouncement(entry);
  const draft = useEntryDraft(entry, async (saved, target, undo) => {
    if (target === 'workout') showToast.success(`${saved.title} saved`);
    else if (target === 'plan') showOutcome({ title: 'Saved in the plan', undo });
    else announce(`Saved for ${formatLongDay(saved.day, today)} only`, saved);
    // Another tab may have moved it.
    await navigateAfter(entryPath({ id: entry.id, day: saved.day }));
  });
  const { text, edit, isChanged, isSaving, fieldErrors, saveAs } = draft;

  /** Asks what to change where there are two answers. */
  async function save(): Promise<unknown> {
    const { workoutId } = entry;
    if (workoutId && isChanged) return setWider({ target: 'workout', workoutId });
    const plan = entry.season && isChanged ? await findPlanChange(text) : undefined;
    return plan ? setWider({ target: 'plan', plan }) : saveAs({ kind: 'day' });
  }

  const preview = useWorkoutPreview(text.script, paceContext);
  const suggested = suggestTitle(preview.reading.workout);

  useShortcuts({ save: () => void save() });
  const buttons = (
    <>
      <Button onClick={() => void navigate(path)}>Cancel</Button>
      <SaveButton busy={isSaving} isOffered={isChanged} onClick={() => void save()} />
    </>
  );

  return (
    <div className="max-md:pb-16">
      <LinkUp to={path}>{formatLongDay(entry.day, today)}</LinkUp>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <TitleField
          value={text.title}
          onChange={(title) => edit({ title })}
          untitled={suggested}
          placeholder={suggested}
          error={fieldErrors['/title']}
          under={formatLongDay(entry.day, today)}
        />
        <span className="contents max-md:hidden">{buttons}</span>
      </div>
      <SaveBar>{buttons}</SaveBar>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
        <PlanVersion
          entry={entry}
          onDone={async () => {
            draft.leave();
            await navigateAfter(path);
          }}
        />
        <DraftAlerts noun="workout" draft={draft} />
        {fieldErrors['/script'] && <Alert kind="error">{fieldErrors['/script']}</Alert>}
      </div>
      <WorkoutEditorLayout
        title={text.title.trim() || suggested}
        script={text.script}
        onScriptChange={(script) => edit({ script })}
        preview={preview}
        aside={
          <Card edgeToEdge className="px-4 py-5 md:px-5.5">
            <TextAreaField
              label="Notes"
              value={text.notes}
              error={fieldErrors['/notes']}
              onChange={({ target }) => edit({ notes: target.value })}
            />
          </Card>
        }
      />
      {wider && (
        <Suspense>
          <EditTargetDialog
            {...{ entry, text, wider }}
            onSave={(target) => {
              setWider(undefined);
              const isPlan = target === 'plan' && wider.target === 'plan';
              void saveAs(
                isPlan
                  ? { kind: 'plan', plan: wider.plan }
                  : { kind: target === 'workout' ? 'workout' : 'day' },
              );
            }}
            onClose={() => setWider(undefined)}
          />
        </Suspense>
      )}
      <DraftQuestions noun="workout" isOfDay draft={draft} Version={EntryVersion} />
    </div>
  );
}

/** Says that an entry was saved, with Undo, which is refused if another device has changed it since. */
function useAnnouncement(entry: CalendarEntry) {
  const change = useChangeEntry();
  return (title: string, { id, version }: CalendarEntry): void => {
    const { workoutId, own } = entry;
    const isCopy = id !== entry.id;
    const content = own ? { kind: own.kind, ...entryText(entry) } : null;
    const undo = () =>
      change.mutateAsync({ id, version, content, workoutId: workoutId ?? undefined });
    showOutcome({ title, undo: isCopy || (workoutId === null && !own) ? undefined : undo });
  };
}

/** How the text of its plan could say what an entry says now. Undefined if it can't change this day alone. */
function usePlanChange({ season: place, day }: CalendarEntry) {
  const today = useToday();
  const query = seasonQuery(useCall(), place?.id ?? '');
  const { data: season } = useQuery({ ...query, enabled: place !== null });
  return async (to: EntryText): Promise<PlanChange | undefined> => {
    if (!place || !season || season.endedAt || day < today) return undefined;
    // Without a connection the plan can't change, and its language may not be on the device.
    const plans = await import('./change-day.ts').catch(() => undefined);
    const after = plans?.changeDay(season.text, place.key, { ...to, title: titleOf(to) });
    const isOther = after !== undefined && after !== season.text;
    return isOther ? { season, before: season.text, after } : undefined;
  };
}

function EntryVersion({ version }: { version: EntryText | CalendarEntry }) {
  const { title, script, notes } = 'day' in version ? entryText(version) : version;
  return (
    <>
      <p className="mt-1 font-semibold">{title}</p>
      <pre className="mt-1.5 overflow-x-auto font-mono text-sm whitespace-pre-wrap">{script}</pre>
      {notes && <p className="mt-1.5 text-sm text-ink-2">{notes}</p>}
    </>
  );
}
