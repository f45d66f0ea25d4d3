import { decodeSharedPlan, type SharedPlanReading } from '@pacewright/delivery';
import { Save } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { localProblem } from '../../platform/api/problem.ts';
import { useSession } from '../../platform/session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PacesBar } from '../../visitor/paces-bar.tsx';
import { SignInAndSave } from '../../visitor/sign-in-and-save.tsx';
import { saveVisitorPlan } from '../../visitor/visitor-store.ts';
import { useVisitor } from '../../visitor/use-visitor.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useReading } from '../../workout/use-reading.ts';
import { PlanText } from './plan-text.tsx';
import { isBlocking, previewPlan } from './plan-preview.ts';
import { titleOfPlan } from './plan-title.ts';
import { FIRST_WEEK, SeasonAndWeek } from './season-and-week.tsx';
import { messageOf } from '../../ui/message-of.ts';

/** A plan from a share link, in the paces of its reader. Needs no account or server. */
export function SharedPlanScreen() {
  const { hash } = useLocation();
  const reading = useShared(hash);
  if (!reading) return null;
  if (!reading.ok)
    return (
      <>
        <PageHeading title="Shared plan" />
        <Alert kind="error" title="We couldn’t open this plan.">
          {reading.reason}
        </Alert>
      </>
    );
  // Another link opened in this tab is another plan, with its own state.
  return <SharedPlan key={hash} text={reading.text} />;
}

/** Undefined until it is decoded, which is asynchronous. */
function useShared(hash: string): SharedPlanReading | undefined {
  const [read, setRead] = useState<{ hash: string; reading: SharedPlanReading }>();
  useEffect(() => {
    let isCurrent = true;
    void decodeSharedPlan(hash).then((reading) => {
      if (isCurrent) setRead({ hash, reading });
    });
    return () => {
      isCurrent = false;
    };
  }, [hash]);
  return read?.hash === hash ? read.reading : undefined;
}

const NO_ADVICE_HIDDEN: [] = [];

function SharedPlan({ text }: { text: string }) {
  const { paces } = useVisitor();
  const isAthlete = useSession().hasStoredUser();
  const paceContext = useMemo<PaceContext>(() => ({ speeds: paces, units: paces.units }), [paces]);
  const read = useReading(previewPlan);
  const preview = useMemo(
    () => read(text, paceContext, NO_ADVICE_HIDDEN),
    [read, text, paceContext],
  );
  const [chosen, setChosen] = useState(FIRST_WEEK);

  return (
    <>
      <PageHeading
        title={titleOfPlan(text)}
        over="Shared plan"
        under={paces.from === 'defaults' && 'Shown at default paces. Enter a race to see your own.'}
        actions={<SaveActions text={text} isAthlete={isAthlete} />}
      />
      {preview.diagnostics.some(isBlocking) && (
        <Alert kind="warning" title="This plan has problems." className="mb-5">
          Save a copy to see and fix them.
        </Alert>
      )}
      <div className="grid items-start gap-3.5 *:min-w-0 md:gap-5 lg:grid-cols-[minmax(0,54fr)_minmax(0,46fr)]">
        <div className="grid gap-3.5 *:min-w-0 md:gap-5">
          <SeasonAndWeek
            preview={preview}
            paceContext={paceContext}
            chosen={chosen}
            onChoose={setChosen}
            canOpenWorkouts={isAthlete}
          />
        </div>
        <div className="grid gap-3.5 *:min-w-0 md:gap-5">
          <Card edgeToEdge aria-label="Your paces" className="px-(--gutter) py-4 md:px-5.5">
            <PacesBar paces={paces} />
          </Card>
          <Card edgeToEdge aria-label="Plan" className="px-4 py-4 text-sm md:px-5.5">
            <p className="whitespace-pre-wrap">
              <PlanText text={text} />
            </p>
          </Card>
        </div>
      </div>
    </>
  );
}

/** Saves a copy for an athlete. A visitor's is stored on this device, and imported after sign-in. */
function SaveActions({ text, isAthlete }: { text: string; isAthlete: boolean }) {
  const navigate = useNavigate();
  const session = useSession();
  const call = useCall();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  function saveForSignIn(path: string): void {
    if (saveVisitorPlan({ title: titleOfPlan(text), text })) void navigate(path);
    else setFailure('Your browser is blocking storage. Sign in, then open this link again.');
  }

  async function saveCopy(): Promise<void> {
    const state = await session.ready();
    if (state.status !== 'authenticated' || !state.account.emailVerified)
      return saveForSignIn('/app');
    const { savePlanOnce } = await loadSavePlanOnce();
    const { id } = await savePlanOnce(call, text);
    await navigate(`/app/plans/${id}`);
  }

  async function save(): Promise<void> {
    setIsBusy(true);
    setFailure(undefined);
    await saveCopy().catch((error: unknown) => setFailure(messageOf(error)));
    setIsBusy(false);
  }

  return (
    <div className="max-md:w-full">
      <div className="flex flex-wrap gap-3 max-md:*:grow md:justify-end">
        {isAthlete ? (
          <Button
            variant="primary"
            icon={<Save aria-hidden />}
            busy={isBusy}
            onClick={() => void save()}
          >
            Save to my plans
          </Button>
        ) : (
          <SignInAndSave onSave={saveForSignIn} />
        )}
      </div>
      {failure && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          Not saved. {failure}
        </p>
      )}
    </div>
  );
}

/** Loaded on demand: most people who open a link only look at it. */
async function loadSavePlanOnce() {
  try {
    return await import('../../visitor/save-plan-once.ts');
  } catch (error) {
    throw localProblem('UNREACHABLE', { cause: error });
  }
}
