import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestWithTls } from 'node:https';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { Problem } from '../../http/problem.ts';
import { plain } from './mcp-words.ts';

/** An app, as its document says. Nothing in it is true but its address, and with it the host. */
export type OauthClient = { id: string; host: string; name: string; redirectUris: string[] };

export type ReadClient = (clientId: string) => Promise<OauthClient>;

const MAX_BYTES = 5 * 1024;
const TIMEOUT = 3_000;
const MAX_ID_LENGTH = 500;
const MAX_NAME = 79;
const MAX_REMEMBERED = 100;
const HOUR = 3_600_000;

const clientDocument = z.object({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
});

/**
 * Reads what an app says about itself, at the address that is its id. Only of the origins that the operator names, of
 * public addresses, without redirects, within 3 s and 5 kB: the athlete's visit must not make us call anything else.
 */
export function createClientReader({
  origins,
  now = Date.now,
  timeout = TIMEOUT,
}: {
  origins: readonly string[];
  now?: () => number;
  timeout?: number;
}): ReadClient {
  // Athletes of one assistant all need the same document, and its host may be down for a while.
  const remembered = new Map<string, { client: OauthClient; until: number }>();

  return async (clientId) => {
    const url = parseClientId(clientId, origins);
    const known = remembered.get(clientId);
    if (known && known.until > now()) return known.client;
    const text = await fetchText(url, AbortSignal.timeout(timeout)).catch((cause: unknown) => {
      const detail = `${url.host} didn’t say what app this is. Try again in a moment`;
      throw new Problem('NOT_ACCEPTED', { detail, cause });
    });
    const client = readDocument(text, url);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(clientId, { client, until: now() + HOUR });
    return client;
  };
}

/** The id in its one spelling: without a user, a fragment, or parts that another reader might resolve differently. */
function parseClientId(clientId: string, origins: readonly string[]): URL {
  const url =
    clientId.length <= MAX_ID_LENGTH && URL.canParse(clientId) ? new URL(clientId) : undefined;
  if (
    !url ||
    url.href !== clientId ||
    url.pathname === '/' ||
    /[@#]/.test(clientId) ||
    !origins.includes(url.origin)
  )
    throw new Problem('NOT_ACCEPTED', {
      detail: 'We don’t know this app. Connect it with a key from Settings, Access',
    });
  return url;
}

function readDocument(text: string, url: URL): OauthClient {
  const parsed = clientDocument.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.client_id !== url.href)
    throw new Problem('NOT_ACCEPTED', {
      detail: `What ${url.host} says about this app can’t be read. Tell the people who make it`,
    });
  const { client_name: name, redirect_uris: redirectUris } = parsed.data;
  return { id: url.href, host: url.host, name: plain(name, MAX_NAME) || url.host, redirectUris };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  const isPlain = url.protocol === 'http:';
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  // Plain addresses are of a developer's machine: the settings of production refuse them.
  if (!isPlain && !addresses.every(({ address }) => isPublic(address)))
    throw new Error('not a public address');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = isPlain ? requestPlain : requestWithTls;
    request(url, {
      signal,
      // A connection of its own, to an address that was checked.
      agent: false,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Pacewright',
      },
      // The addresses that were checked, and not what the name means a moment later.
      lookup: (_name, { all }, found) =>
        all
          ? found(null, addresses)
          : found(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4),
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  const { statusCode, headers } = response;
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '');
  if (statusCode !== 200 || !isJson || headers['content-encoding'] !== undefined) {
    response.destroy();
    throw new Error(`status ${statusCode}, ${headers['content-type']}`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString();
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * The address to send the athlete back to, if it belongs to the app: exactly one of its own, except that a program on the
 * athlete's machine chooses its port (RFC 8252). Undefined otherwise.
 */
export function findRedirect(client: OauthClient, given: string): URL | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || url.hash !== '' || given.includes('#')) return undefined;
  const isOwn = client.redirectUris.some(
    (own) => own === given || (isOnDevice(url) && isSameButPort(own, url)),
  );
  return isOwn && (url.protocol === 'https:' || isOnDevice(url)) ? url : undefined;
}

export function isOnDevice({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function isSameButPort(own: string, url: URL): boolean {
  if (!URL.canParse(own)) return false;
  const withPort = new URL(own);
  withPort.port = url.port;
  return withPort.href === url.href;
}
