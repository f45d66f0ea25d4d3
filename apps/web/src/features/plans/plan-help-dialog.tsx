import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PlanText } from './plan-text.tsx';

/** The plan language by example, over the editor. */
export function PlanHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      wide
      title="How to write a plan"
      description="A plan is weeks and days in plain text. Each day holds a workout, written as always. It has no dates, and its paces are letters: everyone who opens it sees their own."
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
      </dl>
    </Dialog>
  );
}

/** Exported for its test: each of them is a plan without a mistake. */
export const EXAMPLES = [
  {
    name: 'Weeks and days',
    text: 'plan Spring 10 km\n\nweeks 1-4: Base\n  Mon rest\n  Tue, Thu 40m E\n  Sun Long run: 1h15m E',
    says: 'A heading names weeks; a title may follow a colon. The lines under it hold in each of its weeks. The first line gives the plan its title.',
  },
  {
    name: 'What a day can hold',
    text: 'week 1\n  Tue WU + 6x(800mtr I + 2m jog) + CD\n  Wed 8x(3m E + 2m walk)\n  Thu 10m E + 20m 4:30/km + 10m E\n  Sat 50m Z2 or 50m 140-150bpm',
    says: 'E, M, T, I and R are your paces; a pace per km or mile, a zone and a heart rate work too. Metres are mtr, as 400m would be minutes. WU and CD end with the lap button. Percentages aren’t understood.',
  },
  {
    name: 'A value for each week',
    text: 'weeks 1-4\n  Tue 15m E + {4, 5, 6, 4}x(3m I + 2m jog) + 10m E\n  Sun {1h10m, 1h20m, 1h30m, 1h} E',
    says: 'Braces hold one value for each week of the heading, in order.',
  },
  {
    name: 'Names for what comes often',
    text: 'strides = 6x(20s R + 1m jog)\n\nweek 1\n  Thu 40m E + strides',
    says: 'Give a workout a name above the lines that use it.',
  },
  {
    name: 'A choice',
    text: 'week 1\n  Wed 45m E or rest\n  Sat Club night: 15m E + 20m T or 40m E',
    says: 'The first is planned, and the others are alternatives for the day.',
  },
  {
    name: 'Two runs a day',
    text: 'week 1\n  Tue am 40m E\n  Tue pm 30m E',
    says: 'am is the first run of the day, pm the second.',
  },
  {
    name: 'Races',
    text: 'week 6\n  Sun 2km E + race 5km + 1km E\n\nweek 10\n  Sun race HM // start slowly',
    says: 'Write race before a distance. A plan can be counted back from its last race.',
  },
  {
    name: 'Other sport, and notes',
    text: 'week 1\n  Fri Strength: // half an hour, nothing heavy\n  Sun 1h30m E // drink on the way',
    says: 'A title without a workout is an activity other than running. Two slashes begin a note.',
  },
  {
    name: 'Exceptions and copies',
    text: 'weeks 1-4\n  Tue 40m E\n  Sun 1h20m E\n\nweek 4: Light\n  Sun 1h E\n\nweek 5 like week 1\n  Sun race 10km',
    says: 'A heading for some of the weeks above replaces their days. A week like another one starts with its days, and may have a title after a colon.',
  },
] as const;
