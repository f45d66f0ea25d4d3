import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type ActionRowProps = {
  icon: ReactNode;
  name: string;
  detail?: string;
  opensPage?: boolean;
  onClick: () => void;
};

/** One of several actions of a dialog. */
export function ActionRow({ icon, name, detail, opensPage = false, onClick }: ActionRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-4 rounded-sm px-2 text-left hover:bg-surface-2 [&>.lucide]:size-5 [&>.lucide]:flex-none"
      >
        {icon}
        <span className="min-w-0 grow">
          <span className="block font-semibold">{name}</span>
          {detail && <span className="block text-sm text-ink-2">{detail}</span>}
        </span>
        {opensPage && <ChevronRight aria-hidden />}
      </button>
    </li>
  );
}
