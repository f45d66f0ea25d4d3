import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { reportReachable } from '../platform/api/reachability.ts';
import { clearToasts } from '../ui/toast.tsx';
import { completeJsdom } from './jsdom.ts';

completeJsdom();

afterEach(() => {
  cleanup();
  // Toasts of one test would otherwise be shown in the next.
  clearToasts();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  reportReachable(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
