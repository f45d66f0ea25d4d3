import type { SavedPlan } from '@pacewright/contract';
import { CalendarPlus, CalendarSync } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatShortDay } from '../../platform/days/days.ts';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { DraftQuestions } from '../../platform/drafts/draft-questions.tsx';
import { DraftAlerts } from '../../platform/drafts/draft-alerts.tsx';
import { ariaKeys } from '../../platform/shortcuts/shortcuts.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { LinkUp } from '../../ui/link-up.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useNavigateAfter } from '../../ui/use-navigate-after.ts';
import { useTitle } from '../../ui/use-title.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { CalendarDifference, changesPath } from './calendar-difference.tsx';
import type { PlanText } from './plan-draft.ts';
import { PlanDialog, type PlanDialogKind, PlanMenu } from './plan-menu.tsx';
import { hasFinished } from './plan-state.tsx';
import { PlanText as PlanTextView } from './plan-text.tsx';
import { titleOfPlan, UNTITLED } from './plan-title.ts';
import { PlanView } from './plan-view.tsx';
import { usePlan, useSeasonOfPlan } from './plans-queries.ts';
import { usePlanActions } from './use-plan-actions.ts';
import { usePlanDraft } from './use-plan-draft.ts';

const PlanHelpDialog = lazyDialog(
  async () => (await import('./plan-help-dialog.tsx')).PlanHelpDialog,
);

const PutOnCalendarDialog = lazyDialog(
  async () => (await import('./put-on-calendar-dialog.tsx')).PutOnCalendarDialog,
);

type PlanScreenProps = {
  id: string;
  /** Not saved yet. */
  isNew: boolean;
  /** The initial text of a new plan. */
  start: PlanText | undefined;
  paceContext: PaceContext;
};

/** A plan of the athlete, or a new one. */
export function PlanScreen({ id, isNew, start, paceContext }: PlanScreenProps) {
  const navigate = useNavigate();
  const navigateAfter = useNavigateAfter();
  const { stored, isDeleted } = usePlan(id, { isNew });
  /** Goes to the URL of a plan that was saved, a copy or one that was new. */
  async function showSaved(saved: SavedPlan): Promise<void> {
    if (!isNew && saved.id === id) return;
    await navigateAfter(pathOf(saved), { replace: isNew, preventScrollReset: saved.id === id });
  }

  const draft = usePlanDraft(id, stored, start, async (saved) => {
    await showSaved(saved);
    showToast.success(`${saved.title || UNTITLED} saved`);
  });
  const { text, edit, isChanged, isSaving, fieldErrors, save } = draft;
  const today = useToday();
  const season = useSeasonOfPlan(id);
  const { restore, isRestoring } = usePlanActions();
  const [dialog, setDialog] = useState<PlanDialogKind>();
  const [isHelpShown, setIsHelpShown] = useState(false);
  const [planned, setPlanned] = useState<SavedPlan>();
  const title = titleOfPlan(text.text);
  useTitle(title === UNTITLED && !stored ? 'New plan' : title);

  useShortcuts({
    save: () => void save(),
  });

  /** Unsaved changes are saved first: a season has the text of its plan. */
  async function saveFirst(): Promise<SavedPlan | undefined> {
    return stored && !isChanged ? draft.server : save();
  }

  async function openCalendarDialog(): Promise<void> {
    const saved = await saveFirst();
    if (saved) setPlanned(saved);
  }

  async function updateCalendar(path: string): Promise<void> {
    if (await saveFirst()) await navigateAfter(path);
  }

  const calendarButton = season ? (
    <Button
      icon={<CalendarSync aria-hidden />}
      onClick={() => void updateCalendar(changesPath(season))}
    >
      <span className="max-md:hidden">Update calendar</span>
      <span className="md:hidden">Update</span>
    </Button>
  ) : (
    <Button icon={<CalendarPlus aria-hidden />} onClick={() => void openCalendarDialog()}>
      Add to calendar
    </Button>
  );
  const saveButton = (
    <SaveButton
      busy={isSaving}
      isOffered={isChanged || !stored}
      aria-keyshortcuts={ariaKeys('save')}
      onClick={() => void save()}
    />
  );

  return (
    <div className="max-md:pb-16">
      <LinkUp to="/app/plans">Plans</LinkUp>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="wrap-anywhere">{title === UNTITLED && !stored ? 'New plan' : title}</h1>
          <p className="mt-0.5 min-h-5 text-sm text-ink-2">
            {isChanged
              ? draft.isStored
                ? 'Draft saved on this device'
                : 'Not saved'
              : draft.server && `Saved ${formatTimestamp(draft.server.updatedAt, today)}`}
            {season?.lastDay && `. On your calendar until ${formatShortDay(season.lastDay, today)}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {stored && (
            <PlanMenu
              name="this plan"
              plan={stored}
              season={season}
              onOpen={setDialog}
              onPutOnCalendar={
                season && hasFinished(season, today) ? () => void openCalendarDialog() : undefined
              }
              onDeleted={() => {
                draft.leave();
                void navigateAfter('/app/plans');
              }}
            />
          )}
          <span className="contents max-md:hidden">
            {calendarButton}
            {saveButton}
          </span>
        </div>
      </div>
      <SaveBar>
        {calendarButton}
        {saveButton}
      </SaveBar>
      <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
        <DraftAlerts
          noun="plan"
          draft={draft}
          deleted={
            stored && isDeleted ? { restore: () => void restore(stored), isRestoring } : undefined
          }
        />
        {season && draft.server && !isChanged && (
          <CalendarDifference season={season} text={draft.server.text} />
        )}
        {fieldErrors['/text'] && <Alert kind="error">{fieldErrors['/text']}</Alert>}
      </div>
      <PlanView
        text={text.text}
        onChange={(next) => edit({ text: next })}
        paceContext={paceContext}
        onHelp={() => setIsHelpShown(true)}
        onRead={() => void navigate('/app/workouts/import', { state: { text: text.text } })}
      />
      {isHelpShown && (
        <Suspense>
          <PlanHelpDialog onClose={() => setIsHelpShown(false)} />
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          <PlanDialog
            kind={dialog}
            {...{ title, season, paceContext }}
            text={text.text}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
      {planned && (
        <Suspense>
          <PutOnCalendarDialog plan={planned} onClose={() => setPlanned(undefined)} />
        </Suspense>
      )}
      <DraftQuestions
        noun="plan"
        draft={draft}
        Version={PlanVersion}
        savedAt={({ updatedAt }) => updatedAt}
        onTheirs={(saved) => void showSaved(saved)}
      />
    </div>
  );
}

function PlanVersion({ version }: { version: PlanText }) {
  return <PlanTextView text={version.text} />;
}

function pathOf({ id }: SavedPlan): string {
  return `/app/plans/${id}`;
}
