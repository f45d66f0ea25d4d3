// What every page has and its first paint can do without.
import { keepOffline } from '../offline/keep-offline.ts';
import { keepFocusNear } from './kept-focus.ts';

keepFocusNear();
keepOffline();
