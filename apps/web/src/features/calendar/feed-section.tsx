import { CalendarPlus, Check, Copy, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../platform/api/problem.ts';
import { shortDate } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Checking } from '../../ui/checking.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useCalendarFeed, useRenewFeed, useRevokeFeed } from './feed-queries.ts';

type FeedSectionProps = {
  /** Asks the athlete to sign in again before a link is made. */
  confirmIdentity: (props: {
    button: string;
    onConfirmed: () => Promise<{ message: string; detail?: string } | undefined>;
    onClose: () => void;
  }) => ReactNode;
};

/** The private link that other calendars read: make it, copy it once, replace it, end it. */
export function FeedSection({ confirmIdentity }: FeedSectionProps) {
  const query = useCalendarFeed();
  const renew = useRenewFeed();
  const revoke = useRevokeFeed();
  const [asking, setAsking] = useState<'renew' | 'revoke'>();
  const isConfirming =
    renew.error instanceof ApiProblem && renew.error.code === 'RECENT_SIGN_IN_REQUIRED';
  const failure = (isConfirming ? undefined : renew.error) ?? revoke.error;
  // Shown until it is replaced or turned off, whatever fails in between.
  const [path, setPath] = useState<string>();
  const address = path && `${location.origin}${path}`;
  const isBusy = renew.isPending || revoke.isPending;

  const makeAddress = () => renew.mutate(undefined, { onSuccess: (made) => setPath(made.path) });

  function confirm(): void {
    if (asking === 'renew') makeAddress();
    else revoke.mutate(undefined, { onSuccess: () => setPath(undefined) });
    setAsking(undefined);
  }

  async function renewConfirmed(): Promise<{ message: string; detail: string } | undefined> {
    try {
      setPath((await renew.mutateAsync()).path);
      return undefined;
    } catch (problem) {
      const detail = problem instanceof Error ? problem.message : '';
      return { message: 'Couldn’t change your feed.', detail };
    }
  }

  const feed = query.data;
  if (!feed) return <Checking title="Couldn’t check your feed." query={query} />;

  return (
    <div className="grid gap-3">
      {failure && (
        <Alert kind="error" title="Couldn’t change your feed.">
          {failure.message}
        </Alert>
      )}
      {feed.createdAt === null ? (
        <Offer busy={renew.isPending} onMake={makeAddress} />
      ) : (
        <>
          {address ? (
            <NewAddress address={address} />
          ) : (
            <Known feed={feed} since={feed.createdAt} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<RefreshCw aria-hidden />}
              busy={renew.isPending}
              disabled={isBusy}
              onClick={() => setAsking('renew')}
            >
              Create new link
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
      {isConfirming &&
        confirmIdentity({
          button: 'Create feed link',
          onConfirmed: renewConfirmed,
          onClose: () => renew.reset(),
        })}
      {asking && (
        <Dialog
          {...QUESTIONS[asking]}
          onClose={() => setAsking(undefined)}
          actions={
            <>
              <Button onClick={() => setAsking(undefined)}>Cancel</Button>
              <Button variant="danger" onClick={confirm}>
                {asking === 'renew' ? 'Create new link' : 'Turn off'}
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}

function Offer({ busy, onMake }: { busy: boolean; onMake: () => void }) {
  return (
    <>
      <p className="max-w-[60ch] text-sm text-ink-2">
        Apple, Google and Outlook calendars can show your planned workouts, with steps at your
        paces. They use a private link and check for changes every few hours.
      </p>
      <div>
        <Button icon={<CalendarPlus aria-hidden />} busy={busy} onClick={onMake}>
          Create feed link
        </Button>
      </div>
    </>
  );
}

/** A link that was made before, which is not shown again. */
function Known({
  since,
  feed,
}: {
  since: string;
  feed: { lastReadAt?: string | null | undefined };
}) {
  const today = useToday();
  return (
    <p className="max-w-[60ch] text-sm text-ink-2">
      <b className="block text-md font-semibold text-ink">On since {shortDate(since, today)}</b>
      {feed.lastReadAt
        ? `A calendar app last read it on ${shortDate(feed.lastReadAt, today)}. `
        : 'No calendar app has read it yet. '}
      We showed the link when you created it. Lost it? Create a new one.
    </p>
  );
}

const QUESTIONS = {
  renew: {
    title: 'Create a new feed link?',
    description:
      'The old link stops working right away. Subscribed calendars stay empty until you give them the new one.',
  },
  revoke: {
    title: 'Turn off the feed?',
    description:
      'The link stops working right away and subscribed calendars go empty. Your calendar here won’t change.',
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
        label="Your feed link"
        readOnly
        value={address}
        hint="Copy it now. We won’t show it again. Anyone with this link can read your calendar."
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy()}
        >
          Copy link
        </Button>
        <a className={buttonClass({})} href={address.replace(/^https?:/, 'webcal:')}>
          Open in calendar app
        </a>
      </div>
      <output className="block text-sm empty:hidden">
        {isCopied && 'Link copied. In your calendar app, choose “Add by URL” or “Subscribe”.'}
        {isCopied === false && 'Your browser blocked copying. Select the link above and copy it.'}
      </output>
    </div>
  );
}
