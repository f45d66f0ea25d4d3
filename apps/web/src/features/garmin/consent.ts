import * as z from 'zod/mini';

const KEY = 'pacewright.garmin-consent';

/** Longer than anyone takes to agree, and shorter than a verifier should lie about. */
const GOOD_FOR_MS = 15 * 60_000;

const back = z.object({ path: z.string().check(z.startsWith('/app')), title: z.string() });

/** A screen of this app that someone was on before they left for Garmin. */
export type Back = z.infer<typeof back>;

const pending = z.object({
  athlete: z.string(),
  state: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  back: z.optional(back),
});

/**
 * Begins to ask for consent: returns where to go, and keeps what only this athlete in this browser can
 * finish it with. Not in sessionStorage: on a phone Garmin may come back in another tab. Throws where
 * nothing can be kept.
 */
export async function beginConsent(
  consentUrl: string,
  athlete: string,
  from?: Back,
): Promise<string> {
  const verifier = randomText();
  const state = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const begun = { athlete, state, verifier, startedAt: Date.now(), back: from };
  localStorage.setItem(KEY, JSON.stringify(begun));

  const address = new URL(consentUrl);
  address.searchParams.set('code_challenge', base64url(new Uint8Array(digest)));
  address.searchParams.set('state', state);
  return address.href;
}

/**
 * The verifier for a return with this state. It is removed before it is used, so that neither a reload
 * nor a second tab can use it twice. Undefined if this return was not begun here, or not by this athlete;
 * the one that was begun may still come.
 */
export function takeVerifier(state: string | null, athlete: string): string | undefined {
  const pendingConsent = read();
  if (pendingConsent?.state !== state || pendingConsent.athlete !== athlete) return undefined;
  remove();
  const isInTime = Date.now() - pendingConsent.startedAt < GOOD_FOR_MS;
  return isInTime ? pendingConsent.verifier : undefined;
}

/** Where the athlete who has left for Garmin came from. Known until the verifier is taken. */
export function backOf(athlete: string): Back | undefined {
  const kept = read();
  return kept?.athlete === athlete ? kept.back : undefined;
}

/** Forgets a consent that was begun on this device and not finished. */
export function forgetConsent({ except }: { except?: string } = {}): void {
  if (except === undefined || read()?.athlete !== except) remove();
}

function read() {
  try {
    return z.safeParse(pending, parseJson(localStorage.getItem(KEY))).data;
  } catch {
    // Where nothing can be kept, nothing was.
    return undefined;
  }
}

function remove(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nor is there anything to remove.
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
