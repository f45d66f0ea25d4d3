// Global setup, deferred until after the first paint.
import { keepOffline } from '../offline/keep-offline.ts';
import { keepFocusNear } from './kept-focus.ts';

keepFocusNear();
keepOffline();
