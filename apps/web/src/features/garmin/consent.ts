import * as z from 'zod/mini';

const KEY = 'pacewright.garmin-consent';

/** Longer than the consent page takes, and short for a stored verifier. */
const EXPIRES_AFTER_MS = 15 * 60_000;

/** What was to be sent when the connection was missing. */
const toSend = z.object({
  workoutId: z.string(),
  entry: z.optional(z.object({ id: z.string(), day: z.string() })),
  title: z.string(),
  script: z.string(),
});

const returnTo = z.object({
  path: z.string().check(z.startsWith('/app')),
  send: toSend,
});

/** The screen of this app that the athlete left for Garmin, and what it sends when they are back. */
export type ReturnTo = z.infer<typeof returnTo>;

const pending = z.object({
  athlete: z.string(),
  state: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  returnTo: z.optional(returnTo),
  textVersion: z.optional(z.int()),
});

type Consent = {
  returnTo?: ReturnTo | undefined;
  /** The consent text that the athlete read before they left, if there was one on the screen. */
  textVersion?: number | undefined;
};

/**
 * Starts a consent: returns the URL to go to, and stores the verifier for this athlete in this browser. Not in
 * sessionStorage: on a phone Garmin may come back in another tab. Throws if storage is blocked.
 */
export async function startConsent(
  consentUrl: string,
  athlete: string,
  { returnTo: from, textVersion }: Consent = {},
): Promise<string> {
  const verifier = randomText();
  const state = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const consent = { athlete, state, verifier, startedAt: Date.now(), returnTo: from, textVersion };
  localStorage.setItem(KEY, JSON.stringify(consent));

  const url = new URL(consentUrl);
  url.searchParams.set('code_challenge', base64url(new Uint8Array(digest)));
  url.searchParams.set('state', state);
  return url.href;
}

/**
 * The verifier and the text version for a return with this state. They are removed before they are used, so that neither a reload nor a
 * second tab can use them twice. Undefined if the consent was started elsewhere or by another athlete; the one
 * that was started here stays.
 */
export function consumeConsent(
  state: string | null,
  athlete: string,
): { verifier: string; textVersion?: number | undefined } | undefined {
  const pendingConsent = read();
  if (pendingConsent?.state !== state || pendingConsent.athlete !== athlete) return undefined;
  remove();
  const isInTime = Date.now() - pendingConsent.startedAt < EXPIRES_AFTER_MS;
  return isInTime ? pendingConsent : undefined;
}

/** The screen that the athlete left for Garmin. Available until the verifier is consumed. */
export function getReturnTo(athlete: string): ReturnTo | undefined {
  const stored = read();
  return stored?.athlete === athlete ? stored.returnTo : undefined;
}

/** Deletes a consent that was started on this device and not finished. */
export function clearConsent({ except }: { except?: string } = {}): void {
  if (except === undefined || read()?.athlete !== except) remove();
}

function read() {
  try {
    return z.safeParse(pending, parseJson(localStorage.getItem(KEY))).data;
  } catch {
    // Blocked storage has nothing in it.
    return undefined;
  }
}

function remove(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

/** 64 characters that PKCE allows, from 48 random bytes. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(48)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
