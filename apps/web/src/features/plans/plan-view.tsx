import { listValuesOf, type Weekday } from '@pacewright/plan';
import { CircleAlert } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import type { CodeEditorHandle } from '../../workout/editor/code-editor.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { AdviceList } from './advice-list.tsx';
import { useHiddenAdvice } from './hidden-advice.ts';
import { PlanEditor } from './plan-editor.tsx';
import { isBlocking, type PlanPlace, type PlanPreview, previewPlan } from './plan-preview.ts';
import { SeasonCard } from './season-card.tsx';
import { describeWeeks } from './season-layout.ts';
import { WeekPanel } from './week-panel.tsx';

type Chosen = { week: number; weekday: Weekday | undefined };

type PlanViewProps = {
  text: string;
  onChange: (text: string) => void;
  paceContext: PaceContext;
  onHelp: () => void;
};

/** A plan on a whole page: its text, the season drawn, and the days of one week. */
export function PlanView({ text, onChange, paceContext, onHelp }: PlanViewProps) {
  const [chosen, setChosen] = useState<Chosen>({ week: 1, weekday: undefined });
  const [view, setView] = useState<'text' | 'days'>('text');
  const hidden = useHiddenAdvice();
  const editor = useRef<CodeEditorHandle>(null);
  const season = useRef<HTMLDivElement>(null);
  const days = useRef<HTMLElement>(null);

  // Not deferred: a letter would be painted once before the drawing and once with it, and both would take longer.
  const preview = useMemo(
    () => previewPlan(text, paceContext, hidden),
    [text, paceContext, hidden],
  );
  const weeks = useMemo(() => describeWeeks(preview.reading, preview.totals), [preview]);
  const week = weeks.find((own) => own.week === chosen.week) ?? weeks.at(-1);
  const linked = useMemo(
    () => (week ? listValuesOf(preview.headings, week.week) : []),
    [preview, week],
  );

  function followCaret({ weeks: own, weekday }: PlanPlace): void {
    setChosen((before) => {
      const next = {
        week: own.includes(before.week) ? before.week : (own[0] ?? before.week),
        weekday: weekday ?? before.weekday,
      };
      return next.week === before.week && next.weekday === before.weekday ? before : next;
    });
  }

  function chooseWeek(next: number): void {
    setChosen((before) => ({ ...before, week: next }));
  }

  /** Shows where a week is written: at its value, else at its heading. */
  function activateWeek(next: number): void {
    chooseWeek(next);
    const [value] = listValuesOf(preview.headings, next);
    const heading = preview.headings.findLast((own) => own.weeks.includes(next));
    const position = value?.from ?? heading?.place.from;
    if (position !== undefined) editor.current?.show(position);
  }

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,46fr)_minmax(0,54fr)] lg:grid-rows-[auto_1fr]">
      <div ref={season} className="grid gap-3.5 *:min-w-0 md:gap-5 lg:col-start-2">
        <SeasonCard
          {...{ weeks, paceContext }}
          chosen={week?.week}
          onChoose={chooseWeek}
          onActivate={activateWeek}
          onOpen={() => days.current?.querySelector<HTMLElement>('ul button')?.focus()}
        />
      </div>
      <SegmentedControl
        className="lg:hidden"
        label="Show"
        value={view}
        onChange={setView}
        options={[
          { value: 'text', label: 'Text' },
          { value: 'days', label: 'Days' },
        ]}
      />
      <Card
        edgeToEdge
        className={classNames(
          'lg:col-start-1 lg:row-span-2 lg:row-start-1',
          view === 'days' && 'max-lg:hidden',
        )}
      >
        <PlanEditor
          ref={editor}
          value={text}
          onChange={onChange}
          paceContext={paceContext}
          linked={linked}
          onPoint={followCaret}
          onHelp={onHelp}
        />
      </Card>
      <div
        className={classNames(
          'grid gap-3.5 *:min-w-0 md:gap-5 lg:col-start-2',
          view === 'text' && 'max-lg:[&>.plan-days]:hidden',
        )}
      >
        {week && (
          <Card edgeToEdge className="plan-days">
            <WeekPanel
              ref={days}
              reading={preview.reading}
              week={week}
              runs={preview.totals.find((own) => own.week === week.week)?.runs ?? []}
              weekCount={weeks.length}
              weekday={chosen.weekday}
              onWeek={activateWeek}
              onDay={(weekday) => setChosen({ week: week.week, weekday })}
              onBack={() => season.current?.querySelector<SVGElement>('.season')?.focus()}
              paceContext={paceContext}
            />
          </Card>
        )}
        <Problems preview={preview} />
        <AdviceList
          diagnostics={preview.diagnostics}
          onShow={(position) => {
            setView('text');
            editor.current?.focus(position);
          }}
        />
      </div>
    </div>
  );
}

/** As long as the editor waits before it shows a mistake at the caret. */
const TYPING_PAUSE_MS = 700;

function Problems({ preview: { diagnostics, reading } }: { preview: PlanPreview }) {
  const blocking = diagnostics.filter(isBlocking).length;
  const unclear = reading.days.filter(({ mistakes }) => mistakes > 0).length;
  // Half a word is a mistake until it is finished, so a new one waits for a pause, like the editor's note.
  const shown = Math.min(blocking, useDebouncedValue(blocking, TYPING_PAUSE_MS));
  const shownDays = Math.min(unclear, useDebouncedValue(unclear, TYPING_PAUSE_MS));
  if (shown + shownDays === 0) return null;
  return (
    <Card
      className="flex gap-2.5 border-danger-line! bg-danger-soft! px-4 py-3 text-sm"
      role="alert"
    >
      <CircleAlert aria-hidden className="size-4.5 flex-none text-danger" />
      <p>
        <b className="font-semibold text-danger">
          {shown > 0
            ? countOf(shown, 'problem')
            : `${countOf(shownDays, 'day')} with a mistake in the workout`}
        </b>{' '}
        {shown > 0
          ? 'to settle before this can go on your calendar. You can save it as it is.'
          : 'You can save it as it is.'}
      </p>
    </Card>
  );
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
