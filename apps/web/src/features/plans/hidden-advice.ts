import { PLAN_ADVICE_CODES, type PlanAdviceCode } from '@pacewright/plan';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

// Removed with the local user, whose key it begins with.
const KEY = 'pacewright.user.hidden-advice';

const codes = z.array(z.enum(PLAN_ADVICE_CODES));

let hidden: readonly PlanAdviceCode[] | undefined;
const listeners = new Set<() => void>();

/** The kinds of plan advice that are turned off on this device (P20). The same array until they change. */
export function listHiddenAdvice(): readonly PlanAdviceCode[] {
  hidden ??= readStored();
  return hidden;
}

export function useHiddenAdvice(): readonly PlanAdviceCode[] {
  return useSyncExternalStore(onHiddenAdviceChange, listHiddenAdvice);
}

export function hideAdvice(code: string): void {
  const { data } = z.safeParse(codes, [code]);
  if (data) store([...new Set([...listHiddenAdvice(), ...data])]);
}

export function showAllAdvice(): void {
  store([]);
}

/** Calls a listener after every change, until the returned function is called. */
export function onHiddenAdviceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function store(next: readonly PlanAdviceCode[]): void {
  hidden = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage may be full or forbidden. It is hidden until the page is closed.
  }
  for (const listener of listeners) listener();
}

function readStored(): readonly PlanAdviceCode[] {
  try {
    return z.parse(codes, JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Data of an older version, or a browser that refuses storage.
    return [];
  }
}
