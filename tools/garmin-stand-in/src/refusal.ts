/** A call that is not granted, with the body Garmin answers it with. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, body: string | Record<string, unknown>, headers = {}) {
    super(`Refused with ${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { errorMessage: body } : body;
    this.headers = headers;
  }
}
