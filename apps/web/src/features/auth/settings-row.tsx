import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';

type SettingsRowProps = {
  title: string;
  children: ReactNode;
  /** A button, if there is anything to do. */
  action: ReactElement<{ 'aria-describedby'?: string }> | null;
};

/** Something that can be done, what it means, and the button that does it. */
export function SettingsRow({ title, children, action }: SettingsRowProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0 md:flex-nowrap">
      <div id={id} className="min-w-0 text-[0.9375rem] text-ink-2">
        <b className="block text-[1rem] font-[620] text-ink">{title}</b>
        {children}
      </div>
      <div className="ml-auto flex-none max-md:w-full max-md:*:w-full">
        {action && cloneElement(action, { 'aria-describedby': id })}
      </div>
    </div>
  );
}
