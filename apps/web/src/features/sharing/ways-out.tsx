import type { SharedWorkout } from '@pacewright/delivery';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import { type ReactNode, useId } from 'react';
import { OtherPrograms } from '../../delivery/other-programs.tsx';
import { SharePanel } from '../../delivery/share-panel.tsx';
import { WatchPanel } from '../../delivery/watch-panel.tsx';
import { Card } from '../../ui/card.tsx';

type WaysOutProps = { workout: SharedWorkout; speeds: AthleteSpeeds; units: PaceUnits };

/** Where a workout can go from here: onto the watch, to somebody else, into another program. */
export function WaysOut({ workout, speeds, units }: WaysOutProps) {
  // The same script is the same workout to a watch, whoever's link it came in.
  const written = { id: workout.script, ...workout };

  return (
    <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[7fr_5fr]">
      <WatchPanel workout={written} speeds={speeds} units={units} />
      <div className="grid gap-3.5 md:gap-5">
        <Section title="Share it">
          <SharePanel workout={workout} />
        </Section>
        <Section title="Other programs">
          <OtherPrograms workout={written} speeds={speeds} units={units} />
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
