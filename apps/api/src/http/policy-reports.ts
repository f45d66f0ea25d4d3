import type { FastifyInstance } from 'fastify';
import { addressKey, type RateLimits } from './rate-limits.ts';
import { POLICY_REPORTS } from './security-headers.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** A browser collects reports for a minute and sends them together. */
const MAX_REPORTS = 10;

/**
 * Logs the violations of the content policy that browsers report. Anyone can send anything here, and an address may
 * contain a mailed code, so a line has only the directive, the blocked host and the first part of the page's path.
 */
export function policyReportRoutes(scope: FastifyInstance, limits: RateLimits): void {
  scope.addHook('onRequest', async (request) => {
    await limits.take('report', addressKey(request.ip));
  });
  scope.addContentTypeParser(
    ['application/reports+json', 'application/csp-report'],
    { parseAs: 'string' },
    scope.getDefaultJsonParser('error', 'error'),
  );
  scope.post(
    POLICY_REPORTS,
    { bodyLimit: MAX_BODY_BYTES, schema: { hide: true } },
    async (request, reply) => {
      for (const violation of readViolations(request.body))
        request.log.warn({ violation }, 'a browser reported a violation of the content policy');
      return reply.code(204).send();
    },
  );
}

type Violation = { directive: string; blocked: string; page: string };

/** The reports of `report-to`, a list, or the one of `report-uri`. */
function readViolations(body: unknown): Violation[] {
  const reports = Array.isArray(body)
    ? body.slice(0, MAX_REPORTS).map((report) => property(report, 'body'))
    : [property(body, 'csp-report')];
  return reports.filter(isRecord).map((report) => ({
    directive: readWord(report['effectiveDirective'] ?? report['effective-directive']),
    blocked: readBlocked(report['blockedURL'] ?? report['blocked-uri']),
    page: readPage(report['documentURL'] ?? report['document-uri']),
  }));
}

const UNKNOWN = 'unknown';

/** A directive, or a keyword such as "inline". */
function readWord(value: unknown): string {
  return typeof value === 'string' && /^[a-z-]{1,30}$/.test(value) ? value : UNKNOWN;
}

function readBlocked(value: unknown): string {
  const url = readUrl(value);
  if (!url) return readWord(value);
  return url.protocol.startsWith('http') ? url.hostname.slice(0, 100) : url.protocol.slice(0, 30);
}

function readPage(value: unknown): string {
  const [page = UNKNOWN] = /^\/[a-z-]{0,20}(?=\/|$)/.exec(readUrl(value)?.pathname ?? '') ?? [];
  return page;
}

function readUrl(value: unknown): URL | undefined {
  return (typeof value === 'string' && URL.parse(value)) || undefined;
}

function property(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
