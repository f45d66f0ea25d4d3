import type { ComponentProps } from 'react';
import type { SendDialogPart } from '../features/calendar/entry-parts.tsx';
import { EntrySendPanel } from '../features/garmin/entry-send-panel.tsx';
import { SendOrShareDialog } from '../workout/export/send-or-share-dialog.tsx';

/** The dialog, with Garmin first. */
export function SendOrShare({ entry, entries, ...rest }: ComponentProps<SendDialogPart>) {
  const { paceContext } = rest;
  return (
    <SendOrShareDialog {...rest} garmin={<EntrySendPanel {...{ entry, entries, paceContext }} />} />
  );
}
