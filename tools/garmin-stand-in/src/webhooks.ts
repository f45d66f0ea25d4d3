/** Options of one notification. */
export type Sending = {
  /** Garmin's own test tool omits it. */
  withoutHeader?: boolean;
  /** Pads the body to this size with an unknown key. */
  padToBytes?: number;
};

export type Delivery = {
  body: unknown;
  /** The status of each attempt; 0 for a timeout. */
  attempts: number[];
  state: 'due' | 'delivered' | 'given up';
};

export type Notifier = {
  /** Sends this to the partner until it is accepted, for seven days. */
  notify: (body: unknown, sending?: Sending) => void;
  /** Sends due notifications. Resolves once none is in progress. */
  settle: () => Promise<void>;
  deliveries: () => Delivery[];
  sendTo: (url: string | undefined) => void;
  stop: () => void;
};

type Pending = Delivery & { sending: Sending; dueAt: number; giveUpAt: number };

const ANSWER_WITHIN_MILLISECONDS = 30_000;
const GIVE_UP_AFTER_MILLISECONDS = 7 * 24 * 3600 * 1000;
const LOOK_EVERY_MILLISECONDS = 1000;

type Options = {
  now: () => number;
  clientId: string;
  firstRetrySeconds: () => number;
  answerWithinMilliseconds?: number;
};

/** Notifications as Garmin sends them: unsigned, repeated until they get a 200. */
export function createNotifier({
  now,
  clientId,
  firstRetrySeconds,
  answerWithinMilliseconds = ANSWER_WITHIN_MILLISECONDS,
}: Options): Notifier {
  const deliveries: Pending[] = [];
  let target: string | undefined;
  let under: Promise<void> = Promise.resolve();

  async function sendDue(): Promise<void> {
    const due = deliveries.filter(({ state, dueAt }) => state === 'due' && dueAt <= now());
    if (target === undefined) return;
    for (const delivery of due) await attempt(delivery, target);
  }

  async function attempt(delivery: Pending, url: string): Promise<void> {
    const status = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Garmin Health API',
        ...(!delivery.sending.withoutHeader && { 'garmin-client-id': clientId }),
      },
      body: padded(delivery.body, delivery.sending.padToBytes),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMilliseconds),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );
    delivery.attempts.push(status);
    if (status === 200) delivery.state = 'delivered';
    else {
      delivery.dueAt = now() + firstRetrySeconds() * 1000 * 2 ** (delivery.attempts.length - 1);
      if (delivery.dueAt > delivery.giveUpAt) delivery.state = 'given up';
    }
  }

  const settle = () => {
    under = under.then(sendDue);
    return under;
  };
  const timer = setInterval(() => void settle(), LOOK_EVERY_MILLISECONDS).unref();

  return {
    notify: (body, sending = {}) => {
      deliveries.push({
        body,
        sending,
        attempts: [],
        state: 'due',
        dueAt: now(),
        giveUpAt: now() + GIVE_UP_AFTER_MILLISECONDS,
      });
      // After the response to the request that caused it.
      setImmediate(() => void settle());
    },
    settle,
    deliveries: () => deliveries.map(({ body, attempts, state }) => ({ body, attempts, state })),
    sendTo: (url) => {
      target = url;
    },
    stop: () => clearInterval(timer),
  };
}

function padded(body: unknown, bytes = 0): string {
  const text = JSON.stringify(body);
  const missing = bytes - text.length - '"padding":"",'.length;
  if (missing <= 0) return text;
  return `{"padding":"${'x'.repeat(missing)}",${text.slice(1)}`;
}
