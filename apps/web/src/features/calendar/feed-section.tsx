import { CalendarPlus, Check, Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { shortDate } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useCalendarFeed, useRenewFeed, useRevokeFeed } from './feed-queries.ts';

/** The private link that other calendars read: make it, copy it once, replace it, end it. */
export function FeedSection() {
  const { data: feed, error, isFetching, refetch } = useCalendarFeed();
  const renew = useRenewFeed();
  const revoke = useRevokeFeed();
  const [asking, setAsking] = useState<'renew' | 'revoke'>();
  const today = useToday();
  const failure = renew.error ?? revoke.error;
  const address = renew.data && `${location.origin}${renew.data.path}`;
  const isBusy = renew.isPending || revoke.isPending;

  function confirm(): void {
    if (asking === 'renew') renew.mutate();
    else {
      revoke.mutate();
      renew.reset();
    }
    setAsking(undefined);
  }

  if (!feed)
    return error && !isFetching ? (
      <div className="grid justify-items-start gap-3">
        <Alert kind="error" title="Couldn’t check your feed.">
          {error.message}
        </Alert>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    ) : (
      <p className="text-sm text-ink-2">Checking…</p>
    );

  return (
    <div className="grid gap-3">
      {failure && (
        <Alert kind="error" title="Nothing was changed.">
          {failure.message}
        </Alert>
      )}
      {feed.createdAt === null ? (
        <>
          <p className="max-w-[60ch] text-sm text-ink-2">
            Apple, Google and Outlook calendars can show your planned workouts, with their steps in
            your paces. They read a private address and ask for changes every few hours.
          </p>
          <div>
            <Button
              icon={<CalendarPlus aria-hidden />}
              busy={renew.isPending}
              onClick={() => renew.mutate()}
            >
              Make an address
            </Button>
          </div>
        </>
      ) : (
        <>
          {address ? (
            <NewAddress address={address} />
          ) : (
            <p className="max-w-[60ch] text-sm text-ink-2">
              <b className="block text-md font-semibold text-ink">
                On since {shortDate(feed.createdAt, today)}
              </b>
              The address was shown when you made it. If it got lost, make a new one.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<RefreshCw aria-hidden />}
              busy={renew.isPending}
              disabled={isBusy}
              onClick={() => setAsking('renew')}
            >
              New address
            </Button>
            <Button
              variant="danger-quiet"
              busy={revoke.isPending}
              disabled={isBusy}
              onClick={() => setAsking('revoke')}
            >
              Turn off
            </Button>
          </div>
        </>
      )}
      {asking && (
        <Dialog
          {...QUESTIONS[asking]}
          onClose={() => setAsking(undefined)}
          actions={
            <>
              <Button onClick={() => setAsking(undefined)}>Keep the address</Button>
              <Button variant="danger" onClick={confirm}>
                {asking === 'renew' ? 'New address' : 'Turn off'}
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}

const QUESTIONS = {
  renew: {
    title: 'Make a new feed address?',
    description:
      'The old one stops at once. Calendars that follow it go empty until you give them the new one.',
  },
  revoke: {
    title: 'Turn the feed off?',
    description:
      'The address stops at once, and calendars that follow it go empty. Your calendar here is untouched.',
  },
};

function NewAddress({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState<boolean>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setIsCopied(true);
    } catch {
      // The browser may refuse the clipboard. The address is shown, to be copied by hand.
      setIsCopied(false);
    }
  }

  return (
    <div className="grid gap-3">
      <Field
        label="Your private address"
        readOnly
        value={address}
        hint="Copy it now: it is shown only this once. Whoever has it can read your calendar."
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy()}
        >
          Copy address
        </Button>
        <a className={buttonClass({})} href={address.replace(/^https?:/, 'webcal:')}>
          Open in a calendar
        </a>
      </div>
      <output className="block text-sm empty:hidden">
        {isCopied && 'Address copied. In your calendar, choose “Add by URL” or “Subscribe”.'}
        {isCopied === false &&
          'Your browser doesn’t allow copying. Select the address above and copy it.'}
      </output>
    </div>
  );
}
