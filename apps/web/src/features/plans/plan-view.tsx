import { plural } from '@pacewright/pace';
import { listValuesOf } from '@pacewright/plan';
import { CircleAlert } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import type { CodeEditorHandle } from '../../workout/editor/code-editor.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useReading } from '../../workout/use-reading.ts';
import { AdviceList } from './advice-list.tsx';
import { useHiddenAdvice } from './hidden-advice.ts';
import { PlanEditor } from './plan-editor.tsx';
import { isBlocking, type PlanPlace, type PlanPreview, previewPlan } from './plan-preview.ts';
import { FIRST_WEEK, SeasonAndWeek } from './season-and-week.tsx';

type PlanViewProps = {
  text: string;
  onChange: (text: string) => void;
  paceContext: PaceContext;
  onHelp: () => void;
  /** Reads a text that isn't written as a plan. */
  onRead: () => void;
};

/** A plan on a whole page: its text, the season drawn, and the days of one week. */
export function PlanView({ text, onChange, paceContext, onHelp, onRead }: PlanViewProps) {
  const [chosen, setChosen] = useState(FIRST_WEEK);
  const [view, setView] = useState<'text' | 'days'>('text');
  const hidden = useHiddenAdvice();
  const editor = useRef<CodeEditorHandle>(null);

  // Not deferred: a letter would be painted once before the drawing and once with it, and both would take longer.
  const read = useReading(previewPlan);
  const preview = useMemo(() => read(text, paceContext, hidden), [read, text, paceContext, hidden]);
  const shownWeek = Math.min(chosen.week, preview.weeks.length);
  const linked = useMemo(() => listValuesOf(preview.headings, shownWeek), [preview, shownWeek]);

  function followCaret({ weeks: own, weekday }: PlanPlace): void {
    setChosen((before) => {
      const next = {
        week: own.includes(before.week) ? before.week : (own[0] ?? before.week),
        weekday: weekday ?? before.weekday,
      };
      return next.week === before.week && next.weekday === before.weekday ? before : next;
    });
  }

  /** Shows where a week is written: at its value, else at its heading. */
  function showText(week: number): void {
    const [value] = listValuesOf(preview.headings, week);
    const heading = preview.headings.findLast((own) => own.weeks.includes(week));
    const position = value?.from ?? heading?.place.from;
    if (position !== undefined) editor.current?.show(position);
  }

  return (
    <div
      className={classNames(
        'grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,46fr)_minmax(0,54fr)] lg:grid-rows-[auto_1fr]',
        view === 'text' && 'max-lg:[&_.plan-days]:hidden',
      )}
    >
      <SeasonAndWeek
        preview={preview}
        paceContext={paceContext}
        chosen={chosen}
        onChoose={setChosen}
        onActivate={showText}
        footer={
          <>
            <Problems {...{ preview, onRead }} />
            <AdviceList
              diagnostics={preview.diagnostics}
              onShow={(position) => {
                setView('text');
                editor.current?.focus(position);
              }}
            />
          </>
        }
      >
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
      </SeasonAndWeek>
    </div>
  );
}

/** As long as the editor waits before it shows a mistake at the caret. */
const TYPING_PAUSE_MS = 700;

/** Mistakes of a text that was written for people: a mail, a table or a plan of a website. */
const NOT_PLAN_CODES: ReadonlySet<string> = new Set([
  'unknown-line',
  'weeks-unclear',
  'day-outside-week',
  'other-sport',
]);
const MAX_STRAY_LINES = 2;

/** Someone who writes a plan makes such mistakes one at a time. */
function isPasted(diagnostics: PlanPreview['diagnostics']): boolean {
  const stray = diagnostics.filter(({ code }) => NOT_PLAN_CODES.has(code)).length;
  return stray > MAX_STRAY_LINES || diagnostics.some(({ code }) => code === 'other-layout');
}

type ProblemsProps = Pick<PlanViewProps, 'onRead'> & { preview: PlanPreview };

function Problems({ preview: { diagnostics, reading }, onRead }: ProblemsProps) {
  const blocking = diagnostics.filter(isBlocking).length;
  const unclear = reading.days.filter(({ mistakes }) => mistakes > 0).length;
  // Half a word is a mistake until it is finished, so a new one waits for a pause, like the editor's note.
  const shown = Math.min(blocking, useDebouncedValue(blocking, TYPING_PAUSE_MS));
  const shownDays = Math.min(unclear, useDebouncedValue(unclear, TYPING_PAUSE_MS));
  if (shown + shownDays === 0) return null;
  if (isPasted(diagnostics))
    return (
      <Card className="grid justify-items-start gap-3 px-4 py-3.5">
        <p>
          <b className="font-semibold">This text isn’t written as a plan.</b> We can read it as it
          is, and you check the days.
        </p>
        <Button variant="primary" onClick={onRead}>
          Read it
        </Button>
      </Card>
    );
  return (
    <Card
      className="flex gap-2.5 border-danger-line! bg-danger-soft! px-4 py-3 text-sm"
      role="alert"
    >
      <CircleAlert aria-hidden className="size-4.5 flex-none text-danger" />
      <p>
        <b className="font-semibold text-danger">
          {shown > 0
            ? plural(shown, 'problem')
            : `${plural(shownDays, 'day')} with a problem in the workout`}
        </b>{' '}
        {shown > 0
          ? 'to fix before you can add this to your calendar. You can still save it.'
          : 'You can still save it.'}
      </p>
    </Card>
  );
}
