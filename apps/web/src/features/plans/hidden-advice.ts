import { PLAN_ADVICE_CODES, type PlanAdviceCode } from '@pacewright/plan';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { storedValue } from '../../platform/stored-value.ts';

const codes = z.array(z.enum(PLAN_ADVICE_CODES));

/** The kinds of plan advice that are turned off on this device (P20). */
const hidden = storedValue<readonly PlanAdviceCode[]>({
  // Removed with the local user, whose key it begins with.
  key: 'pacewright.user.hidden-advice',
  parse: (text) => z.parse(codes, JSON.parse(text)),
  fallback: [],
});

export const listHiddenAdvice = hidden.read;
export const onHiddenAdviceChange = hidden.subscribe;

export function useHiddenAdvice(): readonly PlanAdviceCode[] {
  return useSyncExternalStore(hidden.subscribe, hidden.read);
}

export function hideAdvice(code: string): void {
  const { data } = z.safeParse(codes, [code]);
  if (data) hidden.write([...new Set([...hidden.read(), ...data])]);
}

export function showAllAdvice(): void {
  hidden.write([]);
}
