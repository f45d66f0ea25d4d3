import type { AthletePaces } from '@pacewright/contract';
import { formatRaceTime, raceName } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';
import { ClipboardPaste } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { MiniChart } from '../../workout/view/mini-profile.tsx';

type ThreeWaysProps = {
  paces: AthletePaces;
  hasPaces: boolean;
  /** Not the first step shown, so it has to take the focus. */
  isFollowing: boolean;
  onPaste: () => void;
  onWrite: () => void;
  onSkip: () => void;
};

/** The three ways to something on the calendar, for an athlete who has nothing there yet. */
export function ThreeWays({
  paces,
  hasPaces,
  isFollowing,
  onPaste,
  onWrite,
  onSkip,
}: ThreeWaysProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFollowing) heading.current?.focus();
  }, [isFollowing]);
  const { race } = paces;
  const question = 'What are you running this week?';
  const from = race && `From ${raceName(race.distance)} in ${formatRaceTime(race.timeInSeconds)}. `;

  return (
    <section aria-label="Getting started">
      <h2
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-bold [font-stretch:var(--wdth-display)]"
      >
        {hasPaces ? 'Your paces are saved' : question}
      </h2>
      {hasPaces && (
        <p className="mt-2 text-ink-2">
          {from}
          {question}
        </p>
      )}
      <ul className="mt-5 grid gap-3.5 md:grid-cols-3">
        <Way
          title="Paste your week"
          text="A coach’s email, a club message or a table from a website. We read it, you check it."
          picture={
            <span className="grid gap-2.5 text-sm">
              {PASTED.map(({ words, script }) => (
                <span key={words} className="flex items-center justify-between gap-2">
                  <span className="border-l-3 border-ink pl-2.5">{words}</span>
                  <Drawing {...{ script, paces }} width={84} height={30} />
                </span>
              ))}
            </span>
          }
        >
          <Button variant="primary" icon={<ClipboardPaste aria-hidden />} onClick={onPaste}>
            Paste your week
          </Button>
        </Way>
        <Way
          title="Take a plan"
          text="From a first 10 km to the marathon, drawn at your paces. You can change any line."
          picture={
            <span className="flex h-full items-end gap-1 *:min-w-0 *:flex-1">
              {SEASON.map((minutes, week) => (
                <span key={week}>
                  <Drawing
                    {...{ paces }}
                    script={`${minutes}m T`}
                    width={22}
                    height={minutes}
                    isStretched
                  />
                </span>
              ))}
            </span>
          }
        >
          <Link to="/app/plans" className={buttonClass()}>
            See the plans
          </Link>
        </Way>
        <Way
          title="Write a line"
          text="One line is one run. Start with “45m E” and add to it when you like."
          picture={
            <span className="grid gap-3">
              <Drawing script={LINE} {...{ paces }} width={240} height={64} isStretched />
              <ScriptText script={LINE} />
            </span>
          }
        >
          <Button onClick={onWrite}>Write a line</Button>
        </Way>
      </ul>
      <p className="mt-4 text-center">
        <Button variant="quiet" onClick={onSkip}>
          Show me the empty calendar
        </Button>
      </p>
    </section>
  );
}

const PASTED = [
  { words: 'Tue 8 x 400, 200 jog', script: '15m E + 8x(400mtr R + 200mtr jog) + 10m E' },
  { words: 'Thu 3 x 10 min tempo', script: '15m E + 3x(10m T + 2m jog) + 10m E' },
  { words: 'Sun 18 km, last 3 at MP', script: '15km E + 3km M' },
];

const LINE = '10m E + 5x(2m I + 1m E) + 5m E';

/** The length of each week of a season, as a drawing. */
const SEASON = [52, 56, 62, 50, 66, 72, 78, 60, 84, 90, 80, 40];

type WayProps = { title: string; text: string; picture: ReactNode; children: ReactNode };

function Way({ title, text, picture, children }: WayProps) {
  return (
    <li className="grid">
      <Card className="flex flex-col gap-4 p-5">
        <div
          aria-hidden
          className="grid h-34 items-center overflow-hidden border-b border-line pb-4 max-md:hidden"
        >
          {picture}
        </div>
        <div>
          <h3 className="text-xl">{title}</h3>
          <p className="mt-1.5 text-sm text-ink-2">{text}</p>
        </div>
        <div className="mt-auto grid">{children}</div>
      </Card>
    </li>
  );
}

type DrawingProps = Omit<ComponentProps<typeof MiniChart>, 'resolved'> & {
  script: string;
  paces: AthletePaces;
};

function Drawing({ script, paces, ...chart }: DrawingProps) {
  return <MiniChart {...chart} resolved={resolveWorkout(readScript(script).workout, paces)} />;
}
