import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { SCRIPT_EXAMPLES, type ScriptExample } from '@pacewright/script';
import { useId } from 'react';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptEditor } from '../../script-editor/script-editor.tsx';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProfileChart } from '../../workout-view/profile-chart.tsx';
import { useWorkshop } from '../../workout-view/use-workshop.ts';

/** The script language by example. */
export function ScriptHelpScreen({ athlete }: { athlete: Athlete }) {
  return (
    <>
      <PageHeading
        title="How to write a workout"
        under="A workout is a line of text. Change any example to see what it means in your paces."
      />
      <ScriptHelp athlete={athlete} />
    </>
  );
}

/** Examples that can be changed where they are, and what each word means. */
export function ScriptHelp({ athlete }: { athlete: Athlete }) {
  return (
    <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-8 *:min-w-0">
        {SCRIPT_EXAMPLES.map((example) => (
          <Example key={example.title} example={example} athlete={athlete} />
        ))}
      </div>
      <Words athlete={athlete} />
    </div>
  );
}

function Example({ example, athlete }: { example: ScriptExample; athlete: Athlete }) {
  const { editor, view } = useWorkshop(example.script, athlete);
  const id = useId();

  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{example.title}</h2>
      <p className="mt-2 mb-3 max-w-(--measure) text-ink-2">{example.about}</p>
      <Card edgeToEdge>
        <ScriptEditor {...editor} hasTokens={false} label={`Script: ${example.title}`} />
        <div className="border-t border-line px-4 pt-4 pb-3.5 md:px-5">
          <ProfileChart {...view} isAlone />
        </div>
      </Card>
    </section>
  );
}

/** What each word is worth to this athlete. */
function Words({ athlete: { speeds, units } }: { athlete: Athlete }) {
  return (
    <Card className="px-5.5 pt-5 pb-4 lg:sticky lg:top-5" aria-labelledby="words">
      <h2 id="words" className="text-lg">
        Words
      </h2>
      <dl className="mt-3 grid text-[0.9375rem]">
        {PACE_KEYS.map((key) => (
          <div key={key} className={ROW}>
            <dt className="flex items-center gap-2.5">
              <PaceLetter letter={key} className="text-xs" /> {PACE_NAMES[key]}
            </dt>
            <dd className="fig font-[640]">
              {speeds && formatRange(speeds.trainingPaces[key], units)}
            </dd>
          </div>
        ))}
        {WORDS.map(([word, meaning]) => (
          <div key={word} className={ROW}>
            <dt className="mono font-[560]">{word}</dt>
            <dd className="text-right text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-ink-2">Paces in {PACE_UNIT_LABELS[units]}.</p>
    </Card>
  );
}

const ROW = 'flex items-center justify-between gap-4 border-t border-line py-2 first:border-t-0';

const WORDS = [
  ['Z1 … Z5', 'heart-rate zone'],
  ['1500mtr 1mi 3k 5k 10k 15k HM', 'race pace'],
  ['jog', 'easy recovery'],
  ['rest', 'standing or walking'],
  ['open', 'until you press lap'],
  ['15m 1h30m 90s 1:30', 'time'],
  ['5km 1mi 400mtr', 'distance'],
] as const;
