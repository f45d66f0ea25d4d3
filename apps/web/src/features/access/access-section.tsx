import type { Key } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../platform/api/problem.ts';
import { shortDate } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checking } from '../../ui/checking.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { type NewKey, useKeys, useMakeKey, useRevokeKey } from './access-queries.ts';
import { SCOPE_WORDS } from './scope-words.ts';

// Loaded when they are opened: few athletes make keys, and all open the settings.
const NewKeyDialog = lazyDialog(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog);
const MadeKeyDialog = lazyDialog(async () => (await import('./made-key-dialog.tsx')).MadeKeyDialog);
const WritesDialog = lazyDialog(async () => (await import('./writes-dialog.tsx')).WritesDialog);

type AccessSectionProps = {
  /** Asks the athlete to sign in again before a key is made. */
  confirmIdentity: (props: {
    button: string;
    onConfirmed: () => Promise<{ message: string; detail?: string } | undefined>;
    onClose: () => void;
  }) => ReactNode;
};

type Open =
  | { kind: 'new' }
  /** The sign-in is too old, so it is asked for again. */
  | { kind: 'confirm'; asked: NewKey }
  | { kind: 'made'; made: Key; text: string }
  | { kind: 'revoke' | 'writes'; about: Key };

/** The keys for scripts, and the connected apps: make a key, see what each did, end it. */
export function AccessSection({ confirmIdentity }: AccessSectionProps) {
  const keys = useKeys();
  const make = useMakeKey();
  const revoke = useRevokeKey();
  const [open, setOpen] = useState<Open>();
  const close = () => {
    setOpen(undefined);
    make.reset();
  };

  function makeKey(asked: NewKey): void {
    make.mutate(asked, {
      onSuccess: ({ key, text }) => setOpen({ kind: 'made', made: key, text }),
      onError: (problem) => {
        if (problem instanceof ApiProblem && problem.code === 'RECENT_SIGN_IN_REQUIRED')
          setOpen({ kind: 'confirm', asked });
      },
    });
  }

  async function makeConfirmed(asked: NewKey) {
    try {
      const { key, text } = await make.mutateAsync(asked);
      setOpen({ kind: 'made', made: key, text });
      return undefined;
    } catch (problem) {
      return { message: 'Couldn’t make the key.', detail: messageOf(problem) };
    }
  }

  function revokeKey({ id }: Key): void {
    revoke.mutate(id);
    setOpen(undefined);
  }

  if (!keys.data) return <Checking title="Couldn’t load your keys and apps." query={keys} />;

  const working = keys.data.keys.filter(({ isEnded }) => !isEnded);
  const ended = keys.data.keys.filter(({ isEnded }) => isEnded);

  return (
    <div className="grid gap-3">
      {revoke.error && (
        <Alert kind="error" title="Couldn’t revoke it.">
          {revoke.error.message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-2">{countAccess(working)}</p>
        <Button
          icon={<KeyRound aria-hidden />}
          className="max-sm:w-full"
          onClick={() => setOpen({ kind: 'new' })}
        >
          New key
        </Button>
      </div>
      {working.length > 0 && (
        <KeyList
          keys={working}
          onRevoke={(about) => setOpen({ kind: 'revoke', about })}
          onWrites={(about) => setOpen({ kind: 'writes', about })}
        />
      )}
      {ended.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-ink-2">
            {countAccess(ended)} ended
          </summary>
          <div className="mt-2">
            <KeyList keys={ended} onWrites={(about) => setOpen({ kind: 'writes', about })} />
          </div>
        </details>
      )}
      <p className="text-sm text-ink-2">
        Keys and apps never reach your password, your email or the account itself.{' '}
        <a href="/developers">How to use them</a>
      </p>
      {open?.kind === 'new' && (
        <NewKeyDialog busy={make.isPending} failure={make.error} onMake={makeKey} onClose={close} />
      )}
      {open?.kind === 'confirm' &&
        confirmIdentity({
          button: 'Make the key',
          onConfirmed: () => makeConfirmed(open.asked),
          onClose: close,
        })}
      {open?.kind === 'made' && <MadeKeyDialog made={open.made} text={open.text} onClose={close} />}
      {open?.kind === 'writes' && <WritesDialog shown={open.about} onClose={close} />}
      {open?.kind === 'revoke' && (
        <RevokeDialog
          name={open.about.name}
          onRevoke={() => revokeKey(open.about)}
          onClose={close}
        />
      )}
    </div>
  );
}

type RevokeDialogProps = { name: string; onRevoke: () => void; onClose: () => void };

function RevokeDialog({ name, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <Dialog
      title={`Revoke “${name}”?`}
      description="It stops working within a minute. What it wrote stays."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onRevoke}>
            Revoke
          </Button>
        </>
      }
    />
  );
}

type KeyListProps = {
  keys: readonly Key[];
  /** Without it, the keys have ended. */
  onRevoke?: (key: Key) => void;
  onWrites: (key: Key) => void;
};

function KeyList({ keys, onRevoke, onWrites }: KeyListProps) {
  const today = useToday();
  return (
    <Card className="@container p-0">
      <ul>
        {keys.map((key) => (
          <li
            key={key.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3.5 first:border-t-0 @xl:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_7rem_auto]"
          >
            <div className="min-w-0">
              <b className="block font-semibold wrap-anywhere">{key.name}</b>
              <span className="text-xs text-ink-2">
                {key.appHost !== undefined && `${key.appHost}. `}
                {onRevoke
                  ? `${key.appHost === undefined ? 'Made' : 'Connected'} ${shortDate(key.createdAt, today)}, ends ${shortDate(key.expiresAt, today)}`
                  : `Ended ${shortDate(key.expiresAt, today)}`}
              </span>
            </div>
            <ul
              aria-label="It may"
              className="flex flex-wrap gap-1 @max-xl:col-span-2 @max-xl:row-start-2 "
            >
              {key.scopes.map((scope) => (
                <li key={scope} className="rounded-sm bg-surface-2 px-2 py-0.5 text-sm font-medium">
                  {SCOPE_WORDS[scope].does}
                </li>
              ))}
            </ul>
            <p className="text-sm text-ink-2 @max-xl:col-span-2">
              {sayLastUse(key, today)}
              <br />
              <button
                type="button"
                aria-label={`What it did, ${key.name}`}
                className="min-h-6 underline underline-offset-4"
                onClick={() => onWrites(key)}
              >
                What it did
              </button>
            </p>
            {onRevoke && (
              <Button
                size="sm"
                className="@max-xl:col-start-2 @max-xl:row-start-1"
                aria-label={`Revoke ${key.name}`}
                onClick={() => onRevoke(key)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** "2 keys, 1 app". */
function countAccess(keys: readonly Key[]): string {
  const apps = keys.filter(({ appHost }) => appHost !== undefined).length;
  const parts = [
    keys.length > apps && plural(keys.length - apps, 'key'),
    apps > 0 && plural(apps, 'app'),
  ];
  return parts.filter(Boolean).join(', ') || 'No keys yet';
}

/** The day of the last use is in UTC. */
function sayLastUse({ lastUsedOn }: Key, today: string): string {
  if (lastUsedOn === null) return 'Not used yet';
  if (lastUsedOn >= today) return 'Used today';
  return `Used ${shortDate(`${lastUsedOn}T12:00:00`, today)}`;
}
