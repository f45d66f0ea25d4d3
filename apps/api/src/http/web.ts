import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { contentPolicy, newNonce } from './security-headers.ts';
import { Problem, sendProblem } from './problem.ts';

type Settings = Parameters<typeof contentPolicy>[0];

/** What the web app's build says about its inline scripts and styles. */
const inlineHashes = z.object({ scriptSrc: z.array(z.string()), styleSrc: z.array(z.string()) });

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const FILE_TIMEOUT = 10 * 60_000;
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Files of the build that only its tools and this server read. */
const NOT_PUBLISHED = /\.map$|^\/\.vite\/|^\/csp-hashes\.json/;
/** The API's addresses, assets, hidden folders, and anything with a file's ending. */
const NOT_A_PAGE = /^\/(?:api|assets)\/|\/\.|\.\w{1,12}$/;

/** The path as the router reads it: decoded, and without the host that a proxy may send. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Serves the built web app: files with a hash in their name for a year, pages always asked for anew, and
 * app.html for every address that is neither a file nor the API's.
 */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  settings: Settings,
): Promise<void> {
  const folder = resolve(root);
  const shell = await readFile(join(folder, 'app.html'), 'utf8');
  const { scriptSrc: scriptHashes, styleSrc: styleHashes } = inlineHashes.parse(
    JSON.parse(await readFile(join(folder, 'csp-hashes.json'), 'utf8')),
  );
  const pagePolicy = contentPolicy(settings, { scriptHashes, styleHashes });

  // A file may take longer than a call: on a slow network it is sent for as long as bytes get through.
  app.addHook('onRoute', (route) => {
    if (route.url === '/*') route.handlerTimeout = FILE_TIMEOUT;
  });
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    redirect: false,
    index: ['index.html'],
    allowedPath: (path) => !NOT_PUBLISHED.test(path),
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', ONE_YEAR);
      else reply.header('cache-control', 'no-cache');
      if (/\.html(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', pagePolicy);
      // What it fetches for pages goes by its own policy, not by theirs.
      if (/[\\/]sw\.js(\.br|\.gz)?$/.test(path))
        reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    // A file that is gone must not be answered with a page: the browser would try to run it.
    if (!isPage || NOT_A_PAGE.test(pathOf(request.url)))
      return sendProblem(request, reply, new Problem('NOT_FOUND'));
    return sendShell(reply);
  });

  function sendShell(reply: FastifyReply): FastifyReply {
    const nonce = newNonce();
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': contentPolicy(settings, {
          scriptHashes,
          styleHashes,
          styleNonce: nonce,
        }),
      })
      .send(shell.replaceAll(NONCE_PLACEHOLDER, nonce));
  }
}
