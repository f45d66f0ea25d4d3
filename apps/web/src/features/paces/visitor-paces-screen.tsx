import type { AthletePaces } from '@pacewright/contract';
import { PACE_KEYS, type TrainingPaces } from '@pacewright/pace';
import { ArrowRight, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useToday } from '../../platform/days/use-today.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type VisitorData, saveVisitorPaces } from '../../visitor/visitor-store.ts';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';
import { useVisitor } from '../../visitor/use-visitor.ts';
import { type PacesDraft, readDraft, startDraft } from './paces-draft.ts';
import { PacesPanels, type Visited } from './paces-panels.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { PrintedPaces } from './printed-paces.tsx';
import type { RaceFormReading } from './race-form.ts';

/** A visitor's paces, stored on this device while they are valid. */
export function VisitorPacesScreen() {
  const { data: visitorData } = useVisitor();
  const today = useToday();
  const saved = asSaved(visitorData);
  const [changed, setChanged] = useState<PacesDraft>();
  const [visited, setVisited] = useState<Visited>(new Set());
  const [isStored, setIsStored] = useState(true);
  const draft = changed ?? startDraft(saved);
  const reading = readDraft(draft, saved, today);

  function change(next: PacesDraft): void {
    setChanged(next);
    const { race, rows, isReadable } = readDraft(next, saved, today);
    if (!isReadable) return;
    const edited = PACE_KEYS.filter((key) => rows[key].isEdited);
    setIsStored(
      saveVisitorPaces({
        race: race.kind === 'read' ? withoutToday(race) : undefined,
        ranges: Object.fromEntries(edited.map((key) => [key, rows[key].range])),
        units: next.paceUnits,
      }),
    );
  }

  return (
    <>
      <PageHeading
        title="Paces"
        over="Try it, no account needed"
        under="One race in, five ranges out. Change any of them."
        actions={
          <>
            <IconButton
              label="Print your paces"
              icon={<Printer aria-hidden />}
              onClick={() => window.print()}
              className="md:hidden"
            />
            <Link to="/try" className={buttonClass({ variant: 'primary' })}>
              Write a workout at these paces <ArrowRight aria-hidden />
            </Link>
          </>
        }
      />
      {!isStored && (
        <Alert kind="warning" title="Your browser is blocking storage." className="mb-4 md:mb-6">
          Your paces will be lost when you close the tab.
        </Alert>
      )}
      <PacesPanels
        draft={draft}
        reading={reading}
        visited={visited}
        today={today}
        races={[]}
        onChange={change}
        onVisit={(field) => setVisited((before) => new Set([...before, field]))}
      />
      <PrintSheet>
        {() => <PrintedPaces paces={reading.toSave ?? saved} units={draft.paceUnits} />}
      </PrintSheet>
    </>
  );
}

/** A visitor is asked for the day when the race is saved, so today is not stored in its place. */
function withoutToday({ race, isDated }: Extract<RaceFormReading, { kind: 'read' }>) {
  const { racedOn: _today, ...result } = race;
  return isDated ? race : result;
}

/** A visitor's paces in the shape of saved ones. A missing date of the race becomes empty. */
function asSaved(visitorData: VisitorData): AthletePaces {
  const { race, vdot, trainingPaces, units } = resolveVisitorPaces(visitorData);
  return {
    trainingPaces,
    paceUnits: units,
    vdot,
    race: race && vdot !== undefined ? { id: '', racedOn: '', vdot, ...race } : undefined,
    computedPaces: resolveVisitorPaces({ ...visitorData, ranges: undefined }).trainingPaces,
    edited: listEdited(visitorData.ranges),
  };
}

function listEdited(ranges: Partial<TrainingPaces> = {}) {
  return PACE_KEYS.filter((key) => ranges[key] !== undefined);
}
