import type { SavedPlan, Season, SeasonPreview, SeasonQuestion } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { highlightPlan, readPlan, totalWeeks } from '@pacewright/plan';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { LinkUp } from '../../ui/link-up.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useNavigateAfter } from '../../ui/use-navigate-after.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { useReading } from '../../workout/use-reading.ts';
import { ChangeRow } from './change-row.tsx';
import { DiffText } from './diff-text.tsx';
import { UNTITLED } from './plan-title.ts';
import { usePlan } from './plans-queries.ts';
import { ActionAlerts, FullDays } from './preview-notes.tsx';
import {
  countChanged,
  listWeekChanges,
  summarizeChanges,
  type WeekChanges,
  withoutUnchanged,
} from './season-changes.ts';
import { type Answer, useSeason, useUndoToast } from './seasons-queries.ts';
import { listLineChanges } from './text-diff.ts';
import { useSeasonAction } from './use-season-action.ts';

type SeasonChangesScreenProps = { planId: string; seasonId: string; paceContext: PaceContext };

const TITLE = 'Update your calendar';
/** Weeks and lines that are shown at first. */
const MAX_SHOWN = 8;

/** A plan that was changed since it was put on the calendar: everything that will change, then one button. */
export function SeasonChangesScreen({ planId, seasonId, paceContext }: SeasonChangesScreenProps) {
  useTitle(TITLE);
  const { stored } = usePlan(planId, { isNew: false });
  const season = useSeason(seasonId);
  return (
    <div className="max-md:pb-16">
      <LinkUp to={`/app/plans/${planId}`}>{stored?.title || UNTITLED}</LinkUp>
      <h1 className="mb-3.5 md:mb-6">{TITLE}</h1>
      {stored && <Changes plan={stored} season={season} paceContext={paceContext} />}
    </div>
  );
}

type ChangesProps = { plan: SavedPlan; season: Season; paceContext: PaceContext };

function Changes({ plan, season, paceContext }: ChangesProps) {
  const navigate = useNavigate();
  const navigateAfter = useNavigateAfter();
  const isOver = season.endedAt !== null || season.pausedOn !== null;
  const [takeTheirs, setTakeTheirs] = useState<Answer[]>([]);
  const [keep, setKeep] = useState<string[]>([]);
  const action = { kind: 'text', text: plan.text } as const;
  const {
    preview: data,
    full,
    apply,
    isApplying,
    ...notes
  } = useSeasonAction(season.id, isOver ? undefined : action, { takeTheirs, keep });
  const showUndo = useUndoToast();
  const weeks = useMemo(() => (data ? listWeekChanges(data) : []), [data]);
  const changing = withoutUnchanged(weeks, keep);
  const count = countChanged(changing, takeTheirs);

  function choose({ key, about }: SeasonQuestion, isTheirs: boolean): void {
    const others = takeTheirs.filter((own) => own.key !== key || own.about !== about);
    setTakeTheirs(isTheirs ? [...others, { key, about }] : others);
  }

  function keepDay(key: string, isUnchanged: boolean): void {
    setKeep(isUnchanged ? [...keep, key] : keep.filter((other) => other !== key));
  }

  async function run(previewed: SeasonPreview): Promise<void> {
    const changed = await apply(previewed);
    if (!changed) return;
    showUndo(changed, count === 0 ? 'Kept your version' : `${plural(count, 'day')} updated`);
    const first = changing
      .flatMap(({ days }) => days.flatMap(({ change }) => change?.after?.day ?? []))
      .sort()[0];
    await navigateAfter(first ? `/app/calendar?day=${first}` : `/app/plans/${plan.id}`);
  }

  if (isOver)
    return season.endedAt === null ? (
      <Alert kind="info" title="This plan is paused.">
        Resume it on the Plans page, then update your calendar.
      </Alert>
    ) : (
      <Alert kind="info" title="This plan has ended.">
        You can add it to the calendar again.
      </Alert>
    );
  if (!data && notes.problems.preview) return <ActionAlerts {...notes} />;
  if (!data) return <LoadingIndicator />;
  if (weeks.length === 0)
    return <p className="text-ink-2">Your calendar already matches the plan.</p>;

  const applyButton = (
    <Button
      variant="primary"
      busy={isApplying}
      disabled={full.length > 0}
      className="w-full"
      onClick={() => void run(data)}
    >
      {count === 0 ? 'Keep my version' : `Update ${plural(count, 'day')}`}
    </Button>
  );
  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="grid gap-3.5 *:min-w-0 md:gap-5 lg:order-last">
        <ActionAlerts {...notes} />
        <FullDays
          full={full}
          advice="Untick a workout on that day, or remove something from it first."
        />
        <Summary {...{ changing, count }} kept={keep.length}>
          {applyButton}
          <Button variant="quiet" onClick={() => void navigate(`/app/plans/${plan.id}`)}>
            Don’t update
          </Button>
        </Summary>
        <ChangedLines before={season.text} after={plan.text} />
      </div>
      <WeekList
        {...{ weeks, data, paceContext }}
        texts={{ before: season.text, after: plan.text }}
        takeTheirs={takeTheirs}
        keep={keep}
        onAnswer={choose}
        onKeep={keepDay}
      />
      <SaveBar>
        <Button variant="quiet" onClick={() => void navigate(`/app/plans/${plan.id}`)}>
          Don’t update
        </Button>
        {applyButton}
      </SaveBar>
    </div>
  );
}

