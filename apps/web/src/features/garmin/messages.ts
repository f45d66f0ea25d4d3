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
  /** The athlete did not agree at Garmin. */
  readonly isRefusal: boolean;

  constructor({ message, isRefusal = false }: { message: string; isRefusal?: boolean }) {
    super(message);
    this.name = 'ConnectFailure';
    this.isRefusal = isRefusal;
  }
}

/** Someone may have been connected before. Undefined until that is known. */
export function tellFailure(error: Error, isConnected: boolean | undefined): Telling {
  const outcome = isConnected === undefined ? [] : [isConnected ? UNCHANGED : NOT_CONNECTED];
  if (error instanceof ConnectFailure) {
    const detail = [...(error.isRefusal ? [REFUSED] : []), ...outcome].join(' ');
    return { message: error.message, ...(detail && { detail }) };
  }
  const detail = detailOf(error);
  return {
    message: CONNECT_MESSAGES.failed,
    detail: [...(detail ? [detail] : []), ...(isConnected ? [UNCHANGED] : [])].join(' '),
  };
}

const REFUSED = 'Garmin sent you back without your consent.';
const NOT_CONNECTED = 'Nothing was connected.';
const UNCHANGED = 'The connection you had before hasn’t changed.';

function detailOf(error: Error): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  // Its title is the sentence above.
  if (error.code === 'GARMIN_REFUSED') return undefined;
  if (error.code === 'GARMIN_ACCOUNT_TAKEN')
    return `${error.message}. Disconnect it there first, or use another Garmin account.`;
  return error.message.endsWith('.') ? error.message : `${error.message}.`;
}
