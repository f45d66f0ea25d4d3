import { includesScope, type Scope, SCOPES } from '@pacewright/contract';
import { Problem } from '../../http/problem.ts';
import { findRedirect, isOnDevice, type OauthClient, type ReadClient } from './oauth-client.ts';

/** The addresses of this authorization server, and of the only resource it has. */
export type Addresses = { origin: string; issuer: string; resource: string };

export function addressesOf(origin: string): Addresses {
  return { origin, issuer: `${origin}/oauth`, resource: `${origin}/mcp` };
}

/** What an app asks for, with an app and an address that belong together. */
export type Request = {
  client: OauthClient;
  redirectUri: string;
  redirectHost: string;
  /** The address with an answer for the app, which names the issuer, so that answers of two cannot be mixed up. */
  answer: (values: Record<string, string>) => string;
} & ({ challenge: string; scopes: Scope[] } | { error: string });

/** Parameters of a query or a form. Undefined if one is there twice, which two readers might take differently. */
export function parseParameters(text: string): Partial<Record<string, string>> | undefined {
  const parameters = [...new URLSearchParams(text)];
  const isDistinct = new Set(parameters.map(([name]) => name)).size === parameters.length;
  return isDistinct ? Object.fromEntries(parameters) : undefined;
}

/**
 * Reads the query of /authorize. Until the app and the address are known to be right, a mistake is shown to the athlete,
 * and nobody is sent anywhere.
 */
export async function readRequest(
  query: string,
  { readClient, addresses }: { readClient: ReadClient; addresses: Addresses },
): Promise<Request> {
  const asked = parseParameters(query);
  if (!asked)
    throw new Problem('NOT_ACCEPTED', {
      detail: 'The app’s request names something twice. Connect it again, from the app',
    });
  const client = await readClient(asked['client_id'] ?? '');
  const redirectUri = asked['redirect_uri'] ?? '';
  const redirect = findRedirect(client, redirectUri);
  if (!redirect)
    throw new Problem('NOT_ACCEPTED', {
      detail: `The address to return to doesn’t belong to ${client.host}, so nothing was sent there`,
    });
  const { state } = asked;
  const answer = (values: Record<string, string>) => {
    const url = new URL(redirect);
    const all = { ...values, ...(state !== undefined && { state }), iss: addresses.issuer };
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    return url.href;
  };
  const redirectHost = isOnDevice(redirect) ? 'this device' : redirect.host;
  return { client, redirectUri, redirectHost, answer, ...readTerms(asked, addresses) };
}

function readTerms(
  asked: Partial<Record<string, string>>,
  { resource }: Addresses,
): { challenge: string; scopes: Scope[] } | { error: string } {
  const { code_challenge: challenge = '', scope } = asked;
  if (asked['response_type'] !== 'code') return { error: 'unsupported_response_type' };
  if (asked['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return { error: 'invalid_request' };
  if (asked['resource'] !== resource) return { error: 'invalid_target' };
  const names = scope?.split(' ');
  const asksFor = SCOPES.filter((each) => names?.includes(each) ?? true);
  // Who may write may read.
  const scopes = SCOPES.filter((each) => includesScope(asksFor, each));
  return scopes.length > 0 ? { challenge, scopes } : { error: 'invalid_scope' };
}

/** What the athlete left of it. */
export function limitScopes(asked: readonly Scope[], granted: readonly Scope[]): Scope[] {
  const left = granted.filter((scope) => asked.includes(scope));
  return SCOPES.filter((scope) => includesScope(left, scope));
}
