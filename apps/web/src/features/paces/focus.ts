import type { FocusEvent } from 'react';

/** Whether the focus moves on within the fieldset it is in. */
export function isInSameGroup({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return currentTarget.closest('fieldset')?.contains(relatedTarget) ?? false;
}
