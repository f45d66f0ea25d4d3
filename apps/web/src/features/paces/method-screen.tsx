import {
  formatPace,
  formatRaceTime,
  formatRange,
  PACE_KEYS,
  PACE_NAMES,
  PACE_UNIT_LABELS,
  type PaceKey,
  raceName,
  readRace,
} from '@pacewright/pace';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { formatDay } from '../../platform/days/days.ts';
import { usePaces } from './paces-queries.ts';

/** How the paces are computed, on the athlete's own race. */
export function MethodScreen() {
  return (
    <>
      <PageHeading
        title="How your paces are calculated"
        under="Every step from a race to five ranges, and what other calculators do."
        actions={<Link to="/app/paces">Back to your paces</Link>}
      />
      <div className="grid gap-4 md:gap-6 [&>*]:min-w-0 lg:grid-cols-2">
        <Step title="1. A race becomes a score">
          <p>
            Daniels and Gilbert published two curves in <cite>Oxygen Power</cite> (1979). The first
            is the oxygen cost of running, in millilitres per kilogram per minute, at a speed of{' '}
            <i>v</i> in metres per minute:
          </p>
          <Formula>cost(v) = −4.60 + 0.182258 v + 0.000104 v²</Formula>
          <p>
            The second is the share of their maximum that a runner can hold for <i>t</i> minutes:
          </p>
          <Formula>share(t) = 0.8 + 0.1894393 e^(−0.012778 t) + 0.2989558 e^(−0.1932605 t)</Formula>
          <p>The score is the first divided by the second:</p>
          <Formula>VDOT = cost(distance / t) / share(t)</Formula>
          <OwnRace />
          <p>
            Races below 1500&nbsp;m depend on sprint speed, which these curves don’t cover, so their
            distance counts for a little less: 95% at 800&nbsp;m, and all of it from 1500&nbsp;m.
          </p>
        </Step>
        <Step title="2. The score becomes five ranges">
          <p>
            A share of the score is turned back into a speed, with the authors’ own inverse of the
            first curve:
          </p>
          <Formula>speed(o) = 29.54 + 5.000663 o − 0.007546 o²</Formula>
          <Ranges />
          <p>
            The shares for slow E, T and I are published. The fast end of E, the slower M for slower
            runners and the varying share for R are our own fit to the paces in{' '}
            <cite>Daniels’ Running Formula</cite>. For E, M and T they match the book to within
            about a second per kilometre, but they aren’t taken from it. The width of M, T, I and R
            is ours too; the book’s pace is in the middle. The book has no paces below VDOT 30, so
            ours are estimates there.
          </p>
        </Step>
        <Step title="3. The score becomes equivalent race times">
          <p>
            For another distance, we find the time at which the oxygen cost equals the share of your
            score that you can hold for that long. The distance you raced always shows the time you
            ran.
          </p>
          <p>
            We don’t predict beyond the marathon, because the curves were never measured there. For
            longer races, and as a second opinion, we show Riegel’s rule: time grows with distance
            to the power of 1.06, or your own exponent once you have two races. Most recreational
            runners finish a marathon slower than either predicts.
          </p>
        </Step>
        <Step title="Where others differ">
          <ul className="grid list-disc gap-2 pl-5">
            <li>
              The best-known web calculator uses different rules. It agrees with us on T and I from
              VDOT 39 up. Its E is narrower, its R is always 6&nbsp;s a lap faster than I, and below
              VDOT 39 it raises the score first: at VDOT 30 its intervals are 26&nbsp;s per
              kilometre faster than the book’s. We follow the book.
            </li>
            <li>
              Some round the score before using it. At VDOT 30, a twentieth of a point is more than
              half a second per kilometre. We only round what we show.
            </li>
            <li>
              Cameron’s and Purdy’s formulae agree with these times to within 2% up to the half
              marathon, and predict a slower marathon.
            </li>
            <li>
              None of this accounts for heat, hills, wind or altitude. After a hot or hilly race,
              run by effort and race again.
            </li>
          </ul>
        </Step>
      </div>
      <p className="mt-6 max-w-[84ch] text-sm text-ink-2">
        VDOT is a trademark of The Run SMART Project. Pacewright isn’t affiliated with it, Jack
        Daniels or his publishers. The formulae are published facts; the code and the fit are our
        own.
      </p>
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-4 md:p-6">
      <h2 className="text-lg leading-tight">{title}</h2>
      <div className="mt-3 grid gap-3 text-sm text-ink-2">{children}</div>
    </Card>
  );
}

function Formula({ children }: { children: string }) {
  return (
    <p className="mono rounded-md bg-surface-2 px-3.5 py-2.5 text-sm break-words text-ink">
      {children}
    </p>
  );
}

/** The formula worked through on the race that set the paces. */
function OwnRace() {
  const { race, paceUnits } = usePaces();
  const reading = race && readRace(race);
  if (!race || !reading?.ok)
    return (
      <p>
        A 5&nbsp;km in 19:57, for example, scores 49.95, which we show as 50.0 but don’t round.{' '}
        <Link to="/app/paces">Enter a race</Link> to see your own here.
      </p>
    );

  return (
    <p className="text-ink">
      Yours: {raceName(race.distance)} in {formatRaceTime(race.timeInSeconds)} on{' '}
      {formatDay(race.racedOn)}, at {formatPace(race.distance / race.timeInSeconds, paceUnits)}{' '}
      {PACE_UNIT_LABELS[paceUnits]}, scores <b className="fig">{reading.vdot.toFixed(2)}</b>. We
      show {reading.vdot.toFixed(1)} but calculate with the full value.
    </p>
  );
}

const RULES: Record<PaceKey, string> = {
  E: 'speed(0.63 V) to speed(0.7475 V − 0.78)',
  M: 'the predicted marathon, slower below VDOT 46, ±1.5%',
  T: 'speed(0.88 V) ±1.5%',
  I: 'speed(0.975 V) ±2%',
  R: '6 to 8\u00a0s per 400\u00a0m faster than I, ±2%',
};

function Ranges() {
  const { computedPaces, vdot, paceUnits } = usePaces();

  return (
    <table className="w-full border-collapse text-ink">
      <thead className="sr-only">
        <tr>
          <th>Pace</th>
          <th>Rule, V is your VDOT</th>
          <th>Your range, {PACE_UNIT_LABELS[paceUnits]}</th>
        </tr>
      </thead>
      <tbody>
        {PACE_KEYS.map((key) => (
          <tr key={key} className="[&>*]:border-t [&>*]:border-line [&>*]:py-2">
            <th scope="row" className="w-10 text-left">
              <PaceLetter letter={key} />
              <span className="sr-only">{PACE_NAMES[key]}</span>
            </th>
            <td className="pr-3 text-sm text-ink-2">{RULES[key]}</td>
            <td className="fig text-right font-semibold">
              {vdot === undefined ? '–' : formatRange(computedPaces[key], paceUnits)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
