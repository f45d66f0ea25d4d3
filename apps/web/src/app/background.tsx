import { lazy, type ReactNode, Suspense } from 'react';
import { FileInbox } from '../platform/file-inbox.tsx';
import { useStoredConnection } from '../workout/export/intervals-icu-connection.ts';
import { SendWaitingDrafts } from './send-waiting-drafts.tsx';

/** What works behind all screens of the signed-in app, and is loaded after them. */
export function Background(): ReactNode {
  const isConnected = useStoredConnection() !== null;
  return (
    <>
      <FileInbox />
      <SendWaitingDrafts />
      {isConnected && (
        <Suspense>
          <CalendarSync />
        </Suspense>
      )}
    </>
  );
}

/** Sends the calendar to intervals.icu. */
const CalendarSync = lazy(() =>
  import('../features/intervals-icu/calendar-sync.tsx').then(
    (module) => ({ default: module.CalendarSync }),
    // The next page tries again.
    () => ({ default: () => null }),
  ),
);
