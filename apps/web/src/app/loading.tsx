import { LoadingIndicator } from '../ui/loading-indicator.tsx';

/** Holds the screen while the app or a screen is fetched. */
export function Loading() {
  return (
    <div className="appear-late">
      <LoadingIndicator size="large" fullScreen />
    </div>
  );
}
