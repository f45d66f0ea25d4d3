import type * as z from 'zod/mini';

/** Who may call: anyone, a bearer of a token, a registered athlete, or one whose email is verified. */
export type Access = 'visitor' | 'signed-in' | 'registered' | 'verified';

type Schema = z.core.$ZodType;

/**
 * One call of the API, as a value. The API hands it to `serve`, the web to `call`, and both take their
 * types from it. A call without a reply answers 204.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  access: Access;
  /** One line for the documentation. */
  summary: string;
  /** What stands for `:name` in the path. */
  params?: Schema;
  query?: Schema;
  body?: Schema;
  reply?: Schema;
  /**
   * Makes something, and takes an `Idempotency-Key`: sent again with the same key, it answers what was
   * made the first time.
   */
  isRepeatable?: true;
};

type Parsed<E extends Endpoint, Part extends keyof Endpoint> = E[Part] extends Schema
  ? z.output<E[Part]>
  : undefined;

export type ParamsOf<E extends Endpoint> = Parsed<E, 'params'>;
export type QueryOf<E extends Endpoint> = Parsed<E, 'query'>;
export type BodyOf<E extends Endpoint> = Parsed<E, 'body'>;
/** What the caller gets: nothing from an endpoint without a reply. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : void;

type Sent<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends Schema
  ? { [key in Part]: z.input<E[Part]> }
  : { [key in Part]?: undefined };

/** What a caller hands over: the parts the endpoint has a schema for, and no others. */
export type RequestOf<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;
