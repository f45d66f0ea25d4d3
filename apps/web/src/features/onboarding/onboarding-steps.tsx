import { type AthletePaces, FIRST_STEPS, type PacesToSave } from '@pacewright/contract';
import { PACE_UNIT_LABELS, type PaceUnits, type RaceResult, readRace } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Alert } from '../../ui/alert.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { RaceInput } from '../../visitor/race-input.tsx';
import { STARTERS } from '../../workout/build/starter-scripts.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { RaceDayField, useRaceDay } from './race-day-field.tsx';

type UnitsCardsProps = {
  trainingPaces: AthletePaces['trainingPaces'];
  value: PaceUnits;
  onChange: (units: PaceUnits) => void;
  className?: string;
};

type OnboardingStepsProps = {
  step: (typeof FIRST_STEPS)[number];
  paces: AthletePaces;
  today: string;
  onRace: (paces: PacesToSave) => Promise<unknown>;
  /** Choice of units, passed in because features do not import each other. */
  UnitsCards: ComponentType<UnitsCardsProps>;
  /** The preselected units: those the athlete has seen so far. */
  units: PaceUnits;
  onUnits: (units: PaceUnits) => Promise<unknown>;
  onWorkout: (workout: { title: string; script: string }) => Promise<unknown>;
  /** Called when the step is done or skipped. */
  onPassed: () => void;
  onSkipAll: () => void;
};

/** Three short questions to a new athlete, one at a time. */
export function OnboardingSteps({ onSkipAll, ...given }: OnboardingStepsProps) {
  const { step } = given;
  const [first] = useState(step);
  const props = { ...given, isFollowing: step !== first };
  const number = FIRST_STEPS.indexOf(step) + 1;

  return (
    <Card
      edgeToEdge
      aria-label="Getting started"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 px-(--gutter) py-6 md:p-8"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-sm font-semibold text-ink-2">
          Step {number} of {FIRST_STEPS.length}
        </p>
        <span aria-hidden className="flex gap-1.5">
          {FIRST_STEPS.map((each, index) => (
            <span
              key={each}
              className={classNames(
                'h-1.5 w-8 rounded-full',
                index < number ? 'bg-ink' : 'bg-surface-3',
              )}
            />
          ))}
        </span>
        <Button variant="quiet" size="sm" className="-mr-3 ml-auto" onClick={onSkipAll}>
          Skip all
        </Button>
      </div>
      {step === 'race' && <RaceStep {...props} />}
      {step === 'units' && <UnitsStep {...props} />}
      {step === 'workout' && <WorkoutStep {...props} />}
    </Card>
  );
}

type StepContentProps = Omit<OnboardingStepsProps, 'onSkipAll'> & { isFollowing: boolean };

function RaceStep({ isFollowing, paces, today, onRace, onPassed }: StepContentProps) {
  const [race, setRace] = useState<RaceResult>();
  const [isSubmitted, setIsAsked] = useState(false);
  const reading = race && readRace(race);
  const time = useRef<HTMLInputElement>(null);
  const day = useRaceDay(today);

  return (
    <Step
      isFollowing={isFollowing}
      title="What have you raced lately?"
      text="One result gives you five training paces. No race? Start with typical ranges and change them any time."
      skip="I haven’t raced"
      submitLabel="Use this race"
      onSkip={onPassed}
      onSubmit={async () => {
        setIsAsked(true);
        if (!race || !reading?.ok) return time.current?.focus();
        if (!day.isValid) return day.focus();
        const { vdot, trainingPaces } = reading;
        const { paceUnits } = paces;
        const { racedOn } = day;
        await onRace({ trainingPaces, vdot, paceUnits, race: { ...race, racedOn } });
        onPassed();
      }}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
        <RaceInput
          race={undefined}
          onRace={setRace}
          missing={isSubmitted ? 'Enter your finish time, or skip this step' : undefined}
          timeRef={time}
          byHand="/app/paces"
        />
        <div className="flex items-start gap-x-2 sm:gap-x-3">
          <span aria-hidden className="flex min-h-(--control-h) items-center font-medium">
            on
          </span>
          <RaceDayField {...day.field} labelHidden className="w-44" />
        </div>
        <p aria-live="polite" className="flex min-h-(--control-h) items-center">
          {reading?.ok && (
            <span>
              VDOT <b className="fig text-lg">{reading.vdot.toFixed(1)}</b>
            </span>
          )}
        </p>
      </div>
    </Step>
  );
}

function UnitsStep({
  isFollowing,
  paces,
  units: preselected,
  UnitsCards,
  onUnits,
  onPassed,
}: StepContentProps) {
  const [units, setUnits] = useState(preselected);
  return (
    <Step
      isFollowing={isFollowing}
      title="Kilometres or miles?"
      text="You can change this later in Settings."
      skip="Skip"
      submitLabel={`Use ${PACE_UNIT_LABELS[units]}`}
      onSkip={onPassed}
      onSubmit={async () => {
        await onUnits(units);
        onPassed();
      }}
    >
      <UnitsCards
        className="max-w-110"
        trainingPaces={paces.trainingPaces}
        value={units}
        onChange={setUnits}
      />
    </Step>
  );
}

/** The workouts that the builder offers for an empty chart. */
function WorkoutStep({ isFollowing, paces, onWorkout, onPassed }: StepContentProps) {
  const [title, setTitle] = useState<string>(STARTERS[0].name);
  const chosen = STARTERS.find(({ name }) => name === title);

  return (
    <Step
      isFollowing={isFollowing}
      title="Pick your first workout"
      text="Shown at your paces. We’ll add it to your library, where you can edit every step."
      skip="Skip"
      submitLabel="Add to my library"
      onSkip={onPassed}
      onSubmit={async () => {
        if (chosen) await onWorkout({ title: chosen.name, script: chosen.script });
        onPassed();
      }}
    >
      <RadioCards
        label="Workouts to start with"
        className="grid-flow-row! auto-cols-auto! grid-cols-[minmax(0,1fr)] md:grid-cols-[repeat(2,minmax(0,1fr))]"
        options={STARTERS.map(({ name, script }) => ({
          value: name,
          label: name,
          detail: (
            <span className="grid grid-cols-[84px_minmax(0,1fr)] items-center gap-3">
              <MiniChart
                resolved={resolveWorkout(readScript(script).workout, paces)}
                width={84}
                height={36}
              />
              <span className="font-mono text-xs text-ink-2">{script}</span>
            </span>
          ),
        }))}
        value={title}
        onChange={setTitle}
      />
    </Step>
  );
}

type StepProps = {
  /** Not the first step shown, so it has to take the focus. */
  isFollowing: boolean;
  title: string;
  text: string;
  skip: string;
  submitLabel: string;
  onSkip: () => void;
  onSubmit: () => Promise<void>;
  children: ReactNode;
};

function Step({
  isFollowing,
  title,
  text,
  skip,
  submitLabel,
  onSkip,
  onSubmit,
  children,
}: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (isFollowing) heading.current?.focus();
  }, [isFollowing]);

  async function submit(): Promise<void> {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSubmit();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setIsBusy(false);
  }

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div>
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-2xl font-bold [font-stretch:var(--wdth-display)]"
        >
          {title}
        </h2>
        <p className="mt-2 max-w-[60ch] text-ink-2">{text}</p>
      </div>
      {children}
      {failure && (
        <Alert kind="error" title="Not saved.">
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isBusy}>
          {submitLabel}
        </Button>
        <Button disabled={isBusy} onClick={onSkip}>
          {skip}
        </Button>
      </div>
    </form>
  );
}
