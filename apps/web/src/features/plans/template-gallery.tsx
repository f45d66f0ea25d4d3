import { PACE_KEYS, PACE_NAMES } from '@pacewright/pace';
import { PLAN_TEMPLATES, type PlanTemplate, readPlan, totalWeeks } from '@pacewright/plan';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniSeason } from './mini-season.tsx';
import { describeWeeks, scaleOf, type SeasonScale, type SeasonWeek } from './season-layout.ts';

const RACES = [
  { metres: 5000, name: '5 km' },
  { metres: 10_000, name: '10 km' },
  { metres: 21_097.5, name: 'Half' },
  { metres: 42_195, name: 'Marathon' },
] as const;

type DrawnTemplate = {
  template: PlanTemplate;
  title: string;
  about: string;
  weeks: SeasonWeek[];
  longest: number;
};

/** Twelve plans to start from, in the athlete's paces. */
export function TemplateGallery({ paceContext: { speeds } }: { paceContext: PaceContext }) {
  const [race, setRace] = useState<number>();
  const drawn = useMemo(
    () =>
      PLAN_TEMPLATES.map((template): DrawnTemplate => {
        const reading = readPlan(template.text);
        const totals = totalWeeks(reading, speeds);
        const training = totals
          .flatMap(({ runs }) => runs)
          .filter(({ day }) => day.races.length === 0);
        return {
          template,
          title: reading.title,
          about: reading.notes.split('\n')[0] ?? '',
          weeks: describeWeeks(reading, totals),
          longest: Math.max(0, ...training.map(({ time }) => time.seconds)),
        };
      }),
    [speeds],
  );
  const scale = scaleOf(drawn.flatMap(({ weeks }) => weeks));
  const shown = drawn.filter(({ template }) => race === undefined || template.race === race);

  return (
    <section aria-labelledby="plan-templates" className="mt-8 md:mt-10">
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="grow">
          <h2 id="plan-templates" className="text-xl">
            Start from a template
          </h2>
          <p className="mt-1 text-ink-2">
            Shown at your paces. Each one is plain text, so you can change any line.
          </p>
        </div>
        <fieldset className="-mx-1 flex max-w-full gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]">
          <legend className="sr-only">Race</legend>
          <Chip pressed={race === undefined} onClick={() => setRace(undefined)}>
            All
          </Chip>
          {RACES.map(({ metres, name }) => (
            <Chip key={metres} pressed={race === metres} onClick={() => setRace(metres)}>
              {name}
            </Chip>
          ))}
        </fieldset>
      </div>
      <ul className="grid gap-3.5 md:grid-cols-2 md:gap-5 lg:grid-cols-3">
        {shown.map((one) => (
          <TemplateCard key={one.template.id} {...one} scale={scale} />
        ))}
      </ul>
    </section>
  );
}

function TemplateCard({
  template,
  title,
  about,
  weeks,
  longest,
  scale,
}: DrawnTemplate & { scale: SeasonScale }) {
  const runs = weeks.map((week) => week.runs);
  const seconds = weeks.reduce((sum, week) => sum + week.seconds, 0);
  const paces = PACE_KEYS.filter((key) => weeks.some(({ lanes }) => lanes[key] > 0));
  return (
    <li className="min-w-0">
      <Card className="relative flex h-full flex-col px-4 pt-5 pb-4 hover:border-line-strong md:px-5.5">
        <MiniSeason weeks={weeks} scale={scale} width={356} height={104} />
        <h3 className="mt-4 text-lg">
          {/* The whole card is the link's target. */}
          <Link
            to="/app/plans/new"
            state={{ start: { text: template.text } }}
            className="no-underline after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 mb-4 text-sm text-ink-2">{about}</p>
        <dl className="mt-auto flex justify-between gap-3 border-t border-line pt-3">
          <Figure name="Weeks">{weeks.length}</Figure>
          <Figure name="Runs a week">{rangeOf(runs)}</Figure>
          <Figure name="A week">{formatMinutes(seconds / Math.max(1, weeks.length))}</Figure>
          <Figure name="Longest">{formatMinutes(longest)}</Figure>
        </dl>
        <p className="mt-3 flex gap-1.5">
          <span className="sr-only">Paces: {paces.map((key) => PACE_NAMES[key]).join(', ')}</span>
          {paces.map((key) => (
            <PaceLetter key={key} letter={key} className="text-xs" />
          ))}
        </p>
      </Card>
    </li>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig font-semibold">{children}</dd>
    </div>
  );
}

function rangeOf(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least} - ${most}`;
}
