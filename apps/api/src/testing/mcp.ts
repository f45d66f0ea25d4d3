import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Scope, SCOPES } from '@pacewright/contract';
import { vdotFromRace, trainingPaces } from '@pacewright/pace';
import type { FastifyInstance } from 'fastify';
import type { Athlete } from './test-app.ts';

/** The answer of a tool: its JSON, and whether it refused. */
export type ToolAnswer = {
  isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads any field of any tool
  body: any;
  text: string;
};

export type Assistant = {
  use: (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>;
  client: Client;
  close: () => Promise<void>;
};

/** The address of an app that listens. */
export async function listenForMcp(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp/key`;
}

/** Metric units, and the paces of a race. */
export async function setUpPaces(app: FastifyInstance, { headers }: Athlete): Promise<void> {
  const race = { distance: 10_000, timeInSeconds: 2700, racedOn: '2026-10-11' };
  const vdot = vdotFromRace(race.distance, race.timeInSeconds);
  await app.inject({
    method: 'PUT',
    url: '/api/user/paces',
    headers,
    payload: { trainingPaces: trainingPaces(vdot), vdot, paceUnits: 'metric', race },
  });
}

export async function makeKeyOf(
  app: FastifyInstance,
  { headers }: Athlete,
  scopes: readonly Scope[] = SCOPES,
): Promise<string> {
  const payload = { name: 'Assistant', scopes, days: 30 };
  const response = await app.inject({ method: 'POST', url: '/api/access', headers, payload });
  return String(response.json().text);
}

/** An assistant that connects as the official client does. */
export async function connectAssistant(
  url: string,
  key: string,
  {
    mode = 'auto',
    onQuestion,
  }: { mode?: 'auto' | 'legacy'; onQuestion?: (message: string) => 'accept' | 'decline' } = {},
): Promise<Assistant> {
  const client = new Client(
    { name: 'tests', version: '1' },
    {
      versionNegotiation: { mode },
      ...(onQuestion && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (onQuestion)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: onQuestion(params.message),
      content: {},
    }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return {
    client,
    close: () => client.close(),
    use: async (name, input = {}) => {
      const { isError = false, content } = (await client.callTool({ name, arguments: input })) as {
        isError?: boolean;
        content: { text: string }[];
      };
      const text = content[0]?.text ?? '';
      return { isError, text, body: parse(text) };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
