import type { SavedPlan } from '@pacewright/contract';
import {
  CalendarPlus,
  CalendarSync,
  ChevronLeft,
  Copy,
  Ellipsis,
  Printer,
  Share2,
  Trash2,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiProblem } from '../../platform/api/problem.ts';
import { useWhenReachable } from '../../platform/api/use-when-reachable.ts';
import { formatShortDay } from '../../platform/days/days.ts';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { ConflictDialog } from '../../platform/drafts/conflict-dialog.tsx';
import { DraftAlerts } from '../../platform/drafts/draft-alerts.tsx';
import { ariaKeys } from '../../platform/shortcuts/shortcuts.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KEEP_MOUNTED } from '../../ui/keep-mounted.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { showToast } from '../../ui/toast.tsx';
import { SKIP_UNSAVED_PROMPT, UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { useTitle } from '../../ui/use-title.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { CalendarDifference, changesPath } from './calendar-difference.tsx';
import type { PlanText } from './plan-draft.ts';
import { PlanText as PlanTextView } from './plan-text.tsx';
import { titleOfPlan, UNTITLED } from './plan-title.ts';
import { PlanView } from './plan-view.tsx';
import { usePlan, useSeasonOfPlan } from './plans-queries.ts';
import { usePlanActions } from './use-plan-actions.ts';
import { usePlanDraft } from './use-plan-draft.ts';

const PlanHelpDialog = lazyDialog(
  async () => (await import('./plan-help-dialog.tsx')).PlanHelpDialog,
);

const SharePlanDialog = lazyDialog(
  async () => (await import('./share-plan-dialog.tsx')).SharePlanDialog,
);

const PlanFilesDialog = lazyDialog(
  async () => (await import('./plan-files-dialog.tsx')).PlanFilesDialog,
);

const PutOnCalendarDialog = lazyDialog(
  async () => (await import('./put-on-calendar-dialog.tsx')).PutOnCalendarDialog,
);

type PlanScreenProps = {
  /** Undefined until a new plan is saved. */
  id: string | undefined;
  /** The initial text of a new plan. */
  start: PlanText | undefined;
  /** Called before a new plan gets its own URL. */
  onFirstSave: (saved: SavedPlan) => void;
  paceContext: PaceContext;
};

/** A plan of the athlete, or a new one. */
export function PlanScreen({ id, start, onFirstSave, paceContext }: PlanScreenProps) {
  const navigate = useNavigate();
  const { stored, isDeleted } = usePlan(id);
  const draft = usePlanDraft(stored, start);
  const { text, edit, isChanged, isSaving, fieldErrors, save: saveDraft } = draft;
  const today = useToday();
  const season = useSeasonOfPlan(id);
  const { restore, isRestoring } = usePlanActions();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isShareOpen, setIsShareOpen] = useState(false);
  const [areFilesOpen, setAreFilesOpen] = useState(false);
  const [planned, setPlanned] = useState<SavedPlan>();
  const [failure, setFailure] = useState<string>();
  const [isUnreachable, setIsUnreachable] = useState(false);
  const title = titleOfPlan(text.text);
  useTitle(title === UNTITLED && !stored ? 'New plan' : title);

  /** Navigates to the URL of a plan that was saved for the first time. */
  async function goToPlan(saved: SavedPlan): Promise<void> {
    if (stored) return;
    onFirstSave(saved);
    await navigate(pathOf(saved), { replace: true, state: KEEP_MOUNTED, preventScrollReset: true });
  }

  async function goToCopy(saved: SavedPlan): Promise<void> {
    await navigate(pathOf(saved), { replace: !stored, state: SKIP_UNSAVED_PROMPT });
  }

  /** Runs a save. A failure is shown, and the draft stays. */
  async function attempt(
    saving: () => Promise<SavedPlan | undefined>,
    proceed = goToPlan,
  ): Promise<SavedPlan | undefined> {
    setFailure(undefined);
    setIsUnreachable(false);
    try {
      const saved = await saving();
      if (!saved) return undefined;
      await proceed(saved);
      showToast.success(`${saved.title || UNTITLED} saved`);
      return saved;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setIsUnreachable(error instanceof ApiProblem && error.code === 'UNREACHABLE');
      return undefined;
    }
  }

  const save = () => attempt(() => saveDraft(() => undefined));
  useWhenReachable(isUnreachable && isChanged, () => void save());
  useShortcuts({
    save: () => {
      if (!isSaving) void save();
    },
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
    if (await saveFirst()) await navigate(path, { state: SKIP_UNSAVED_PROMPT });
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
      <span className="max-md:hidden">Put on calendar</span>
      <span className="md:hidden">On calendar</span>
    </Button>
  );
  const saveButton = (
    <Button
      variant="primary"
      busy={isSaving}
      aria-keyshortcuts={ariaKeys('save')}
      onClick={() => void save()}
    >
      Save
    </Button>
  );

  return (
    <div className="max-md:pb-16">
      <Link
        to="/app/plans"
        className="inline-flex min-h-6 items-center gap-1 text-sm font-semibold text-ink-2"
      >
        <ChevronLeft aria-hidden className="size-4" /> Plans
      </Link>
      <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-3 md:mb-6">
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="wrap-anywhere">{title === UNTITLED && !stored ? 'New plan' : title}</h1>
          <p className="mt-0.5 min-h-5 text-sm text-ink-2">
            {isChanged
              ? draft.isStored
                ? 'Draft kept on this device'
                : 'Not saved'
              : draft.server && `Saved ${formatTimestamp(draft.server.updatedAt, today)}`}
            {season?.lastDay && `. On your calendar until ${formatShortDay(season.lastDay, today)}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {stored && (
            <PlanMenu
              stored={stored}
              onShare={() => setIsShareOpen(true)}
              onFiles={() => setAreFilesOpen(true)}
              onPutOnCalendar={season && (() => void openCalendarDialog())}
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
            stored && isDeleted
              ? { restore: () => void restore(stored, { announce: true }), isRestoring }
              : undefined
          }
          failure={failure}
          isUnreachable={isUnreachable}
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
        onHelp={() => setIsHelpOpen(true)}
      />
      <UnsavedChanges
        when={isChanged}
        description={
          draft.isStored
            ? 'Your draft stays on this device. You can restore it when you come back.'
            : 'Your browser is blocking storage, so your changes will be lost.'
        }
        stay="Keep writing"
      />
      {isHelpOpen && (
        <Suspense>
          <PlanHelpDialog onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
      {isShareOpen && (
        <Suspense>
          <SharePlanDialog text={text.text} onClose={() => setIsShareOpen(false)} />
        </Suspense>
      )}
      {areFilesOpen && (
        <Suspense>
          <PlanFilesDialog
            {...{ title, season, paceContext }}
            text={text.text}
            onClose={() => setAreFilesOpen(false)}
          />
        </Suspense>
      )}
      {planned && (
        <Suspense>
          <PutOnCalendarDialog plan={planned} onClose={() => setPlanned(undefined)} />
        </Suspense>
      )}
      {draft.conflict && (
        <ConflictDialog
          noun="plan"
          mine={<PlanTextView text={draft.conflict.mine.text} />}
          theirs={<PlanTextView text={draft.conflict.theirs.text} />}
          savedAt={draft.conflict.theirs.updatedAt}
          isSaving={draft.isSaving}
          failure={failure}
          onKeepMine={() => void attempt(async () => draft.conflict?.keepMine())}
          onTakeTheirs={() => draft.conflict && void goToPlan(draft.conflict.takeTheirs())}
          onSaveCopy={() => void attempt(async () => draft.conflict?.saveCopy(), goToCopy)}
          onClose={draft.conflict.close}
        />
      )}
    </div>
  );
}

function pathOf({ id }: SavedPlan): string {
  return `/app/plans/${id}`;
}

type PlanMenuProps = {
  stored: SavedPlan;
  onShare: () => void;
  onFiles: () => void;
  /** For a plan that is on the calendar already. */
  onPutOnCalendar: (() => void) | undefined;
};

function PlanMenu({ stored, onShare, onFiles, onPutOnCalendar }: PlanMenuProps) {
  const navigate = useNavigate();
  const { remove, copy } = usePlanActions();

  async function deletePlan(): Promise<void> {
    if (await remove(stored)) await navigate('/app/plans', { state: SKIP_UNSAVED_PROMPT });
  }

  return (
    <Menu
      label="This plan"
      trigger={<IconButton label="More for this plan" icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem icon={<Share2 aria-hidden />} onClick={onShare}>
        Share
      </MenuItem>
      <MenuItem icon={<Printer aria-hidden />} onClick={onFiles}>
        Print and files
      </MenuItem>
      <MenuItem
        icon={<Copy aria-hidden />}
        onClick={() => void copy(stored, (saved) => void navigate(pathOf(saved)))}
      >
        Make a copy
      </MenuItem>
      {onPutOnCalendar && (
        <MenuItem icon={<CalendarPlus aria-hidden />} onClick={onPutOnCalendar}>
          Put on calendar once more
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onClick={() => void deletePlan()}>
        Delete
      </MenuItem>
    </Menu>
  );
}
