import { act, render, renderHook } from '@testing-library/react';
import { Wand } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { useScreenCommand, useScreenCommands } from './screen-commands.ts';

const COMMAND = { id: 'format', label: 'Tidy up the script', Icon: Wand };

function Editor({ run }: { run?: () => void }) {
  useScreenCommand(COMMAND, run);
  return null;
}

test('a command is listed while its screen is mounted and can run it', () => {
  const run = vi.fn<() => void>();
  const { result } = renderHook(useScreenCommands);
  const { rerender, unmount } = render(<Editor />);
  expect(result.current).toEqual([]);

  rerender(<Editor run={run} />);
  expect(result.current).toMatchObject([COMMAND]);
  act(() => result.current[0]?.run());
  expect(run).toHaveBeenCalledOnce();

  unmount();
  expect(result.current).toEqual([]);
});
