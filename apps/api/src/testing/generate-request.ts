import * as fc from 'fast-check';

/** The number of requests, from `GENERATED_REQUESTS`. */
export const LONG_RUN = Number(process.env['GENERATED_REQUESTS'] ?? 0);

/** The part of JSON Schema that the API's OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
};

type Operation = {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

/** A placeholder for a value of an earlier response with this name. */
export class Seen {
  readonly name: string;
  readonly index: number;
  constructor(name: string, index: number) {
    this.name = name;
    this.index = index;
  }
}

export type GeneratedRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Undefined without a body; a string is sent unchanged. */
  body: unknown;
  headers: Record<string, string>;
  caller: string;
};

/** Mostly well-formed requests with hostile values. */
export function generateRequest(
  { paths, components }: OpenApi,
  callers: readonly string[],
): fc.Arbitrary<GeneratedRequest> {
  const values = valueGenerator(components?.schemas ?? {});
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const place = (name: string) => {
        const parameters = (operation.parameters ?? []).filter((each) => each.in === name);
        return recordOf(
          Object.fromEntries(
            parameters.map((each) => [each.name, values(each.schema ?? {}, each.name)]),
          ),
          name === 'path' ? parameters.map((each) => each.name) : [],
        );
      };
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return fc.record<GeneratedRequest>({
        method: fc.constant(method.toUpperCase() as GeneratedRequest['method']),
        path: fc.constant(path),
        params: place('path'),
        query: place('query'),
        body: schema ? withRawText(values(schema, 'body')) : fc.constant(undefined),
        headers: HEADERS,
        caller: fc.constantFrom(...callers),
      });
    }),
  );
  return fc.oneof(...operations);
}

/** An object that mostly has its required properties. */
function recordOf(
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: string[],
): fc.Arbitrary<Record<string, unknown>> {
  return fc.oneof(
    { weight: 15, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}

/** A body that is not JSON, or JSON that no object literal can express. */
function withRawText(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: body },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '{"__proto__":{"admin":true}}',
        '{"workout":{"title":"a","script":"5m E","tags":1e999}}',
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        `[${'0,'.repeat(40_000)}0]`,
      ),
    },
  );
}

