import type { PlannedDayReply, SeasonChange, SeasonQuestion } from '@pacewright/contract';
import { highlightScript, previewScript } from '@pacewright/script';
import { ArrowRight, CalendarDays, Hand } from 'lucide-react';
import { useMemo } from 'react';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { useReading } from '../../workout/use-reading.ts';
import { DiffText } from './diff-text.tsx';
import { type DayChange, isAnswer } from './season-changes.ts';
import type { Answer } from './seasons-queries.ts';

type ChangeRowProps = {
  day: DayChange;
  /** Titles that are already on the day it gets. */
  beside: readonly string[];
  takeTheirs: readonly Answer[];
  onAnswer: (question: SeasonQuestion, isTheirs: boolean) => void;
  isUnchanged: boolean;
  onKeep: (isUnchanged: boolean) => void;
  paceContext: PaceContext;
};

/** A day before and after a changed text, with its questions. */
export function ChangeRow(props: ChangeRowProps) {
  const { day, beside, takeTheirs, onAnswer, isUnchanged, onKeep, paceContext } = props;
  const today = useToday();
  const { change, questions } = day;
  const asked = questions[0];
  const before = change ? change.before : (asked?.mine ?? null);
  const after = change ? change.after : before;
  const shown = after ?? before ?? asked?.theirs;
  if (!shown) return null;
  const isMoved = before && after && whenOf(before, today) !== whenOf(after, today);
  const about = (
    <>
      <span className="block text-sm font-semibold">
        {isMoved && (
          <>
            <del className="font-normal text-ink-2">{whenOf(before, today)}</del>{' '}
            <ArrowRight aria-label="to" className="inline size-3.5 text-ink-2" />{' '}
          </>
        )}
        {whenOf(shown, today)}
      </span>
      <span
        className={classNames(
          'block text-md font-semibold wrap-anywhere',
          !after && !isUnchanged && 'line-through',
        )}
      >
        {shown.title}
      </span>
    </>
  );
  return (
    <li
      className={classNames(
        'grid gap-x-5 gap-y-2 border-t border-line px-4 py-3.5 md:grid-cols-[11rem_minmax(0,1fr)_auto] md:px-5.5',
        // In line with the text behind the box.
        change && 'md:[&>p]:pl-7',
      )}
    >
      <div className="min-w-0">
        {change ? (
          <Checkbox
            checked={!isUnchanged}
            onChange={({ target }) => onKeep(!target.checked)}
            label={about}
            className="items-start"
          />
        ) : (
          about
        )}
        {change && (
          <p className="pl-7 text-xs text-ink-2">{isUnchanged ? 'Unchanged' : KIND[change.kind]}</p>
        )}
      </div>
      <Pictures before={before} after={after} paceContext={paceContext} />
      {before && after && before.script !== after.script && (
        <p className="text-sm md:col-span-3">
          <DiffText before={before.script} after={after.script} highlight={highlightScript} />
        </p>
      )}
      {before && after && before.notes !== after.notes && (
        <p className="text-sm text-ink-2 wrap-anywhere whitespace-pre-line md:col-span-3">
          {after.notes || 'Note removed.'}
        </p>
      )}
      {beside.length > 0 && (
        <p className="flex items-start gap-2 text-sm text-ink-2 md:col-span-3">
          <CalendarDays aria-hidden className="size-4.5 flex-none" />
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold text-ink">{beside.join(', ')}</b> is already on{' '}
            {formatShortDay(shown.day, today)}. We’ll keep both.
          </span>
        </p>
      )}
      {(isUnchanged ? [] : questions).map((question) => (
        <Question
          key={question.about}
          question={question}
          isTheirs={isAnswer(question, takeTheirs)}
          onAnswer={onAnswer}
        />
      ))}
    </li>
  );
}

/** "Tue 19 Jan", "Tue 19 Jan PM" */
function whenOf({ day, timeOfDay }: PlannedDayReply, today: string): string {
  return [formatShortDay(day, today), timeOfDay?.toUpperCase()].filter(Boolean).join(' ');
}

const KIND: Record<SeasonChange['kind'], string> = {
  add: 'Added',
  change: '',
  remove: 'Removed',
  hold: '',
  'put-back': '',
  release: '',
};

