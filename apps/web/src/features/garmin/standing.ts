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
  /** The runner should know without asking. */
  isNews: boolean;
};

/** Tells how a delivery stands. One that is held up no longer looks as if it were a matter of moments. */
export function standingOf(delivery: GarminDelivery, isHeldUp: boolean): Standing {
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
        words: 'Leaving Garmin',
        sentence: 'It is taken off Garmin as soon as Garmin answers.',
        isNews: false,
      };
    case 'unknown':
      return { ...known, tone: 'doubt', words: 'Not known if sent' };
    case 'failed':
      return { ...known, tone: 'bad', words: sentAt ? 'Not updated' : 'Not sent' };
    case 'removed':
      return { ...known, tone: 'warning', words: 'Deleted at Garmin' };
    case 'sent':
      if (problem) return { ...known, tone: 'warning', words: 'At Garmin, not followed' };
      if (pacesChanged)
        return {
          tone: 'warning',
          words: 'Sent in old paces',
          sentence: 'Your paces have changed since it was sent. Send it again to run it in them.',
          isNews: true,
        };
      return {
        tone: 'sent',
        words: 'Sent to Garmin',
        sentence: `Garmin has it as it is here${sentAt ? `, since ${momentOf(sentAt)}` : ''}. Your watch gets it the next time it syncs.`,
        isNews: false,
      };
  }
}

function onItsWay(isUpdate: boolean, isHeldUp: boolean) {
  if (isHeldUp)
    return {
      tone: 'waiting' as const,
      words: 'Waiting for Garmin',
      sentence:
        'Garmin has not taken it yet. It goes by itself as soon as Garmin does. You need not wait here.',
    };
  return {
    tone: 'busy' as const,
    words: isUpdate ? 'Updating at Garmin' : 'Sending to Garmin',
    sentence: isUpdate
      ? 'Garmin has an earlier version. Your changes are on their way.'
      : 'It is on its way. You need not wait here.',
  };
}

function detailOf({ problem, detail }: GarminDelivery): { detail?: string } {
  if (!detail) return {};
  return { detail: problem === 'unsendable' ? detail : `Garmin said: ${detail}` };
}