const HEADERS = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.record({ 'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('a', 'key-1')) }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'accept-encoding': 'br;q=0, identity' },
      { 'x-request-id': 'a'.repeat(200) },
      { 'idempotency-key': 'x'.repeat(5000) },
      { 'if-match': '"1"' },
    ),
  },
);

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '😀😀',
    '\u202e',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    "'; drop table workout; --",
    '%00',
    '9'.repeat(400),
    'a'.repeat(10_000),
    -1,
    0,
    0.1,
    1e15,
    1e308,
    5e-324,
    -1e308,
    2 ** 53,
    [],
    {},
    [[[[]]]],
    { length: 1e9 },
  ),
  fc.array(fc.constantFrom('', 'a', 1, null), { minLength: 1000, maxLength: 5000 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.double(),
);

const SCRIPT_PIECES =
  '15m E|5x(|)|+|3m I|400m|400mtr 90s|1h30m Z2|rest|jog|HM|10 km|5k|2:30|99x(|0m|1e9|(|×|tempo|1/2|\n|3m E T|Z9|5km 4:30/km|30"|𝟝km|\u0000'
    .split('|')
    .concat('9'.repeat(309), '1 '.repeat(200));

const PLAN_LINES =
  '  Tue 40m E|  Wed {1, 2}m E|weeks 2-53|  Mon-Sun 1h E or rest // easy|week 3 like week 1|  Sun race 10km|plan A|strides = 4x(20s R + 1m jog)|  Thu strides|  Fri Strength:|{|Dear Jo,|week 0|\u0000'.split(
    '|',
  );

/** Values by field name, for scripts and times that a schema cannot describe. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  script: fc
    .array(fc.constantFrom(...SCRIPT_PIECES), { maxLength: 30 })
    .map((pieces) => pieces.join(' ')),
  text: fc
    .array(fc.constantFrom(...PLAN_LINES), { maxLength: 12 })
    .map((lines) => `week 1\n${lines.join('\n')}`),
  today: dayText(),
  username: fc.string({ unit: 'grapheme', minLength: 3, maxLength: 30 }),
  title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  day: dayText(),
  date: dayText(),
  q: fc.string({ maxLength: 40 }),
  tag: fc.constantFrom('track', 'hills', 'a', 'é'),
  limit: fc.integer({ min: 1, max: 100 }),
  distance: fc.constantFrom(1500, 3000, 5000, 10_000, 21_097.5, 42_195),
  timeInSeconds: fc.integer({ min: 240, max: 20_000 }),
  vdot: fc.double({ min: 25, max: 85, noNaN: true }),
  id: fc.nat().map((index) => new Seen('id', index)),
  workoutId: fc.nat().map((index) => new Seen('id', index)),
  planId: fc.nat().map((index) => new Seen('id', index)),
  actionId: fc.nat().map((index) => new Seen('id', index)),
  hash: fc.nat().map((index) => new Seen('hash', index)),
  cursor: fc.nat().map((index) => new Seen('cursor', index)),
  version: fc.integer({ min: 1, max: 3 }),
};

/** The ends of a range: days in a query, ascending speeds in training paces. */
const ENDS: Record<string, { day: fc.Arbitrary<unknown>; speed: fc.Arbitrary<unknown> }> = {
  from: { day: dayText(2026), speed: fc.double({ min: 2, max: 3, noNaN: true }) },
  to: { day: dayText(2026), speed: fc.double({ min: 3, max: 5, noNaN: true }) },
};

function dayText(year = 0): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .date({
          min: new Date(year ? `${year}-06-01` : '2025-01-01'),
          max: new Date(year ? `${year}-08-31` : '2027-12-31'),
          noInvalidDate: true,
        })
        .map((date) => date.toISOString().slice(0, 10)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('0000-00-00', '2026-02-30', '9999-12-31', '-1', '+275760-09-13'),
    },
  );
}

type Values = (schema: Schema, name: string) => fc.Arbitrary<unknown>;

function valueGenerator(schemas: Record<string, Schema>): Values {
  const values: Values = (schema, name) =>
    fc.oneof(
      { weight: 25, arbitrary: wellFormed(schema, name) },
      { weight: 1, arbitrary: HOSTILE },
      { weight: 1, arbitrary: fc.nat().map((index) => new Seen(name, index)) },
    );

  const wellFormed: Values = (schema, name) => {
    const { $ref, enum: choices, anyOf, oneOf, allOf, properties, items } = schema;
    if ($ref) return wellFormed(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (choices) return fc.constantFrom(...choices);
    if ('const' in schema) return fc.constant(schema.const);
    const alternatives = anyOf ?? oneOf;
    if (alternatives) return fc.oneof(...alternatives.map((each) => wellFormed(each, name)));
    if (allOf) return wellFormed(Object.assign({}, ...(allOf as object[])) as Schema, name);
    if (properties)
      return recordOf(
        Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, values(value, key)]),
        ),
        schema.required ?? [],
      );
    const kind = [schema.type].flat()[0];
    if (kind === 'array')
      return fc.array(values(items ?? {}, name), { maxLength: (schema.maxItems ?? 5) + 1 });
    if (kind === 'boolean') return fc.boolean();
    const named = ENDS[name] ? ENDS[name][kind === 'number' ? 'speed' : 'day'] : BY_NAME[name];
    if (named) return named;
    if (kind === 'integer') return fc.integer({ min: -2, max: 2 ** 31 });
    if (kind === 'number') return atBounds(schema);
    return textOf(schema);
  };
  return values;
}

function atBounds({ minimum = 0, maximum = 1000 }: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.double({ min: minimum, max: Math.min(maximum, 1e6), noNaN: true }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, (minimum + maximum) / 2),
  );
}

function textOf({ maxLength = 64 }: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ maxLength: Math.min(maxLength, 40) }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(maxLength + 1)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  );
}
