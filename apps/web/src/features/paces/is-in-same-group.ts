import type { FocusEvent } from 'react';

/** Whether the focus moves within the same fieldset. */
export function isInSameGroup({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return currentTarget.closest('fieldset')?.contains(relatedTarget) ?? false;
}
