import { plural } from '@pacewright/pace';
import type { PlanDiagnostic } from '@pacewright/plan';
import { Lightbulb } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { hideAdvice, showAllAdvice, useHiddenAdvice } from './hidden-advice.ts';

type AdviceListProps = {
  diagnostics: readonly PlanDiagnostic[];
  /** Goes to the place in the text that some advice is about. */
  onShow: (position: number) => void;
};

/** Remarks on the training across days, the first few. It never blocks, and each kind can be hidden. */
export function AdviceList({ diagnostics, onShow }: AdviceListProps) {
  const hidden = useHiddenAdvice();
  const advice = diagnostics.filter(({ severity }) => severity === 'advice');
  if (advice.length === 0 && hidden.length === 0) return null;
  return (
    <Card edgeToEdge aria-labelledby="plan-advice" className="px-4 pt-3.5 pb-3 md:px-5">
      <h2 id="plan-advice" className="flex items-center gap-2 text-lg">
        <Lightbulb aria-hidden className="size-4.5 text-warn" /> Suggestions
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">
        {advice.length > 0
          ? 'Not rules: your coach may have reasons. You can always save.'
          : 'No suggestions.'}
      </p>
      <ul className="mt-1.5">
        {advice.slice(0, MAX_SHOWN).map(({ code, from, message }) => (
          <li
            key={`${code} ${from}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 text-sm"
          >
            <span className="min-w-0 grow basis-60">{message}</span>
            <span className="flex gap-1">
              <Button size="sm" variant="quiet" onClick={() => onShow(from)}>
                Show
              </Button>
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Hide suggestions like this: ${message}`}
                onClick={() => hideAdvice(code)}
              >
                Hide
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {advice.length > MAX_SHOWN && (
        <p className="border-t border-line py-2 text-sm text-ink-2">
          And {advice.length - MAX_SHOWN} more, marked in the text.
        </p>
      )}
      {hidden.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 border-t border-line pt-2 text-sm text-ink-2">
          {plural(hidden.length, 'kind of suggestion is', 'kinds of suggestion are')} hidden.
          <Button size="sm" variant="quiet" onClick={showAllAdvice}>
            Show all suggestions
          </Button>
        </p>
      )}
    </Card>
  );
}

/** A plan that is being written has many remarks that the next lines answer. */
const MAX_SHOWN = 6;
