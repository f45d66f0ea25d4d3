import { Watch } from 'lucide-react';
import type { ReactNode } from 'react';

type DeviceLeadProps = {
  name: string;
  /** What it gets, or has got. */
  text: ReactNode;
  /** Its buttons, as wide as the dialog. */
  children?: ReactNode;
};

/** The watch that comes first in a dialog. */
export function DeviceLead({ name, text, children }: DeviceLeadProps) {
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3.5">
        <Watch aria-hidden className="size-11 flex-none self-start rounded-md bg-surface-2 p-2.5" />
        <div className="grid min-w-0 gap-0.5">
          <h3 className="text-md">{name}</h3>
          <div className="text-sm text-ink-2">{text}</div>
        </div>
      </div>
      {children}
    </div>
  );
}
