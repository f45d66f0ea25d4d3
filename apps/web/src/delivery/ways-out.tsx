import type { SharedWorkout, WrittenWorkout } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { type ReactNode, useId } from 'react';
import type { Athlete } from '../script-editor/reading.ts';
import { Card } from '../ui/card.tsx';
import { OtherPrograms } from './other-programs.tsx';
import { SharePanel } from './share-panel.tsx';
import { WatchPanel } from './watch-panel.tsx';

type WaysOutProps = {
  workout: WrittenWorkout & SharedWorkout;
  athlete: Athlete;
  /** False on a page that has its own button for the watch's file. */
  hasDownload?: boolean;
};

/** Where a workout can go from here: onto the watch, to somebody else, into another program. */
export function WaysOut({ workout, athlete, hasDownload = true }: WaysOutProps) {
  const { speeds = { trainingPaces: DEFAULT_TRAINING_PACES }, units } = athlete;

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[7fr_5fr]">
      <WatchPanel {...{ workout, speeds, units, hasDownload }} />
      <div className="grid gap-3.5 md:gap-5">
        <Section title="Share it">
          <SharePanel workout={workout} />
        </Section>
        <Section title="Other programs">
          <OtherPrograms {...{ workout, speeds, units }} />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card edgeToEdge aria-labelledby={id} className="grid gap-4 p-(--gutter) md:p-6">
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  );
}
