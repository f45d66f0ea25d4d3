import { DELIVERY_PROBLEMS, type GarminDelivery } from '@pacewright/contract';
import { momentOf } from '../../days/moments.ts';
import type { Tone } from './tone.tsx';

/** How a delivery stands, in a few words and in full. */
export type Standing = {
  tone: Tone;
  words: string;
  sentence: string;
  /** What Garmin, or the reader of scripts, said to it. */
  detail?: string;
  /** The next step, for a button that leads to it. */
  next?: string;
  /** The runner should know without asking. */
  isNews: boolean;
};

/** Tells how a delivery stands. One that is held up no longer looks as if it were a matter of moments. */
export function standingOf(delivery: GarminDelivery, isHeldUp: boolean, today: string): Standing {
  const { state, problem, pacesChanged, sentAt } = delivery;
  const sentence = problem ? DELIVERY_PROBLEMS[problem] : '';
  const known = { sentence, ...detailOf(delivery), isNews: true };

  switch (state) {
    case 'waiting':
    case 'sending':
      return { ...onItsWay(sentAt !== null, isHeldUp), isNews: false };
    case 'leaving':
      return {
        tone: isHeldUp ? 'waiting' : 'busy',
        words: 'Removing from Garmin',
        sentence: 'It will be removed as soon as Garmin answers.',
        isNews: false,
      };
    case 'unknown':
      return { ...known, tone: 'doubt', words: 'Couldn’t confirm it was sent' };
    case 'failed':
      return { ...known, tone: 'bad', words: sentAt ? 'Not updated' : 'Not sent' };
    case 'removed':
      return { ...known, tone: 'warning', words: 'Deleted on Garmin' };
    case 'sent':
      if (problem) return { ...known, tone: 'warning', words: 'On Garmin, no longer updated' };
      if (pacesChanged)
        return {
          tone: 'warning',
          words: 'Sent with old paces',
          sentence: 'Send it again to use your new ones.',
          next: 'Send new paces',
          isNews: true,
        };
      return {
        tone: 'sent',
        words: 'Sent to Garmin',
        sentence: `Up to date on Garmin${sentAt ? ` since ${momentOf(sentAt, today)}` : ''}. Your watch gets it at the next sync.`,
        isNews: false,
      };
  }
}

function onItsWay(isUpdate: boolean, isHeldUp: boolean) {
  if (isHeldUp)
    return {
      tone: 'waiting' as const,
      words: 'Waiting for Garmin',
      sentence: 'Garmin hasn’t accepted it yet. We’ll keep trying; you don’t need to wait.',
    };
  return {
    tone: 'busy' as const,
    words: isUpdate ? 'Updating on Garmin' : 'Sending to Garmin',
    sentence: isUpdate
      ? 'Garmin has an earlier version. We’re sending your changes.'
      : 'We’re sending it. You don’t need to wait.',
  };
}

function detailOf({ problem, detail }: GarminDelivery): { detail?: string } {
  if (!detail) return {};
  return { detail: problem === 'unsendable' ? detail : `Garmin said: ${detail}` };
}
