import { Check, CircleAlert, CircleHelp, Clock, Send, TriangleAlert, Watch } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Oval } from '../../ui/oval.tsx';

/** How something stands, in a colour that always comes with its sign and its words. */
export type Tone = keyof typeof TONES;

const TONES = {
  plain: { look: 'text-ink-2', Icon: undefined },
  new: { look: '', Icon: Send },
  busy: { look: 'text-ink-2', Icon: undefined },
  waiting: { look: 'text-ink-2', Icon: Clock },
  // Not the sign of what is done, beside which it stands on a calendar.
  sent: { look: 'font-[600] text-ok', Icon: Watch },
  good: { look: 'font-[600] text-ok', Icon: Check },
  warning: { look: 'font-[600] text-warn', Icon: TriangleAlert },
  doubt: { look: 'font-[600] text-warn', Icon: CircleHelp },
  bad: { look: 'font-[600] text-danger', Icon: CircleAlert },
};

export function toneClass(tone: Tone): string {
  return TONES[tone].look;
}

export function ToneIcon({ tone, className }: { tone: Tone; className?: string }) {
  const { Icon } = TONES[tone];
  if (tone === 'busy') return <Oval className="w-[22px]" />;
  return Icon ? <Icon aria-hidden className={classNames('flex-none', className)} /> : null;
}
