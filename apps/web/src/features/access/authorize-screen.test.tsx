import { answerApp, type AppRequest, readAppRequest } from '@pacewright/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { press } from '../../testing/fields.ts';
import { startApp } from '../../testing/render-app.tsx';
import { AuthorizeScreen } from './authorize-screen.tsx';

const ASKS: AppRequest = {
  kind: 'asks',
  name: 'Claude',
  host: 'claude.ai',
  redirectHost: 'claude.ai',
  scopes: ['workouts:read', 'calendar:read', 'calendar:write'],
};
const REDIRECT = 'https://claude.ai/callback?code=c&iss=i';

async function openQuestion(request: AppRequest | Error = ASKS) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(readAppRequest, () => {
    if (request instanceof Error) throw request;
    return request;
  });
  app.api.answer(answerApp, () => ({ redirect: REDIRECT }));
  const leave = vi.fn<(url: string) => void>();
  app.show(<AuthorizeScreen leave={leave} />);
  const granted = () =>
    app.api.calls
      .filter(({ endpoint }) => endpoint.includes('consents'))
      .map(({ request: sent }) => (sent as { body: { scopes: string[] } }).body.scopes);
  return { ...app, leave, granted };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('the host is the title, and the athlete connects with what they left ticked', async () => {
  const user = userEvent.setup();
  const { leave, granted } = await openQuestion();
  await screen.findByRole('heading', { name: 'Connect claude.ai?' });
  expect(screen.getByText(/calls itself “Claude”/)).toBeDefined();
  expect(screen.getByText(/alex@example.test/)).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: 'Read runs' })).toBeNull();
  await user.click(box('Read workouts, plans and paces'));
  await user.click(box('Read the calendar'));
  expect(box('Read the calendar').checked).toBe(true);
  expect(box('Read the calendar').disabled).toBe(true);
  expect(leave).not.toHaveBeenCalled();
  await press('Connect');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(REDIRECT));
  expect(granted()).toEqual([['calendar:read', 'calendar:write']]);
});

test('nothing ticked is asked about, and Cancel grants nothing', async () => {
  const user = userEvent.setup();
  const { leave, granted } = await openQuestion({ ...ASKS, scopes: ['runs:read'] });
  await screen.findByRole('heading', { name: 'Connect claude.ai?' });
  await user.click(box('Read runs'));
  await press('Connect');
  expect((await screen.findByRole('alert')).textContent).toContain('Choose what the app may do');
  expect(granted()).toEqual([]);
  await press('Cancel');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(REDIRECT));
  expect(granted()).toEqual([[]]);
});

test('an unknown app is a dead end, without a way to its address', async () => {
  const { leave } = await openQuestion(problemOf('NOT_ACCEPTED'));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was shared.');
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Settings' })).toBeDefined();
  expect(leave).not.toHaveBeenCalled();
});

test('a request that can’t be met goes back to the app only by a press', async () => {
  const { leave } = await openQuestion({ kind: 'refused', host: 'claude.ai', redirect: REDIRECT });
  await screen.findByRole('alert');
  expect(leave).not.toHaveBeenCalled();
  await press('Back to claude.ai');
  expect(leave).toHaveBeenCalledExactlyOnceWith(REDIRECT);
});
