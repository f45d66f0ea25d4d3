import { amountText, type StepVerdict, type Verdict } from '@pacewright/delivery';
import { ArrowLeftRight, Ban, Check } from 'lucide-react';

/** How many steps arrive as written, and what happens to the others. */
export function StepVerdicts({ verdicts, notes }: { verdicts: StepVerdict[]; notes: string[] }) {
  const differing = verdicts.filter(({ changes }) => changes.length > 0);
  const sentences = new Set(differing.flatMap(({ changes }) => changes.map(sentenceOf)));
  const others = notes.filter((note) => !sentences.has(note));

  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {VERDICTS.map(({ verdict, label, Icon }) => {
          const count = verdicts.filter((each) => each.verdict === verdict).length;
          return count === 0 ? null : (
            <span key={verdict} className="inline-flex items-center gap-1.5 [&>.lucide]:size-4">
              <Icon aria-hidden />{' '}
              {verdict === 'exact' && count === verdicts.length
                ? 'All steps as written'
                : `${count} ${label}`}
            </span>
          );
        })}
      </p>
      {(differing.length > 0 || others.length > 0) && (
        <ul className="grid gap-1 text-ink-2">
          {[...sentences].map((sentence) => (
            <li key={sentence}>
              {sentence} <span className="text-ink-3">({stepsWith(sentence, differing)})</span>
            </li>
          ))}
          {others.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const VERDICTS: { verdict: Verdict; label: string; Icon: typeof Check }[] = [
  { verdict: 'exact', label: 'as written', Icon: Check },
  { verdict: 'changed', label: 'changed', Icon: ArrowLeftRight },
  { verdict: 'impossible', label: 'not possible', Icon: Ban },
];

function sentenceOf({ sentence }: StepVerdict['changes'][number]): string {
  return sentence;
}

/** Names of more steps than this would hide the sentence. */
const MAX_NAMED = 4;

function stepsWith(sentence: string, verdicts: StepVerdict[]): string {
  const names = verdicts
    .filter(({ changes }) => changes.some((change) => change.sentence === sentence))
    .map(({ step }) => `${step.name}, ${amountText(step.amount)}`);
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join('; ')} and ${more} more` : names.join('; ');
}
