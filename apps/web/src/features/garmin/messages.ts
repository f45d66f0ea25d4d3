import { ApiProblem } from '../../api/problem.ts';

/** What went wrong, and what to know besides. */
export type Telling = { message: string; detail?: string | undefined };

/** The specification fixes these, to the letter. */
export const CONNECT_MESSAGES = {
  noCode: 'Authorization code not found.',
  notResumed: 'Garmin sign-in could not be resumed. Please connect again.',
  failed: 'Failed to connect with Garmin. Please try again.',
} as const;

/** A return from Garmin that cannot be finished. */
export class ConnectFailure extends Error {
  readonly telling: Telling;

  constructor(telling: Telling) {
    super(telling.message);
    this.name = 'ConnectFailure';
    this.telling = telling;
  }
}

export function tellFailure(error: Error): Telling {
  if (error instanceof ConnectFailure) return error.telling;
  return { message: CONNECT_MESSAGES.failed, detail: detailOf(error) };
}

function detailOf(error: Error): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  // Its title is the sentence above.
  if (error.code === 'GARMIN_REFUSED') return undefined;
  if (error.code === 'GARMIN_ACCOUNT_TAKEN')
    return `${error.message}. Disconnect it there first, or sign in at Garmin with another account.`;
  return error.message.endsWith('.') ? error.message : `${error.message}.`;
}
