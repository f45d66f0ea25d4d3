import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PlanText } from './plan-text.tsx';

/** The plan language by example, over the editor. */
export function PlanHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      wide
      title="How to write a plan"
      description="A plan is weeks and days in plain text. Each day has a workout, written the usual way. Plans have no dates, and paces are letters, so everyone who opens one sees their own."
      onClose={onClose}
      actions={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="grid gap-4">
        {EXAMPLES.map(({ name, text, says }) => (
          <div key={name} className="grid gap-1.5">
            <dt className="font-semibold">{name}</dt>
            <dd className="grid gap-1.5">
              <span className="block rounded-md bg-surface-2 px-3 py-2 whitespace-pre-wrap">
                <PlanText text={text} />
              </span>
              <span className="text-sm text-ink-2">{says}</span>
            </dd>
          </div>
        ))}
        <div className="grid gap-1.5">
          <dt className="font-semibold">A table or an email</dt>
          <dd className="grid gap-1.5">
            <span className="block rounded-md bg-surface-2 px-3 py-2 font-mono whitespace-pre-wrap [tab-size:12]">
              {TABLE}
            </span>
            <span className="text-sm text-ink-2">
              Paste it as it is. It isn’t written as a plan, so we offer to read it, and it opens
              here when you’ve checked it.
            </span>
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}

const TABLE = 'Week\tTue\tSun\n1\t8 km easy\t14 km long\n2\t6 x 800 m\t16 km long';

/** Exported for its test: each of them is a plan without a mistake. */
export const EXAMPLES = [
  {
    name: 'Weeks and days',
    text: 'plan Spring 10 km\n\nweeks 1-4: Base\n  Mon rest\n  Tue, Thu 40m E\n  Sun Long run: 1h15m E',
    says: 'A heading names one or more weeks, with an optional title after a colon. The lines below it apply to each of those weeks. The first line is the plan’s title.',
  },
  {
    name: 'What you can put on a day',
    text: 'week 1\n  Tue WU + 6x(800mtr I + 2m jog) + CD\n  Wed 8x(3m E + 2m walk)\n  Thu 10m E + 20m 4:30/km + 10m E\n  Sat 50m Z2 or 50m 140-150bpm',
    says: 'E, M, T, I and R are your paces. A pace per km or mile, a zone or a heart rate works too. Write metres as mtr, because 400m means 400 minutes. WU and CD last until you press lap. Percentages don’t work.',
  },
  {
    name: 'A value for each week',
    text: 'weeks 1-4\n  Tue 15m E + {4, 5, 6, 4}x(3m I + 2m jog) + 10m E\n  Sun {1h10m, 1h20m, 1h30m, 1h} E',
    says: 'Braces list one value per week of the heading, in order.',
  },
  {
    name: 'Name workouts you reuse',
    text: 'strides = 6x(20s R + 1m jog)\n\nweek 1\n  Thu 40m E + strides',
    says: 'Name a workout above the lines that use it.',
  },
  {
    name: 'Alternatives',
    text: 'week 1\n  Wed 45m E or rest\n  Sat Club night: 15m E + 20m T or 40m E',
    says: 'The first is planned. The others are alternatives for that day.',
  },
  {
    name: 'Two runs a day',
    text: 'week 1\n  Tue am 40m E\n  Tue pm 30m E',
    says: 'am is the first run of the day, pm the second.',
  },
  {
    name: 'Races',
    text: 'week 6\n  Sun 2km E + race 5km + 1km E\n\nweek 10\n  Sun race HM // start slowly',
    says: 'Write race before a distance. On the calendar, a plan can count back from its last race.',
  },
  {
    name: 'Other activities and notes',
    text: 'week 1\n  Fri Strength: // half an hour, nothing heavy\n  Sun 1h30m E // drink on the way',
    says: 'A title without a workout is an activity other than running. Two slashes start a note.',
  },
  {
    name: 'Exceptions and copies',
    text: 'weeks 1-4\n  Tue 40m E\n  Sun 1h20m E\n\nweek 4: Light\n  Sun 1h E\n\nweek 5 like week 1\n  Sun race 10km',
    says: 'A heading for weeks listed above replaces their days. “like” copies another week, which you can then change and give a title after a colon.',
  },
] as const;
