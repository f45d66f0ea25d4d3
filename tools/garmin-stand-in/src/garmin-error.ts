/** An error response of Garmin. */
export class GarminError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, body: string | Record<string, unknown>, headers = {}) {
    super(`Status ${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { errorMessage: body } : body;
    this.headers = headers;
  }
}
