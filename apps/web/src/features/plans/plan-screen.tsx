import type { SavedPlan, SeasonSummary } from '@pacewright/contract';
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
import { PlanDialog, PlanMenu } from './plan-menu.tsx';
import { hasFinished, type PlanDialogKind } from './plan-state.tsx';
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
  const { text, edit, isChanged, isSaving, save } = draft;
  const today = useToday();
  const season = useSeasonOfPlan(id);
  const [dialog, setDialog] = useState<PlanDialogKind>();
  const [isHelpShown, setIsHelpShown] = useState(false);
  const [planned, setPlanned] = useState<SavedPlan>();
  const title = titleOfPlan(text.text);

  useShortcuts({ save: () => void save() });

  /** Unsaved changes are saved first: a season has the text of its plan. */
  async function saveFirst(): Promise<SavedPlan | undefined> {
    return stored && !isChanged ? draft.server : save();
  }

  const addToCalendar = () => void saveFirst().then(setPlanned);

  const buttons = (
    <>
      <CalendarButton
        {...{ season }}
        onAdd={addToCalendar}
        onUpdate={(path) => void saveFirst().then((saved) => saved && navigateAfter(path))}
      />
      <SaveButton
        busy={isSaving}
        isOffered={isChanged || !stored}
        aria-keyshortcuts={ariaKeys('save')}
        onClick={() => void save()}
      />
    </>
  );

  return (
    <div className="max-md:pb-16">
      <LinkUp to="/app/plans">Plans</LinkUp>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <div className="min-w-0 flex-1 basis-48">
          <PlanHeading {...{ stored, title, season, draft }} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {stored && (
            <PlanMenu
              name="this plan"
              plan={stored}
              season={season}
              onOpen={setDialog}
              onPutOnCalendar={season && hasFinished(season, today) ? addToCalendar : undefined}
              onDeleted={() => {
                draft.leave();
                void navigateAfter('/app/plans');
              }}
            />
          )}
          <span className="contents max-md:hidden">{buttons}</span>
        </div>
      </div>
      <SaveBar>{buttons}</SaveBar>
      <PlanAlerts {...{ draft, stored, season, isDeleted }} />
      <PlanView
        text={text.text}
        onChange={(next) => edit({ text: next })}
        paceContext={paceContext}
        onHelp={() => setIsHelpShown(true)}
        onRead={() => void navigate('/app/workouts/import', { state: { text: text.text } })}
      />
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
      <Suspense>
        {isHelpShown && <PlanHelpDialog onClose={() => setIsHelpShown(false)} />}
        {planned && <PutOnCalendarDialog plan={planned} onClose={() => setPlanned(undefined)} />}
      </Suspense>
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

type PlanHeadingProps = {
  stored: SavedPlan | undefined;
  title: string;
  season: SeasonSummary | undefined;
  draft: Pick<ReturnType<typeof usePlanDraft>, 'isChanged' | 'isStored' | 'server'>;
};

/** The title, and where the plan is saved and used. */
function PlanHeading({ stored, title, season, draft }: PlanHeadingProps) {
  const today = useToday();
  const heading = title === UNTITLED && !stored ? 'New plan' : title;
  useTitle(heading);
  return (
    <>
      <h1 className="wrap-anywhere">{heading}</h1>
      <p className="mt-0.5 min-h-5 text-sm text-ink-2">
        {draft.isChanged
          ? draft.isStored
            ? 'Draft saved on this device'
            : 'Not saved'
          : draft.server && `Saved ${formatTimestamp(draft.server.updatedAt, today)}`}
        {season?.lastDay && `. On your calendar until ${formatShortDay(season.lastDay, today)}`}
      </p>
    </>
  );
}

type PlanAlertsProps = {
  draft: ReturnType<typeof usePlanDraft>;
  stored: SavedPlan | undefined;
  season: SeasonSummary | undefined;
  isDeleted: boolean;
};

function PlanAlerts({ draft, stored, season, isDeleted }: PlanAlertsProps) {
  const { restore, isRestoring } = usePlanActions();
  return (
    <div className="grid gap-3.5 empty:hidden md:gap-5 [&:not(:empty)]:mb-5">
      <DraftAlerts
        noun="plan"
        draft={draft}
        deleted={
          stored && isDeleted ? { restore: () => void restore(stored), isRestoring } : undefined
        }
      />
      {season && draft.server && !draft.isChanged && (
        <CalendarDifference season={season} text={draft.server.text} />
      )}
      {draft.fieldErrors['/text'] && <Alert kind="error">{draft.fieldErrors['/text']}</Alert>}
    </div>
  );
}

type CalendarButtonProps = {
  season: SeasonSummary | undefined;
  onAdd: () => void;
  onUpdate: (path: string) => void;
};

function CalendarButton({ season, onAdd, onUpdate }: CalendarButtonProps) {
  return season ? (
    <Button icon={<CalendarSync aria-hidden />} onClick={() => onUpdate(changesPath(season))}>
      <span className="max-md:hidden">Update calendar</span>
      <span className="md:hidden">Update</span>
    </Button>
  ) : (
    <Button icon={<CalendarPlus aria-hidden />} onClick={onAdd}>
      Add to calendar
    </Button>
  );
}

function PlanVersion({ version }: { version: PlanText }) {
  return <PlanTextView text={version.text} />;
}

function pathOf({ id }: SavedPlan): string {
  return `/app/plans/${id}`;
}
