import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { createSession } from './platform/session/session.ts';
import { allowScriptUrls } from './platform/trusted-types.ts';
import { syncThemeAcrossTabs } from './ui/theme.ts';
import { disableLeavePrompt } from './ui/leave-prompt.ts';
import { whenIdle } from './ui/when-idle.ts';
import './ui/styles.css';

allowScriptUrls();
syncThemeAcrossTabs();

const session = createSession({
  // Both are loaded on demand, so that the first screen does not wait for them.
  loadIdentity: async () => (await import('./platform/session/firebase.ts')).openFirebase(),
  loadAccountApi: async (credentials) =>
    (await import('./platform/session/account-api.ts')).createAccountApi(credentials),
  page: {
    reload: () => {
      disableLeavePrompt();
      location.reload();
    },
    open: (path) => {
      disableLeavePrompt();
      location.assign(path);
    },
  },
  loadLocalData: () => import('./app/local-data.ts'),
});

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers session={session}>
      <RouterProvider router={createRouter(session)} />
    </Providers>
  </StrictMode>,
);

// Without it the page is whole, and the next one asks again.
whenIdle(() => void import('./app/deferred-init.ts').catch(() => undefined));
