import type { Weekday } from '@pacewright/plan';
import { type ReactNode, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import type { PlanPreview } from './plan-preview.ts';
import { SeasonCard } from './season-card.tsx';
import { WeekPanel } from './week-panel.tsx';

/** The week that is shown, and its day that is open. A week that is gone counts as the last one. */
export type Chosen = { week: number; weekday: Weekday | undefined };

export const FIRST_WEEK: Chosen = { week: 1, weekday: undefined };

type SeasonAndWeekProps = {
  preview: PlanPreview;
  paceContext: PaceContext;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** A week was clicked, not only passed with an arrow key. */
  onActivate?: (week: number) => void;
  /** False for a visitor, who has no library. */
  canOpenWorkouts?: boolean;
  /** Between the season and the week. */
  children?: ReactNode;
  /** Below the week. */
  footer?: ReactNode;
};

/** The season drawn, and the days of one week. Enter and Escape move the focus from one to the other. */
export function SeasonAndWeek(props: SeasonAndWeekProps) {
  const { preview, paceContext, chosen, onChoose, onActivate, canOpenWorkouts } = props;
  const season = useRef<HTMLDivElement>(null);
  const days = useRef<HTMLElement>(null);
  const { weeks } = preview;
  const week = weeks[Math.min(chosen.week, weeks.length) - 1];

  function chooseWeek(next: number): void {
    onChoose({ ...chosen, week: next });
  }

  function activateWeek(next: number): void {
    chooseWeek(next);
    onActivate?.(next);
  }

  return (
    <>
      <div ref={season}>
        <SeasonCard
          weeks={weeks}
          paceContext={paceContext}
          chosen={week?.week}
          onChoose={chooseWeek}
          onActivate={activateWeek}
          onOpen={() => days.current?.querySelector<HTMLElement>('ul button')?.focus()}
        />
      </div>
      {props.children}
      <div className="grid gap-3.5 *:min-w-0 md:gap-5">
        {week && (
          <Card edgeToEdge className="plan-days">
            <WeekPanel
              ref={days}
              week={week}
              weekday={chosen.weekday}
              onWeek={activateWeek}
              onDay={(weekday) => onChoose({ week: week.week, weekday })}
              onBack={() => season.current?.querySelector<SVGElement>('.season')?.focus()}
              preview={preview}
              paceContext={paceContext}
              canOpenWorkouts={canOpenWorkouts}
            />
          </Card>
        )}
        {props.footer}
      </div>
    </>
  );
}
