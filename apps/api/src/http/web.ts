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
const ONE_YEAR = 'public, max-age=31536000, immutable';

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

  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    redirect: false,
    index: ['index.html'],
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
    // An asset that is gone must not be answered with a page: the browser would try to run it.
    if (!isPage || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
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
