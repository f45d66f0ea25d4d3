// Global setup, deferred until after the first paint.
import { registerServiceWorker } from '../platform/offline/register-service-worker.ts';
import { restoreFocus } from './restore-focus.ts';

restoreFocus();
registerServiceWorker();
