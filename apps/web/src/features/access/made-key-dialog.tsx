import type { Key } from '@pacewright/contract';
import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { shortDate } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { listScopes } from './scope-words.ts';

/** Shows a new key, this one time, and how to try it. */
export function MadeKeyDialog({
  text,
  made,
  onClose,
}: {
  text: string;
  made: Key;
  onClose: () => void;
}) {
  const id = useId();
  const today = useToday();
  const [isCopied, setIsCopied] = useState<boolean>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser may refuse the clipboard. The key is shown, to be copied by hand.
      setIsCopied(false);
    }
  }

  return (
    <Dialog
      alert
      title="Copy it now"
      description="This is the only time the key is shown. If it gets lost, make a new one and revoke this."
      onClose={onClose}
      actions={
        <>
          <p className="mr-auto text-sm max-sm:min-w-full text-ink-2">
            {listScopes(made.scopes)}. Ends {shortDate(made.expiresAt, today)}.
          </p>
          <Button onClick={onClose}>I have it</Button>
        </>
      }
    >
      <div className="grid gap-3 rounded-md border border-line-strong bg-surface-2 p-3.5">
        <code data-testid="key" className="font-mono text-sm break-all select-all">
          {text}
        </code>
        <Button
          variant="primary"
          wide
          data-autofocus
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy()}
        >
          Copy the key
        </Button>
        <output className="block text-sm empty:hidden">
          {isCopied && 'Copied.'}
          {isCopied === false && 'Your browser blocked copying. Select the key and copy it.'}
        </output>
      </div>
      <div className="grid gap-1.5">
        <h3 id={id} className="text-sm font-semibold">
          To try it
        </h3>
        <pre
          aria-labelledby={id}
          className="rounded-md bg-action p-3.5 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap text-on-action"
        >
          {`curl -H "Authorization: Bearer ${text.slice(0, 12)}…" ${location.origin}${pathToTry(made)}`}
        </pre>
      </div>
      <p className="text-sm text-ink-2">
        It starts with <code>{text.slice(0, 8)}</code>, so that services that look for lost keys can
        find it. Anyone who has it can do what you allowed it.
      </p>
    </Dialog>
  );
}

/** A call that the key may make. */
function pathToTry({ scopes: [first = 'workouts:read'] }: Key): string {
  if (first.startsWith('calendar')) return '/api/seasons';
  return first.startsWith('runs')
    ? '/api/activities?from=2026-11-01&to=2026-11-30'
    : '/api/user/paces';
}