type SummaryProps = {
  changing: WeekChanges[];
  count: number;
  kept: number;
  children: ReactNode;
};

function Summary({ changing, count, kept, children }: SummaryProps) {
  return (
    <Card edgeToEdge aria-label="Summary" className="grid gap-3 p-4 md:p-5.5">
      <p>
        <b className="fig text-2xl font-bold">{count}</b>{' '}
        <b className="font-semibold">{count === 1 ? 'day will change' : 'days will change'}</b>
      </p>
      <ul className="grid gap-1.5 text-sm">
        {summarizeChanges(changing, kept).map(([amount, text]) => (
          <li key={text} className="flex gap-2">
            <b className="fig w-7 flex-none text-right font-semibold">{amount}</b> {text}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        Untick a day to leave it unchanged. Past and completed days, and everything else on your
        calendar, won’t change.
      </p>
      <div className="grid gap-2 max-md:hidden">{children}</div>
    </Card>
  );
}

type WeekListProps = {
  weeks: readonly WeekChanges[];
  data: SeasonPreview;
  texts: { before: string; after: string };
  takeTheirs: readonly Answer[];
  keep: readonly string[];
  onAnswer: (question: SeasonQuestion, isTheirs: boolean) => void;
  onKeep: (key: string, isUnchanged: boolean) => void;
  paceContext: PaceContext;
};

function WeekList(props: WeekListProps) {
  const { weeks, data, texts, takeTheirs, keep, onAnswer, onKeep, paceContext } = props;
  const [isAll, setIsAll] = useState(false);
  const { speeds } = paceContext;
  const read = useReading(readPlan);
  const totals = useMemo(
    () => ({
      before: totalWeeks(read(texts.before), speeds),
      after: totalWeeks(read(texts.after), speeds),
    }),
    [read, texts.before, texts.after, speeds],
  );
  const secondsOf = (side: 'before' | 'after', week: number) =>
    totals[side].find((own) => own.week === week)?.time.seconds ?? 0;
  const shown = isAll ? weeks : weeks.slice(0, MAX_SHOWN);
  return (
    <div className="grid gap-3.5 *:min-w-0 md:gap-5">
      {shown.map(({ week, days }) => {
        const [before, after] = [secondsOf('before', week), secondsOf('after', week)];
        return (
          <Card key={week} edgeToEdge aria-labelledby={`week-${week}`}>
            <div className="flex items-baseline justify-between gap-4 px-4 py-3.5 md:px-5.5">
              <h2 id={`week-${week}`} className="text-lg">
                Week {week}
              </h2>
              <p className="fig text-sm text-ink-2">
                {before === after ? (
                  'same duration'
                ) : (
                  <>
                    {formatMinutes(before)}
                    <ArrowRight aria-label="becomes" className="mx-1 inline size-3.5" />
                    <b className="font-semibold text-ink">{formatMinutes(after)}</b>
                  </>
                )}
              </p>
            </div>
            <ul>
              {days.map((day) => (
                <ChangeRow
                  key={day.key}
                  day={day}
                  beside={titlesBeside(day.change?.after?.day, data)}
                  takeTheirs={takeTheirs}
                  onAnswer={onAnswer}
                  isUnchanged={keep.includes(day.key)}
                  onKeep={(isUnchanged) => onKeep(day.key, isUnchanged)}
                  paceContext={paceContext}
                />
              ))}
            </ul>
          </Card>
        );
      })}
      {shown.length < weeks.length && (
        <Button onClick={() => setIsAll(true)}>
          Show {weeks.length - shown.length} more weeks
        </Button>
      )}
    </div>
  );
}

function titlesBeside(day: string | undefined, { shared }: SeasonPreview): string[] {
  return shared.find((own) => own.day === day)?.titles ?? [];
}

function ChangedLines({ before, after }: { before: string; after: string }) {
  const [isAll, setIsAll] = useState(false);
  const lines = useMemo(() => listLineChanges(before, after), [before, after]);
  const shown = isAll ? lines : lines.slice(0, MAX_SHOWN);
  return (
    <Card edgeToEdge aria-labelledby="changed-lines" className="p-4 md:p-5.5">
      <h2 id="changed-lines" className="text-md">
        Changed lines
      </h2>
      <ul className="mt-1 text-sm">
        {shown.map((line, index) => (
          <li
            // Lines have no ids, and never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="border-line py-2 [&:not(:first-child)]:border-t"
          >
            <DiffText
              before={(line.before ?? '').trim()}
              after={(line.after ?? '').trim()}
              highlight={highlightPlan}
            />
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button size="sm" onClick={() => setIsAll(true)}>
          Show {lines.length - shown.length} more
        </Button>
      )}
    </Card>
  );
}
