import { formatRaceTime, RACE_WARNINGS, raceName } from '@pacewright/pace';
import { useEffect, useState, type ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { daysBetween } from '../../platform/days/days.ts';
import { formatRaceAge } from './race-age.ts';
import { RaceFields } from './race-fields.tsx';
import type { RaceField, RaceForm, RaceFormReading } from './race-form.ts';

type RaceCardProps = {
  form: RaceForm;
  reading: RaceFormReading;
  vdot: number | undefined;
  visited: ReadonlySet<RaceField>;
  today: string;
  onChange: (form: RaceForm) => void;
  onVisit: (field: RaceField) => void;
};

/** The race that sets the paces, and its VDOT. */
export function RaceCard({ reading, vdot, today, ...fields }: RaceCardProps) {
  return (
    <Card aria-labelledby="race" className="p-4 md:px-6 md:pt-5.5 md:pb-6">
      <h2 id="race" tabIndex={-1} className="text-lg leading-tight">
        Your race
      </h2>
      <div className="mt-3 mb-4 md:mt-4 md:mb-5.5">
        <RaceFields {...fields} {...{ reading, today }} />
      </div>
      <Bib
        label="VDOT"
        figure={vdot?.toFixed(1)}
        caption={<Caption {...{ reading, vdot, today }} />}
      />
      <Warnings {...{ reading, today }} />
      <Announcement vdot={vdot} />
    </Card>
  );
}

/** Announces the VDOT when typing pauses. */
function Announcement({ vdot }: { vdot: number | undefined }) {
  const text = vdot === undefined ? '' : `VDOT ${vdot.toFixed(1)}`;
  const [first] = useState(text);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text === first ? '' : text), 800);
    return () => clearTimeout(timer);
  }, [text, first]);

  return <output className="sr-only">{announced}</output>;
}

type Shown = Pick<RaceCardProps, 'reading' | 'today'>;

function Caption({ reading, vdot, today }: Shown & Pick<RaceCardProps, 'vdot'>) {
  if (reading.kind === 'read') {
    const { distance, timeInSeconds, racedOn } = reading.race;
    return (
      <span className="fig">
        {raceName(distance)}&ensp;{formatRaceTime(timeInSeconds)}
        &ensp;·&ensp;{formatRaceAge(racedOn, today)}
      </span>
    );
  }
  if (vdot !== undefined) return 'Saved without a race';
  return reading.kind === 'empty'
    ? 'Enter a race to see yours'
    : 'Finish entering your time to see your VDOT';
}

/** Older races may no longer match the runner's fitness. */
const OLD_AFTER_DAYS = 183;

function Warnings({ reading, today }: Shown) {
  if (reading.kind !== 'read') return null;
  const sentences: string[] = reading.reading.warnings.map((code) => `${RACE_WARNINGS[code]}.`);
  const { racedOn } = reading.race;
  if (daysBetween(racedOn, today) > OLD_AFTER_DAYS)
    sentences.push(
      `This race was ${formatRaceAge(racedOn, today)}. A more recent race will give better paces.`,
    );
  if (sentences.length === 0) return null;

  return (
    <Alert kind="warning" className="mt-4">
      {sentences.length === 1 ? (
        sentences[0]
      ) : (
        <ul className="grid gap-1">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

type BibProps = {
  label: string;
  /** Undefined shows a dash. */
  figure: string | undefined;
  caption: ReactNode;
};

/** A race number with one large figure. */
function Bib({ label, figure, caption }: BibProps) {
  return (
    <div className="bib">
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
      <b>{label}</b>
      <strong className={figure === undefined ? 'text-ink-disabled' : undefined}>
        {figure ?? '–'}
      </strong>
      <span>{caption}</span>
    </div>
  );
}
