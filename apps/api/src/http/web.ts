import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { appPolicy, newNonce, pageHeaders, publicPagePolicy } from './security-headers.ts';
import { Problem, sendProblem } from './problem.ts';

type Settings = Parameters<typeof appPolicy>[0];

/** Hashes of the inline scripts and styles, from the build of the web app. */
const inlineHashes = z.object({ scriptSrc: z.array(z.string()), styleSrc: z.array(z.string()) });

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** It loads scripts of the site, and sends nothing anywhere. */
const FILE_READER_POLICY = "default-src 'none'; script-src 'self'";
const SERVICE_WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const FILE_TIMEOUT = 10 * 60_000;
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Files of the build that are not for browsers, and the app, which is sent with a nonce. */
const NOT_PUBLISHED = /\.map$|^\/\.vite\/|^\/csp-hashes\.json|^\/app\.html/;
/** Paths of the API, assets, hidden folders, and everything with a file extension. The app has no files. */
const NOT_A_PAGE = /^\/(?:api|assets)(?:\/|$)|^(?!\/app\/).*(?:\/\.|\.\w{1,12}$)/s;

/** The pages of the app. Any other shows that there is nothing, with the status that says so. */
const KNOWN_PAGE =
  /^\/(?:login|register|password-reset|verify-email|auth|garmin\/callback|authorize|squad|try(?:\/paces)?|[pw]|app(?:\/.*)?)\/?$/is;

/** The decoded path, as the router matches it, without the host that a proxy may send. */
function decodePath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Serves the built web app: files with a hash in their name are cached for a year, pages are revalidated, and
 * every other path outside of the API gets app.html.
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
  const hashes = { scriptHashes, styleHashes };
  const publicPageHeaders = pageHeaders(publicPagePolicy(hashes));

  // A large file on a slow network takes longer than a call.
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
      if (/\.html(\.br|\.gz)?$/.test(path)) reply.headers(publicPageHeaders);
      // Fetches of a service worker follow its own policy, not the page's.
      if (/[\\/]sw\.js(\.br|\.gz)?$/.test(path))
        reply.header('content-security-policy', SERVICE_WORKER_POLICY);
      // So does the code that the reader of files loads for each kind.
      if (/[\\/]file-reader\.worker-[^\\/]+\.js(\.br|\.gz)?$/.test(path))
        reply.header('content-security-policy', FILE_READER_POLICY);
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    // Not the page for a missing file, because the browser would try to run it.
    if (!isPage || NOT_A_PAGE.test(decodePath(request.url)))
      return sendProblem(request, reply, new Problem('NOT_FOUND'));
    return sendShell(reply.code(KNOWN_PAGE.test(decodePath(request.url)) ? 200 : 404));
  });

  function sendShell(reply: FastifyReply): FastifyReply {
    const nonce = newNonce();
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        ...pageHeaders(appPolicy(settings, hashes, nonce)),
      })
      .send(shell.replaceAll(NONCE_PLACEHOLDER, nonce));
  }
}
