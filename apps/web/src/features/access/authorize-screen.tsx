import type { AppRequest, Scope } from '@pacewright/contract';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CenteredCardLayout } from '../../ui/centered-card-layout.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useAnswerApp, useAppRequest } from './access-queries.ts';
import { ScopeChoices } from './scope-choices.tsx';
import { withReading } from './scope-words.ts';

const NOT_CONNECTED = 'Couldn’t connect the app. Nothing was shared.';

type Leave = (url: string) => void;

/** An app has sent the athlete here to ask for access. Nobody is sent back without a press. */
export function AuthorizeScreen({ leave = navigate }: { leave?: Leave }) {
  useTitle('Connect an app');
  const { search } = useLocation();
  const query = search.slice(1);
  const { data, error, isFetching, refetch } = useAppRequest(query);
  return (
    <CenteredCardLayout>
      {data?.kind === 'asks' ? (
        <Question asked={data} query={query} leave={leave} />
      ) : (
        <>
          <h1>Connect an app</h1>
          {data && (
            <>
              <Alert kind="error" title={NOT_CONNECTED}>
                {data.host} asked for something Pacewright doesn’t offer.
              </Alert>
              <Button wide onClick={() => leave(data.redirect)}>
                Back to {data.host}
              </Button>
            </>
          )}
          {error && !isFetching && (
            <>
              <Alert kind="error" title={NOT_CONNECTED}>
                {error.message}
              </Alert>
              <Button wide onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          )}
          {isFetching && <output className="text-ink-2">Checking the app…</output>}
          {!isFetching && (
            <Link
              to="/app/settings#access"
              className={buttonClass({ variant: 'quiet', wide: true })}
            >
              Go to Settings
            </Link>
          )}
        </>
      )}
    </CenteredCardLayout>
  );
}

type QuestionProps = {
  asked: Extract<AppRequest, { kind: 'asks' }>;
  query: string;
  leave: Leave;
};

function Question({ asked: { host, name, redirectHost, scopes }, query, leave }: QuestionProps) {
  const { user } = useAthlete();
  const answer = useAnswerApp(query);
  const [chosen, setChosen] = useState(scopes);
  const [isChecked, setIsChecked] = useState(false);
  const isLeaving = useLeaving(answer.isSuccess);
  const isBusy = answer.isPending || isLeaving;

  const send = (granted: Scope[]) =>
    answer.mutate(granted, { onSuccess: ({ redirect }) => leave(redirect) });

  return (
    <>
      <h1 className="wrap-anywhere">Connect {host}?</h1>
      <p className="text-ink-2">
        An app that calls itself “{name}” wants to use your Pacewright. Only connect it if you
        started this there.
      </p>
      {answer.error && (
        <Alert kind="error" title={NOT_CONNECTED}>
          {answer.error.message}
        </Alert>
      )}
      <ScopeChoices
        legend="It may"
        offered={scopes}
        chosen={chosen}
        error={isChecked && chosen.length === 0 && 'Choose what the app may do, or cancel'}
        onChange={setChosen}
      />
      <p className="text-sm text-ink-2">
        You’re signed in as {user.email}. You’ll go back to <b>{redirectHost}</b>. You can revoke
        this in Settings at any time.
      </p>
      <div className="grid gap-2">
        <Button
          variant="primary"
          wide
          busy={isBusy}
          onClick={() => {
            setIsChecked(true);
            if (chosen.length > 0) send(withReading(chosen));
          }}
        >
          Connect
        </Button>
        <Button wide disabled={isBusy} onClick={() => send([])}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** Going back restores this page from the browser's cache, when the code was used. */
function useLeaving(isAnswered: boolean): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setIsBack(true);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  return isAnswered && !isBack;
}

function navigate(url: string): void {
  window.location.assign(url);
}
