import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { createSession } from './session/session.ts';
import { followOtherTabs } from './ui/theme.ts';
import { stopAskingBeforeLeaving } from './ui/leaving.ts';
import { whenIdle } from './ui/when-idle.ts';
import './ui/styles.css';

followOtherTabs();

const session = createSession({
  // Both are loaded on demand, so that the first screen does not wait for them.
  loadIdentity: async () => (await import('./session/firebase.ts')).openFirebase(),
  connect: async (credentials) =>
    (await import('./session/connection.ts')).openConnection(credentials),
  page: {
    reload: () => {
      stopAskingBeforeLeaving();
      location.reload();
    },
    open: (path) => {
      stopAskingBeforeLeaving();
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
whenIdle(() => void import('./app/later.ts').catch(() => undefined));
