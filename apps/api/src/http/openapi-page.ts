import { createHash } from 'node:crypto';

type Operation = {
  summary?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[];
  requestBody?: { content?: Record<string, { schema?: object }> };
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>;
};

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f1f4f5, #0b1114); color: light-dark(#101c21, #e9f0f2); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
section { margin-top: 1rem; padding: 1rem 1.25rem; border: 1px solid light-dark(#d2dbde, #28353b); border-radius: 6px; background: light-dark(#fff, #121a1e); }
h2 { margin: 0; font-size: 1rem; }
p { max-width: 45rem; margin: .5rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
summary { cursor: pointer; }
a { color: inherit; }
`;

/** Allows only the inline style sheet. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

/** The OpenAPI document as one HTML page without scripts. */
export function renderDocs(document: object): string {
  const { paths = {}, info } = document as {
    info?: { title?: string; description?: string };
    paths?: Record<string, Record<string, Operation>>;
  };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => renderCall(method, path, operation)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info?.title ?? '')} API</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(info?.title ?? '')} API</h1>
<p>${escapeHtml(info?.description ?? '')}</p>
<p>Calls need a Firebase ID token as <code>Authorization: Bearer …</code> unless they say otherwise. Failures are
<code>application/problem+json</code> with a <code>code</code>. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${calls.join('\n')}
</main>
</body>
</html>`;
}

function renderCall(method: string, path: string, operation: Operation): string {
  const parts = [
    `<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>`,
    `<p>${escapeHtml(operation.summary ?? '')}${operation.security ? '' : ' Open to everyone.'}</p>`,
    ...(operation.parameters ?? []).map(
      ({ name, in: place, required, schema }) =>
        `<p><code>${escapeHtml(name)}</code> in ${place}${required ? '' : ', optional'}: <code>${escapeHtml(JSON.stringify(schema))}</code></p>`,
    ),
    renderSchema('Request', operation.requestBody?.content?.['application/json']?.schema),
    renderSchema('Response', operation.responses?.['200']?.content?.['application/json']?.schema),
  ];
  return `<section>${parts.join('\n')}</section>`;
}

function renderSchema(title: string, schema: object | undefined): string {
  if (!schema) return '';
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
