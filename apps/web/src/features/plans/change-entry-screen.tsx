import {
  type CalendarEntry,
  type EntryContentToSave,
  validateEntryContent,
} from '@pacewright/contract';
import { suggestTitle } from '@pacewright/script';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ChevronLeft, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { SKIP_UNSAVED_PROMPT, UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useWorkoutPreview } from '../../workout/view/use-workout-preview.ts';
import { WorkoutEditorLayout } from '../../workout/view/workout-editor-layout.tsx';
import { useChangeEntry } from './change-entry-queries.ts';

type ChangeEntryScreenProps = { id: string; day: string; paceContext: PaceContext };

/** One session of the calendar, to change on its day only. */
export function ChangeEntryScreen({ id, day, paceContext }: ChangeEntryScreenProps) {
  const entries = useSuspenseQuery(calendarQuery(useCall(), { from: day, to: day })).data;
  const entry = entries.find((own) => own.id === id);
  if (entry && !entry.done && (entry.own?.kind ?? 'run') === 'run')
    return <EntryEditor entry={entry} paceContext={paceContext} />;
  return (
    <>
      <PageHeading title="Change only this session" />
      <Alert
        kind="info"
        title={entry ? 'This day can’t be changed here.' : 'It isn’t here anymore.'}
      >
        {entry?.done
          ? 'It is done, so it stays as you ran it.'
          : 'It may have been moved to another day, or removed.'}{' '}
        <Link to={`/app/calendar?day=${day}`} className="font-semibold">
          Open the calendar
        </Link>
      </Alert>
    </>
  );
}

type EntryEditorProps = { entry: CalendarEntry; paceContext: PaceContext };

function EntryEditor({ entry, paceContext }: EntryEditorProps) {
  const navigate = useNavigate();
  const today = useToday();
  const change = useChangeEntry();
  const [start] = useState(() => contentOf(entry));
  const [content, setContent] = useState(start);
  const preview = useWorkoutPreview(content.script, paceContext);
  const suggested = suggestTitle(preview.reading.workout);
  const isChanged = JSON.stringify(content) !== JSON.stringify(start);
  const calendarPath = `/app/calendar?day=${entry.day}`;
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function save(next: EntryContentToSave | null): Promise<void> {
    const problems = next ? validateEntryContent(next) : [];
    setErrors(Object.fromEntries(problems.map(({ at, message }) => [at, message])));
    if (problems.length > 0) return;
    await change.mutateAsync({ id: entry.id, content: next }).then(
      async () => {
        const said = next
          ? `Only ${formatLongDay(entry.day, today)} is changed`
          : 'As in the plan again';
        // A workout of the library is no longer linked, so its earlier content would not bring it back.
        if (entry.own)
          showToast.undo(
            said,
            () => void change.mutateAsync({ id: entry.id, content: start }).catch(reportFailure),
            'saved',
          );
        else showToast.success(said);
        await navigate(calendarPath, { state: SKIP_UNSAVED_PROMPT });
      },
      // The alert says why.
      () => undefined,
    );
  }

  const saveNow = () => void save({ ...content, title: content.title.trim() || suggested });
  useShortcuts({ save: saveNow });
  const saveButton = (
    <Button variant="primary" busy={change.isPending} onClick={saveNow}>
      Save
    </Button>
  );

  return (
    <div className="max-md:pb-16">
      <Link
        to={calendarPath}
        className="inline-flex min-h-6 items-center gap-1 text-sm font-semibold text-ink-2"
      >
        <ChevronLeft aria-hidden className="size-4" /> Calendar
      </Link>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <TitleField
          value={content.title}
          onChange={(title) => setContent({ ...content, title })}
          untitled={suggested}
          placeholder={suggested}
          error={errors['/title']}
          under={`Only ${formatLongDay(entry.day, today)}. ${entry.workoutId ? 'Your library stays as it is.' : 'Other days stay as they are.'}`}
        />
        <span className="contents max-md:hidden">{saveButton}</span>
      </div>
      <SaveBar>
        <Button onClick={() => void navigate(calendarPath)}>Cancel</Button>
        {saveButton}
      </SaveBar>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
        {entry.season && (
          <PlanVersion
            season={entry.season}
            isBusy={change.isPending}
            onBack={() => void save(null)}
          />
        )}
        {change.isError && (
          <Alert kind="error" title="Not saved.">
            {change.error.message}
          </Alert>
        )}
        {errors['/script'] && <Alert kind="error">{errors['/script']}</Alert>}
      </div>
      <WorkoutEditorLayout
        title={content.title.trim() || suggested}
        script={content.script}
        onScriptChange={(script) => setContent({ ...content, script })}
        preview={preview}
        aside={
          <Card edgeToEdge className="px-4 py-5 md:px-5.5">
            <TextAreaField
              label="Notes"
              value={content.notes}
              error={errors['/notes']}
              onChange={({ target }) => setContent({ ...content, notes: target.value })}
            />
          </Card>
        }
      />
      <UnsavedChanges
        when={isChanged}
        description="This session stays as it was on the calendar."
        stay="Keep writing"
      />
    </div>
  );
}

function reportFailure(error: Error): void {
  showToast.failure('Not undone', { detail: error.message });
}

function contentOf({ title, script, own }: CalendarEntry) {
  return { kind: 'run' as const, title, script, notes: own?.notes ?? '' };
}

type PlanVersionProps = {
  season: NonNullable<CalendarEntry['season']>;
  isBusy: boolean;
  onBack: () => void;
};

/** The plan's version of a day that the athlete changed. Nothing for one that is as in the plan. */
function PlanVersion({ season: { id, key }, isBusy, onBack }: PlanVersionProps) {
  const { data } = useQuery(seasonQuery(useCall(), id));
  const planned = data?.edited.find((own) => own.key === key);
  if (!planned) return null;
  return (
    <Alert kind="info" title="You changed this session.">
      The plan has {planned.title}
      {planned.script && (
        <>
          {': '}
          <ScriptText script={planned.script} />
        </>
      )}
      <span className="mt-2 block">
        <Button size="sm" icon={<Undo2 aria-hidden />} busy={isBusy} onClick={onBack}>
          Back to the plan’s
        </Button>
      </span>
    </Alert>
  );
}
