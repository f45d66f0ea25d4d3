/** The details that help to find the cause of an error, as text to copy. */
export function describeError(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
  // No query and no fragment: they may contain a one-time code or a whole workout.
  return [
    `${location.origin}${location.pathname}`,
    new Date().toISOString(),
    navigator.userAgent,
    what,
  ].join('\n');
}
