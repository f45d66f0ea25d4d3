import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCall } from '../platform/api/call-context.ts';
import { isReachable, subscribeReachable } from '../platform/api/reachability.ts';
import { hasDraftsToSend } from '../platform/drafts/draft-store.ts';
import { useAthlete } from '../platform/session/session-context.ts';
import { whenIdle } from '../ui/when-idle.ts';

/** Sends what was saved without the network, whatever screen is open: at the start, and when the API is back. */
export function SendWaitingDrafts() {
  const call = useCall();
  const queryClient = useQueryClient();
  const { user } = useAthlete();
  const send = useEffectEvent(async () => {
    if (!isReachable() || !(await hasDraftsToSend(user.id))) return;
    // Without its chunk, the next occasion tries again.
    const module = await import('./send-drafts.ts').catch(() => undefined);
    await module?.sendDrafts(user.id, call, queryClient);
  });

  useEffect(() => {
    const cancel = whenIdle(() => void send());
    const unsubscribe = subscribeReachable(() => void send());
    return () => {
      cancel();
      unsubscribe();
    };
  }, []);

  return null;
}
