import { CircleAlert, Watch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Tone, toneClass, ToneIcon } from './tone.tsx';

type GarminFrameProps = {
  tone?: Tone;
  status: string;
  /** One verb: what happens next. */
  action?: ReactNode;
  children?: ReactNode;
};

/** The card about Garmin: a watch, how it stands, and what can be done. */
export function GarminFrame({ tone = 'plain', status, action, children }: GarminFrameProps) {
  return (
    <Card aria-label="Garmin Connect" className="@container grid gap-3.5 px-5 py-[18px]">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 @md:flex-nowrap">
        <span className="grid size-11 flex-none place-items-center rounded-full bg-surface-2">
          <Watch aria-hidden className="size-[22px]" />
        </span>
        <div className="min-w-0">
          <b className="block text-[1.0625rem] font-[660]">Garmin Connect</b>
          <output className={classNames('flex items-center gap-1.5 text-sm', toneClass(tone))}>
            <ToneIcon tone={tone} className="size-[15px]" />
            {status}
          </output>
        </div>
        {action && (
          <div className="ml-auto flex flex-none flex-wrap gap-2 @max-md:w-full @max-md:*:flex-1">
            {action}
          </div>
        )}
      </div>
      {children}
    </Card>
  );
}

/** What follows from how it stands. */
export function GarminText({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-2">{children}</p>;
}

/** What works, or does not, one line each. */
export function GarminPoint({ tone, children }: { tone: 'good' | 'warning'; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 text-[0.9375rem]">
      <ToneIcon tone={tone} className={classNames('mt-[3px] size-[17px]', toneClass(tone))} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** A failure, said at once by a screen reader. */
export function GarminFailure({
  message,
  detail,
}: {
  message: string;
  detail?: string | undefined;
}) {
  return (
    <div role="alert" className="flex gap-2 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none text-danger" />
      <p className="min-w-0">
        <strong className="font-[600] text-danger">{message}</strong>
        {detail && <span className="mt-1 block text-ink-2">{detail}</span>}
      </p>
    </div>
  );
}
