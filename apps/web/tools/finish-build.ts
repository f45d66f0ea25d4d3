// The last step of a build into dist, or into the given folder. Writes the list of files to precache into
// sw.js, csp-hashes.json with the hashes of inline scripts and styles, and a .br and a .gz beside every text
// file that is served unchanged.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
/**
 * The files that pages load. Fonts for letters that English does not use, and the common passwords, are left to the
 * browser's own cache.
 */
const PRECACHED = /^(?!password-strength-).*\.(css|js)$|-basic-[^.]*\.woff2$/;
/** Gets a nonce in each response, so it is compressed when sent. */
const SENT_WITH_NONCE = 'app.html';

const dist = `${resolve(process.argv[2] ?? 'dist')}/`;
const files = (await readdir(dist, { recursive: true }))
  .filter((file) => TEXT.test(file) && !file.startsWith('.'))
  .map((file) => `${dist}${file}`);
const pages = files.filter((file) => file.endsWith('.html'));

await completeServiceWorker();
await Promise.all(files.map(compress));
await writeFile(`${dist}csp-hashes.json`, JSON.stringify(await hashInline(pages), null, 2));

/** A changed page changes the version, like a file whose name has a hash of its content. */
async function completeServiceWorker(): Promise<void> {
  const assets = (await readdir(`${dist}assets`)).filter((file) => PRECACHED.test(file));
  const version = createHash('sha256').update(JSON.stringify(assets));
  for (const page of pages) version.update(await readFile(page));
  const code = await readFile(`${dist}sw.js`, 'utf8');
  await writeFile(
    `${dist}sw.js`,
    code
      .replace('FILES_OF_BUILD', JSON.stringify(assets.map((file) => `/assets/${file}`)))
      .replace('VERSION_OF_BUILD', JSON.stringify(version.digest('hex').slice(0, 12))),
  );
}

async function compress(file: string): Promise<void> {
  if (file === `${dist}${SENT_WITH_NONCE}`) return;
  const text = await readFile(file);

  const br = await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  const gz = await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION });
  if (br.length < text.length) await writeFile(`${file}.br`, br);
  if (gz.length < text.length) await writeFile(`${file}.gz`, gz);
}

/** Sources for a content security policy, by directive. */
type InlineHashes = { scriptSrc: string[]; styleSrc: string[] };

async function hashInline(htmlFiles: string[]): Promise<InlineHashes> {
  const html = (await Promise.all(htmlFiles.map((file) => readFile(file, 'utf8')))).join('\n');
  return {
    scriptSrc: hashEach(html.matchAll(/<script>(.*?)<\/script>/gs)),
    styleSrc: hashEach(html.matchAll(/<style>(.*?)<\/style>/gs)),
  };
}

function hashEach(elements: Iterable<RegExpExecArray>): string[] {
  const sources = Array.from(elements, ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
  return [...new Set(sources)];
}
