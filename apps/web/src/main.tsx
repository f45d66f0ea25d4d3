import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LoadingIndicator } from './ui/loading-indicator.tsx';
import { followOtherTabs } from './ui/theme.ts';
import './ui/styles.css';

followOtherTabs();

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

createRoot(root).render(
  <StrictMode>
    <LoadingIndicator size="large" fullScreen />
  </StrictMode>,
);
