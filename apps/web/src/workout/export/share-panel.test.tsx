import { decodeShare } from '@pacewright/delivery';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import jsQR from 'jsqr';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { SharePanel } from './share-panel.tsx';

const WORKOUT = { title: 'Fünf × drei', script: '15m E + 5x(3m I + 2m jog) + 10m E' };

test('the copied link contains the workout', async () => {
  const user = userEvent.setup();
  render(<SharePanel workout={WORKOUT} />, { wrapper: MemoryRouter });
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));

  expect(await screen.findByText('Link copied.')).toBeDefined();
  const { origin, pathname, hash } = new URL(await navigator.clipboard.readText());
  expect({ origin, pathname }).toEqual({ origin: location.origin, pathname: '/w' });
  expect(await decodeShare(hash)).toEqual({ ok: true, workout: WORKOUT });
});

test('"Link copied." disappears when the link changes', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<SharePanel workout={WORKOUT} />, { wrapper: MemoryRouter });
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link copied.')).toBeDefined();
  rerender(<SharePanel workout={{ ...WORKOUT, script: '45m E' }} />);
  await waitFor(() => expect(screen.queryByText('Link copied.')).toBeNull());
});

test('a browser that cannot make a link gets a message', async () => {
  vi.stubGlobal('CompressionStream', undefined);
  render(<SharePanel workout={WORKOUT} />, { wrapper: MemoryRouter });
  expect(await screen.findByText(/Your browser couldn’t create the link/)).toBeDefined();
  vi.unstubAllGlobals();
});

test('the link can be copied by hand where the browser refuses the clipboard', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  render(<SharePanel workout={WORKOUT} />, { wrapper: MemoryRouter });
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));

  expect(
    await screen.findByText('Your browser blocked copying. Select the link and copy it.'),
  ).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toContain('/w#1');
});

test('the QR code is the link, as a camera reads it', async () => {
  render(<SharePanel workout={WORKOUT} />, { wrapper: MemoryRouter });
  await userEvent.click(await screen.findByRole('button', { name: 'QR code' }));
  const code = await screen.findByRole('img', { name: 'QR code for Fünf × drei' });
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value;
  expect(readCode(code)).toBe(link);
});

test('a workout too long for a readable QR code gets a message', async () => {
  const script = Array.from({ length: 300 }, (_, index) => `${(index * 7919) % 5999}s E`).join(
    ' + ',
  );
  render(<SharePanel workout={{ title: '', script }} />, { wrapper: MemoryRouter });
  await userEvent.click(await screen.findByRole('button', { name: 'QR code' }));
  expect(await screen.findByText(/too long for a QR code/)).toBeDefined();
});

test('the system’s share sheet is offered where there is one', async () => {
  const share = vi.fn<typeof navigator.share>().mockResolvedValue();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  render(<SharePanel workout={WORKOUT} />, { wrapper: MemoryRouter });
  await userEvent.click(await screen.findByRole('button', { name: 'Share…' }));
  expect(share).toHaveBeenCalledWith({
    title: 'Fünf × drei',
    url: screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value,
  });
});

test('an empty script has nothing to share', async () => {
  render(<SharePanel workout={{ title: '', script: '' }} />, { wrapper: MemoryRouter });
  expect(
    await screen.findByText('There’s nothing to share yet. Write a step first.'),
  ).toBeDefined();
});

/** Draws the squares of the SVG, four pixels each, and reads them with another library. */
function readCode(svg: HTMLElement): string | undefined {
  const [left = 0, top = 0, size = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const width = size * 4;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  const squares =
    svg
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)/g) ?? [];
  for (const [, x, y] of squares)
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 4; column++) {
        const at = ((Number(y) - top) * 4 + row) * width + (Number(x) - left) * 4 + column;
        pixels.fill(0, at * 4, at * 4 + 3);
      }
  return jsQR(pixels, width, width)?.data;
}
