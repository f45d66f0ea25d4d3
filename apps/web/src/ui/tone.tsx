import { Check, CircleAlert, CircleHelp, Clock, Send, TriangleAlert, Watch } from 'lucide-react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** The colour of a status, always with its icon and its label. */
export type Tone = keyof typeof TONES;

const TONES = {
  plain: { look: 'text-ink-2', Icon: undefined },
  new: { look: '', Icon: Send },
  busy: { look: 'text-ink-2', Icon: undefined },
  waiting: { look: 'text-ink-2', Icon: Clock },
  // Not the check mark, which means done on the calendar.
  sent: { look: 'font-semibold text-ok', Icon: Watch },
  good: { look: 'font-semibold text-ok', Icon: Check },
  warning: { look: 'font-semibold text-warn', Icon: TriangleAlert },
  unknown: { look: 'font-semibold text-warn', Icon: CircleHelp },
  bad: { look: 'font-semibold text-danger', Icon: CircleAlert },
};

export function toneClass(tone: Tone): string {
  return TONES[tone].look;
}

export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const { Icon } = TONES[tone];
  if (tone === 'busy') return <Spinner className="w-5.5" />;
  return Icon ? <Icon aria-hidden className={classNames('flex-none', className)} /> : null;
}
