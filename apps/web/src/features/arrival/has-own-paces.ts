import type { AthletePaces } from '@pacewright/contract';

/** Whether an account has paces beyond those that everybody starts with. */
export function hasOwnPaces({ vdot, edited }: AthletePaces): boolean {
  return vdot !== undefined || edited.length > 0;
}
