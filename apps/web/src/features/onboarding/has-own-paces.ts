import type { AthletePaces } from '@pacewright/contract';

/** Whether an account has paces other than the defaults. */
export function hasOwnPaces({ vdot, edited }: AthletePaces): boolean {
  return vdot !== undefined || edited.length > 0;
}
