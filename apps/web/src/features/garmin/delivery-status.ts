import { DELIVERY_PROBLEMS, type GarminDelivery } from '@pacewright/contract';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import type { Tone } from '../../ui/tone.tsx';

/** The status of a delivery, as a label and a description. */
export type DeliveryStatus = {
  tone: Tone;
  label: string;
  description: string;
  /** The answer of Garmin, or the script's mistake. */
  detail?: string;
  /** The label of a button for the next action. */
  actionLabel?: string;
  /** Whether the athlete should see it without opening the dialog. */
  needsAttention: boolean;
};

/** The status to show for a delivery. A stalled one is shown as waiting instead of busy. */
export function getDeliveryStatus(
  delivery: GarminDelivery,
  isStalled: boolean,
  today: string,
): DeliveryStatus {
  const { state, problem, pacesChanged, sentAt } = delivery;
  const description = problem ? DELIVERY_PROBLEMS[problem] : '';
  const failure = { description, ...detailOf(delivery), needsAttention: true };

  switch (state) {
    case 'waiting':
    case 'sending':
      return { ...pendingStatus(sentAt !== null, isStalled), needsAttention: false };
    case 'leaving':
      return {
        tone: isStalled ? 'waiting' : 'busy',
        label: 'Removing from Garmin',
        description: 'It will be removed as soon as Garmin responds.',
        needsAttention: false,
      };
    case 'unknown':
      return { ...failure, tone: 'unknown', label: 'Couldn’t confirm it was sent' };
    case 'failed':
      return { ...failure, tone: 'bad', label: sentAt ? 'Not updated' : 'Not sent' };
    case 'removed':
      return { ...failure, tone: 'warning', label: 'Deleted on Garmin' };
    case 'sent':
      if (problem) return { ...failure, tone: 'warning', label: 'On Garmin, no longer updated' };
      if (pacesChanged)
        return {
          tone: 'warning',
          label: 'Sent with old paces',
          description: 'Send it again to use your new ones.',
          actionLabel: 'Send new paces',
          needsAttention: true,
        };
      return {
        tone: 'sent',
        label: 'Sent to Garmin',
        description: `Up to date on Garmin${sentAt ? ` since ${formatTimestamp(sentAt, today)}` : ''}. Your watch will get it at the next sync.`,
        needsAttention: false,
      };
  }
}

function pendingStatus(isUpdate: boolean, isStalled: boolean) {
  if (isStalled)
    return {
      tone: 'waiting' as const,
      label: 'Waiting for Garmin',
      description: 'Garmin hasn’t accepted it yet. We’ll keep trying. You don’t need to wait.',
    };
  return {
    tone: 'busy' as const,
    label: isUpdate ? 'Updating on Garmin' : 'Sending to Garmin',
    description: isUpdate
      ? 'Garmin has an older version. We’re sending your changes.'
      : 'We’re sending it. You don’t need to wait.',
  };
}

function detailOf({ problem, detail }: GarminDelivery): { detail?: string } {
  if (!detail) return {};
  return { detail: problem === 'unsendable' ? detail : `Garmin said: ${detail}` };
}
