import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { SCRIPT_EXAMPLES, type ScriptExample } from '@pacewright/script';
import { useId, useState } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptEditor } from '../../workout/editor/script-editor.tsx';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { WorkoutChart } from '../../workout/view/profile-chart.tsx';
import { useWorkoutPreview } from '../../workout/view/use-workout-preview.ts';

/** The script language by example. */
export function ScriptHelpScreen({ paceContext }: { paceContext: PaceContext }) {
  return (
    <>
      <PageHeading
        title="How to write a workout"
        under="A workout is a line of text. Edit any example to see it at your paces."
      />
      <ScriptHelp paceContext={paceContext} />
    </>
  );
}

/** Editable examples, and the meaning of each word. */
export function ScriptHelp({ paceContext }: { paceContext: PaceContext }) {
  return (
    <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-8 *:min-w-0">
        {SCRIPT_EXAMPLES.map((example) => (
          <Example key={example.title} example={example} paceContext={paceContext} />
        ))}
      </div>
      <Vocabulary paceContext={paceContext} />
    </div>
  );
}

function Example({ example, paceContext }: { example: ScriptExample; paceContext: PaceContext }) {
  const [script, setScript] = useState(example.script);
  const { editor, view } = useWorkoutPreview(script, paceContext);
  const id = useId();

  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{example.title}</h2>
      <p className="mt-2 mb-3 max-w-(--measure) text-ink-2">{example.about}</p>
      <Card edgeToEdge>
        <ScriptEditor
          {...editor}
          value={script}
          onChange={setScript}
          hasTokens={false}
          label={`Script: ${example.title}`}
        />
        <div className="border-t border-line px-4 pt-4 pb-3.5 md:px-5">
          <WorkoutChart {...view} isAlone />
        </div>
      </Card>
    </section>
  );
}

/** The pace of each word for this athlete. */
function Vocabulary({ paceContext: { speeds, units } }: { paceContext: PaceContext }) {
  return (
    <Card className="px-5.5 pt-5 pb-4 lg:sticky lg:top-5" aria-labelledby="words">
      <h2 id="words" className="text-lg">
        Keywords
      </h2>
      <dl className="mt-3 grid text-sm">
        {PACE_KEYS.map((key) => (
          <div key={key} className={ROW_CLASS}>
            <dt className="flex items-center gap-2.5">
              <PaceLetter letter={key} className="text-xs" /> {PACE_NAMES[key]}
            </dt>
            <dd className="fig font-semibold">
              {speeds && formatRange(speeds.trainingPaces[key], units)}
            </dd>
          </div>
        ))}
        {TOKENS.map(([word, meaning]) => (
          <div key={word} className={ROW_CLASS}>
            <dt className="mono font-medium">{word}</dt>
            <dd className="text-right text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-ink-2">Paces in {PACE_UNIT_LABELS[units]}.</p>
    </Card>
  );
}

const ROW_CLASS =
  'flex items-center justify-between gap-4 border-t border-line py-2 first:border-t-0';

const TOKENS = [
  ['Z1 … Z5', 'heart-rate zone'],
  ['1500mtr 1mi 3k 5k 10k 15k HM', 'race pace'],
  ['jog', 'easy recovery'],
  ['rest', 'standing still'],
  ['walk', 'walking'],
  ['lap', 'until you press lap'],
  ['WU CD', 'warm-up, cool-down'],
  ['"hill, hard"', 'a note on the watch'],
  ['4:30/km 7:00/mi', 'a pace'],
  ['140-150bpm', 'a heart rate'],
  ['between', 'not after the last one'],
  ['15m 1h30m 90s 1:30', 'time'],
  ['5km 1mi 400mtr', 'distance'],
] as const;
