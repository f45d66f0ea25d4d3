import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Renders a screen together with its data. Outside of `act`, React shows a loading state for 300 ms or more. */
export async function renderLoaded(element: ReactNode): Promise<void> {
  await act(async () => {
    render(element);
  });
}
