import { recordScript } from '@pacewright/activity/testing';
import { trainingPaces } from '@pacewright/pace';
import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PaceContext } from '../../workout/pace-context.ts';
import { createRunReader } from '../../workout/files/run-reader.ts';
import { VisitorRun } from './visitor-run.tsx';

const PACES: PaceContext = {
  speeds: { vdot: 50, trainingPaces: trainingPaces(50) },
  units: 'metric',
};
const SCRIPT = '15m E + 5x(3m I + 2m E) + 10m E';

function draw(script: string, file = new File([recordScript(SCRIPT)], 'run.fit')) {
  return (
    <VisitorRun
      file={file}
      title="Five by three"
      script={script}
      paceContext={PACES}
      openReader={createRunReader}
    />
  );
}

test('a run is shown step by step, and again when the workout changes', async () => {
  const file = new File([recordScript(SCRIPT)], 'run.fit');
  const { rerender } = render(draw(SCRIPT, file));
  const table = await screen.findByRole('table', { name: 'Step by step' });
  expect(within(table).getByRole('rowheader', { name: 'Rep 5, 3 min' })).toBeDefined();
  expect(within(table).queryByRole('button')).toBeNull();

  rerender(draw('', file));
  expect(await screen.findByText('Nothing to compare with.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a file that is no run says what to do', async () => {
  render(draw(SCRIPT, new File(['nothing'], 'run.fit')));
  expect(await screen.findByText('Can’t read this file.')).toBeDefined();
  expect(screen.getByText(/Export it as FIT and add it again/)).toBeDefined();
});

test('a run that could be read in part says so', async () => {
  const whole = new Uint8Array(recordScript(SCRIPT));
  render(draw(SCRIPT, new File([whole.slice(0, whole.length / 2)], 'run.fit')));
  expect(await screen.findByText(/the end of the run may be missing/)).toBeDefined();
});

test('one reader is opened before the first file, and reads the next one too', () => {
  const openReader = vi.fn<() => ReturnType<typeof createRunReader>>(createRunReader);
  const drawWith = (file: File | undefined) => (
    <VisitorRun
      {...{ file, openReader, script: SCRIPT }}
      title="Five by three"
      paceContext={PACES}
    />
  );
  const { rerender, container } = render(drawWith(undefined));
  expect(openReader).toHaveBeenCalledOnce();
  expect(container.textContent).toBe('');

  rerender(drawWith(new File([recordScript(SCRIPT)], 'one.fit')));
  expect(screen.getByText('Reading the run…')).toBeDefined();
  rerender(drawWith(new File([recordScript('45m E')], 'two.fit')));
  expect(openReader).toHaveBeenCalledOnce();
});
