import { followSignIn } from './athlete.ts';
import { syncThemeAcrossTabs, readScheme, setTheme } from '../../ui/theme.ts';

// The button in the bar of every public page: from dark to light, and back.
document.getElementById('theme')?.addEventListener('click', () => {
  setTheme(readScheme() === 'dark' ? 'light' : 'dark');
});
syncThemeAcrossTabs();
followSignIn();
