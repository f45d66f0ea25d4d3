import type { SharedWorkout, WrittenWorkout } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { type ReactNode, useId } from 'react';
import type { PaceContext } from '../pace-context.ts';
import { Card } from '../../ui/card.tsx';
import { OtherProgramsPanel } from './other-programs-panel.tsx';
import { SharePanel } from './share-panel.tsx';
import { WatchPanel } from './watch-panel.tsx';

type ExportPanelsProps = {
  workout: WrittenWorkout & SharedWorkout;
  paceContext: PaceContext;
  /** False on a page that has its own button for the watch's file. */
  hasDownload?: boolean;
};

/** The exports of a workout: the watch's file, the share link, other programs. */
export function ExportPanels({ workout, paceContext, hasDownload = true }: ExportPanelsProps) {
  const { speeds = { trainingPaces: DEFAULT_TRAINING_PACES }, units } = paceContext;

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[7fr_5fr]">
      <WatchPanel {...{ workout, speeds, units, hasDownload }} />
      <div className="grid gap-3.5 md:gap-5">
        <Section title="Share">
          <SharePanel workout={workout} />
        </Section>
        <Section title="Other programs">
          <OtherProgramsPanel {...{ workout, speeds, units }} />
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
