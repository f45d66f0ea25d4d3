import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { ScreenFocus } from './screen-focus.tsx';

/** The layout of every page. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <NavigationProgress />
      <ScreenFocus />
      <ScrollRestoration />
    </>
  );
}

/** A progress line at the top while the next screen loads and the previous one is still shown. */
function NavigationProgress() {
  const isNavigating = useNavigation().state === 'loading';
  return (
    <output className="fixed inset-x-0 top-0 z-(--z-loading) block h-[3px] overflow-hidden empty:hidden">
      {isNavigating && (
        <span className="block h-full appear-late">
          <span className="block h-full bg-ink sweep forced-colors:bg-[Highlight]" />
          <span className="sr-only">Loading...</span>
        </span>
      )}
    </output>
  );
}
