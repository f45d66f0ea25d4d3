import type * as z from 'zod/mini';
import type { Scope } from './scopes.ts';

/** The callers: everyone, holders of a token, registered athletes, or athletes with a verified email. */
export type Access = 'visitor' | 'signed-in' | 'registered' | 'verified';

type Schema = z.core.$ZodType;

/**
 * One call of the API, as a value. The API passes it to `serve`, the web to `call`, and both infer their types from
 * it. Without a reply the response is 204.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  access: Access;
  /** What a key needs to call it. Without one, no key may. */
  scope?: Scope;
  /** One line for the documentation. */
  summary: string;
  /** The parameters in the path, such as `:id`. */
  params?: Schema;
  query?: Schema;
  body?: Schema;
  reply?: Schema;
  /**
   * Creates something, and accepts an `Idempotency-Key`: a request with the same key returns the first result.
   */
  acceptsIdempotencyKey?: true;
};

type Parsed<E extends Endpoint, Part extends keyof Endpoint> = E[Part] extends Schema
  ? z.output<E[Part]>
  : undefined;

export type ParamsOf<E extends Endpoint> = Parsed<E, 'params'>;
export type QueryOf<E extends Endpoint> = Parsed<E, 'query'>;
export type BodyOf<E extends Endpoint> = Parsed<E, 'body'>;
/** The result of a call; void without a reply. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : void;

type Sent<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends Schema
  ? { [key in Part]: z.input<E[Part]> }
  : { [key in Part]?: undefined };

/** The parts of a request that the endpoint has a schema for. */
export type RequestOf<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;
