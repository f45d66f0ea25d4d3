import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { fillSignIn, openApp, registeredAthlete } from './accounts.ts';
import { expect, expectAccessible, setting, test } from './fixtures.ts';

/** Runs a command of the page for developers. */
async function run(
  request: APIRequestContext,
  origin: string,
  command: string,
  key: string,
): Promise<APIResponse> {
  const [, path] = /^curl \S*?(\/api\/\S+)/.exec(command) ?? [];
  const [, data] = /-d '(.+)'/s.exec(command) ?? [];
  return request.post(`${origin}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(data && { data }),
  });
}

test('a key is made, used as the page for developers says, listed with what it did, and revoked', async ({
  page,
  request,
}) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  const { origin } = new URL(page.url());
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What is it for?').fill('My scripts');
  await page.getByLabel('Write workouts and plans').check();
  await page.getByLabel('Change the calendar').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.getByTestId('key').textContent()) ?? '';
  expect(key).toMatch(/^pw_(?:live|test)_[0-9A-Za-z]{60}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have it' }).click();

  const commands = await (async () => {
    const developers = await page.context().newPage();
    await developers.goto('/developers');
    await expectAccessible(developers);
    const texts = await developers.locator('#examples pre').allTextContents();
    await developers.close();
    return texts;
  })();
  expect(commands).toHaveLength(3);
  for (const command of commands)
    expect([command, (await run(request, origin, command, key)).status()]).toEqual([command, 200]);
  const wrong = await request.post(`${origin}/api/auth/workouts`, {
    headers: { authorization: `Bearer ${key}` },
    data: { workout: { title: 'Reps', script: '6x(400m R + 2m jog)' } },
  });
  expect([wrong.status(), (await wrong.json()).code]).toEqual([422, 'TEXT_HAS_MISTAKES']);

  await page.reload();
  await expect(page.getByText('Used today')).toBeVisible();
  await page.getByRole('button', { name: 'What it did, My scripts' }).click();
  const list = page.getByRole('dialog', { name: 'What “My scripts” did' });
  await expect(list.getByRole('listitem')).toHaveText([
    /Added “Easy” on 2026-12-01/,
    /Saved “Intervals”/,
  ]);
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Revoke My scripts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('1 key ended')).toBeVisible();
  await expect
    .poll(async () =>
      (
        await request.get(`${origin}/api/user/paces`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status(),
    )
    .toBe(401);
});

test('an assistant signs in through the page for consent, uses what it may, and is revoked', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  const assistant = await startAssistant();
  const question = await assistant.ask();
  await page.goto(question);
  // Nobody is signed in yet, so the question waits.
  await fillSignIn(page, athlete);
  await expect(
    page.getByRole('heading', { name: `Connect ${new URL(setting('PACEWRIGHT_APP')).host}?` }),
  ).toBeVisible();
  await expect(page.getByText('go back to this device')).toBeVisible();
  await page.getByLabel('Read runs').uncheck();
  await page.getByLabel('Change the calendar').uncheck();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('You can close this')).toBeVisible();

  const tools = await assistant.connect(new URL(page.url()).searchParams);
  expect(tools).toContain('save_workouts');
  expect(tools).not.toContain('get_runs');
  expect(await assistant.save('40m E')).toBe(true);

  await openApp(page, athlete, '/app/settings#access');
  await expect(page.getByText('1 app')).toBeVisible();
  await page.getByRole('button', { name: 'What it did, Club coach' }).click();
  const list = page.getByRole('dialog', { name: 'What “Club coach” did' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Revoke Club coach' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('1 app ended')).toBeVisible();
  await expect(assistant.save('50m E')).rejects.toThrow('invalid_grant');
  await assistant.close();
});

/** An assistant on the athlete's device: the official client, with a document and a page to come back to. */
async function startAssistant() {
  const origin = setting('PACEWRIGHT_APP');
  const clientId = `${origin}/client.json`;
  const callback = `${origin}/callback`;
  const server = await serve(origin, { clientId, callback });
  const issuer = `${setting('PACEWRIGHT_ORIGIN')}/oauth`;
  const kept: Record<string, unknown> & { url?: URL } = {
    // The client wants TLS for its document, which a machine of tests doesn't have.
    client: { client_id: clientId, issuer },
  };
  const keep = (name: string) => (value: unknown) => void (kept[name] = value);
  const provider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'Club coach', redirect_uris: [callback] },
    clientInformation: () => kept['client'],
    tokens: () => kept['tokens'],
    saveTokens: keep('tokens'),
    codeVerifier: () => kept['verifier'],
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept['discovery'],
    saveDiscoveryState: keep('discovery'),
    redirectToAuthorization: (url: URL) => void (kept.url = url),
  };
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${setting('PACEWRIGHT_ORIGIN')}/mcp`), {
      authProvider: provider as never,
    });
  const make = () => new Client({ name: 'journey', version: '1' });
  const first = open();
  let client = make();
  return {
    /** The address of the question, to be opened in a browser. */
    ask: async () => {
      await expect(client.connect(first)).rejects.toThrow('Unauthorized');
      return kept.url?.href ?? '';
    },
    /** The names of the tools, after the answer. */
    connect: async (answer: URLSearchParams) => {
      await first.finishAuth(answer);
      client = make();
      await client.connect(open());
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    save: async (script: string) => {
      const input = { workouts: [{ script }] };
      return !(await client.callTool({ name: 'save_workouts', arguments: input })).isError;
    },
    close: async () => {
      await client.close();
      server.close();
    },
  };
}

async function serve(
  origin: string,
  { clientId, callback }: Record<'clientId' | 'callback', string>,
): Promise<Server> {
  const document = { client_id: clientId, client_name: 'Club coach', redirect_uris: [callback] };
  const server = createServer((request, response) => {
    if (request.url === '/client.json')
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Done</title><p>You can close this.');
  }).listen(Number(new URL(origin).port), '127.0.0.1');
  await once(server, 'listening');
  return server;
}