type QuestionProps = {
  question: SeasonQuestion;
  isTheirs: boolean;
  onAnswer: ChangeRowProps['onAnswer'];
};

function Question({ question, isTheirs, onAnswer }: QuestionProps) {
  const today = useToday();
  const { about, mine, theirs } = question;
  const said = QUESTIONS[about];
  const text = said.text({
    mine: mine ? formatShortDay(mine.day, today) : '',
    theirs: theirs ? formatShortDay(theirs.day, today) : '',
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-surface-2 px-3 py-2.5 md:col-span-3">
      <Hand aria-hidden className="size-4.5 flex-none" />
      <div className="min-w-0 grow basis-48 text-sm">
        <p>{text}</p>
        {about === 'content' && mine && theirs && (
          <p className="mt-1">
            <DiffText before={mine.script} after={theirs.script} highlight={highlightScript} />
          </p>
        )}
        {about === 'removed' && theirs?.script && (
          <p className="mt-1">
            <DiffText before={theirs.script} after={theirs.script} highlight={highlightScript} />
          </p>
        )}
      </div>
      <SegmentedControl
        small
        label={text}
        value={isTheirs ? 'theirs' : 'mine'}
        onChange={(value) => onAnswer(question, value === 'theirs')}
        options={[
          { value: 'mine', label: said.mine },
          { value: 'theirs', label: said.theirs },
        ]}
      />
    </div>
  );
}

const QUESTIONS: Record<
  SeasonQuestion['about'],
  { text: (days: { mine: string; theirs: string }) => string; mine: string; theirs: string }
> = {
  day: {
    text: ({ mine, theirs }) => `You moved it to ${mine}. The plan now has it on ${theirs}.`,
    mine: 'Keep mine',
    theirs: 'Use the plan’s',
  },
  content: {
    text: () => 'Both you and the plan changed this workout.',
    mine: 'Keep mine',
    theirs: 'Use the plan’s',
  },
  left: {
    text: () => 'You moved or edited it, and it’s no longer in the plan.',
    mine: 'Keep mine',
    theirs: 'Remove it',
  },
  removed: {
    text: ({ theirs }) => `You removed it. The plan has changed it since, on ${theirs}.`,
    mine: 'Keep it removed',
    theirs: 'Add it back',
  },
  past: {
    text: ({ theirs }) => `The plan now has it on ${theirs}, which is in the past.`,
    mine: 'Keep mine',
    theirs: 'Remove it',
  },
};

type PicturesProps = {
  before: PlannedDayReply | null;
  after: PlannedDayReply | null;
  paceContext: PaceContext;
};

/** The session before, soft, and after, with their lengths. */
function Pictures({ before, after, paceContext }: PicturesProps) {
  const old = useDrawn(before, paceContext);
  const made = useDrawn(after, paceContext);
  const isSame = before?.script === after?.script;
  return (
    <>
      <div className="flex items-center gap-3">
        {old && !(isSame && made) && (
          <span className="min-w-0 flex-1 opacity-50 md:max-w-31">
            <MiniChart isStretched resolved={old} width={92} height={34} />
          </span>
        )}
        {old && made && !isSame && (
          <ArrowRight aria-hidden className="size-4 flex-none text-ink-2" />
        )}
        {made && (
          <span className="min-w-0 flex-1 md:max-w-31">
            <MiniChart isStretched resolved={made} width={92} height={34} />
          </span>
        )}
      </div>
      <p className="fig text-sm text-ink-2 md:text-right">
        {old && !isSame && <span>{minutesOf(old)}</span>}
        {old && made && !isSame && (
          <ArrowRight aria-label="becomes" className="mx-1 inline size-3.5" />
        )}
        {made && <b className="font-semibold text-ink">{minutesOf(made)}</b>}
      </p>
    </>
  );
}

type Drawn = ReturnType<typeof previewScript>['resolved'];

function minutesOf({ totals }: Drawn): string {
  return formatMinutes(totals.time.seconds);
}

function useDrawn(day: PlannedDayReply | null, { speeds }: PaceContext): Drawn | undefined {
  const script = day?.kind === 'run' ? day.script : '';
  const read = useReading(previewScript);
  return useMemo(
    () => (script === '' ? undefined : read(script, { speeds }).resolved),
    [read, script, speeds],
  );
}
