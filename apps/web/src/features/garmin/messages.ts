import { ApiProblem } from '../../platform/api/problem.ts';

/** The failure, and anything else worth knowing. */
export type ErrorText = { message: string; detail?: string | undefined };

/** Verbatim from the specification. */
export const CONNECT_MESSAGES = {
  noCode: 'Authorization code not found.',
  notResumed: 'We couldn’t finish the Garmin sign-in. Connect again.',
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

/** The athlete may have been connected before. Undefined until that is known. */
export function getFailureText(error: Error, isConnected: boolean | undefined): ErrorText {
  const outcome = isConnected === undefined ? [] : [isConnected ? UNCHANGED : NOT_CONNECTED];
  if (error instanceof ConnectFailure) {
    const detail = [...(error.isRefusal ? [NO_CONSENT] : []), ...outcome].join(' ');
    return { message: error.message, ...(detail && { detail }) };
  }
  const detail = detailOf(error);
  return {
    message: CONNECT_MESSAGES.failed,
    detail: [...(detail ? [detail] : []), ...(isConnected ? [UNCHANGED] : [])].join(' '),
  };
}

const NO_CONSENT = 'You didn’t give permission on Garmin.';
const NOT_CONNECTED = 'Nothing was connected.';
const UNCHANGED = 'Your existing connection hasn’t changed.';

function detailOf(error: Error): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  // The problem's title is the sentence above.
  if (error.code === 'GARMIN_REFUSED') return undefined;
  if (error.code === 'GARMIN_ACCOUNT_TAKEN')
    return `${error.message}. Disconnect it there first, or use another Garmin account.`;
  return error.message.endsWith('.') ? error.message : `${error.message}.`;
}
