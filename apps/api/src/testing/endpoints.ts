import * as contract from '@pacewright/contract';
import type { Endpoint } from '@pacewright/contract';

/** Every endpoint of the contract. */
export function listEndpoints(): Endpoint[] {
  return Object.values<unknown>(contract).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
  );
}
