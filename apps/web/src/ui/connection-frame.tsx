import { CircleAlert, Watch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import { type Tone, toneClass, ToneIcon } from './tone.tsx';

type ConnectionFrameProps = {
  /** The service. */
  name: string;
  tone?: Tone;
  status: string;
  /** A button, usually one verb. */
  action?: ReactNode;
  children?: ReactNode;
};

/** The card about a connection with a service: an icon, the status and the actions. */
export function ConnectionFrame({
  name,
  tone = 'plain',
  status,
  action,
  children,
}: ConnectionFrameProps) {
  return (
    <Card aria-label={name} className="@container grid gap-3.5 px-5 py-4.5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 @md:flex-nowrap">
        <span className="grid size-11 flex-none place-items-center rounded-full bg-surface-2">
          <Watch aria-hidden className="size-5.5" />
        </span>
        <div className="min-w-0">
          <b className="block text-md font-semibold">{name}</b>
          <output className={classNames('flex items-center gap-1.5 text-sm', toneClass(tone))}>
            <ToneIcon tone={tone} className="size-3.75" />
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

/** An explanation of the status. */
export function ConnectionText({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-2">{children}</p>;
}

/** One line on something that works or does not. */
export function ConnectionPoint({
  tone,
  children,
}: {
  tone: 'good' | 'warning';
  children: ReactNode;
}) {
  return (
    <li className="flex gap-2.5 text-sm">
      <ToneIcon tone={tone} className={classNames('mt-[3px] size-4.25', toneClass(tone))} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** A failure, announced at once by screen readers. */
export function ConnectionFailure({
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
        <strong className="font-semibold text-danger">{message}</strong>
        {detail && <span className="mt-1 block text-ink-2">{detail}</span>}
      </p>
    </div>
  );
}
