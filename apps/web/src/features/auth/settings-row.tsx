import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';

type SettingsRowProps = {
  title: string;
  children: ReactNode;
  /** A button, or null. */
  action: ReactElement<{ 'aria-describedby'?: string }> | null;
};

/** A setting with its explanation and its button. */
export function SettingsRow({ title, children, action }: SettingsRowProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0 md:flex-nowrap">
      <div id={id} className="min-w-0 text-sm text-ink-2">
        <b className="block text-md font-semibold text-ink">{title}</b>
        {children}
      </div>
      <div className="ml-auto flex-none max-md:w-full max-md:*:w-full">
        {action && cloneElement(action, { 'aria-describedby': id })}
      </div>
    </div>
  );
}
