import { CircleAlert, CircleCheck, Trash2, TriangleAlert, X } from 'lucide-react';
import {
  createContext,
  type FocusEvent,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Oval } from './oval.tsx';
import { useTheme } from './use-theme.ts';
import './toast.css';

/**
 * News in the corner of the screen. It says what happened, then what to do, and is never the only
 * place that shows an error.
 */
export const showToast = {
  success(title: string, detail?: string): void {
    show({ kind: 'success', title, detail });
  },

  warning(title: string, detail?: string): void {
    show({ kind: 'warning', title, detail });
  },

  failure(title: string, { detail, retry }: Failure = {}): void {
    show({ kind: 'failure', title, detail, action: retry && { label: 'Try again', run: retry } });
  },

  /** Something was removed or saved. `undo` takes it back; the time left for that runs along the bottom line. */
  undo(
    title: string,
    undo: () => void,
    done: 'removed' | 'saved' = 'removed',
    detail?: string,
  ): void {
    show({ kind: done, title, detail, action: { label: 'Undo', run: undo } });
  },

  /** Stays until it is told how the work ended, and then says so in the same place. */
  working(title: string): Working {
    const id = show({ kind: 'working', title });
    return {
      succeed: (news, detail) => void show({ kind: 'success', title: news, detail }, id),
      fail: (news, { detail, retry } = {}) => {
        const action = retry && { label: 'Try again', run: retry };
        show({ kind: 'failure', title: news, detail, action }, id);
      },
      dismiss: () => void toast.dismiss(id),
    };
  },
};

type Failure = { detail?: string; retry?: () => void };

type Working = {
  succeed: (title: string, detail?: string) => void;
  fail: (title: string, failure?: Failure) => void;
  dismiss: () => void;
};

/** The place where toasts appear. Mounted once, around nothing. */
export function Toaster() {
  const { scheme } = useTheme();
  const [attended, setAttended] = useState(false);

  function onBlur(event: FocusEvent<HTMLElement>): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setAttended(false);
  }

  return (
    <Attention value={{ attended, setAttended }}>
      <div
        onPointerMove={() => setAttended(true)}
        onPointerLeave={() => setAttended(false)}
        onFocus={() => setAttended(true)}
        onBlur={onBlur}
      >
        <SonnerToaster
          expand
          theme={scheme}
          visibleToasts={MOST_VISIBLE}
          gap={10}
          offset={OFFSET}
          mobileOffset={OFFSET}
          // Alt+T brings the keyboard here; Sonner would name the key in the label.
          customAriaLabel="Notifications"
        />
      </div>
    </Attention>
  );
}

const LIFETIME_MS = 4000;
const MOST_VISIBLE = 3;
const OFFSET = { right: 24, bottom: 'var(--toast-bottom)' };

/** While someone points at the toasts or has the focus among them, none of them leaves. */
const Attention = createContext<{ attended: boolean; setAttended: (attended: boolean) => void }>({
  attended: false,
  setAttended: () => {},
});

type Sheet = {
  kind: 'success' | 'warning' | 'failure' | 'removed' | 'saved' | 'working';
  title: string;
  detail?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
};

function show(sheet: Sheet, id?: string | number): string | number {
  return toast.custom((ownId) => <ToastSheet id={ownId} {...sheet} />, {
    // Sonner stops its clock for the pointer but not for the focus, so the sheet has its own.
    duration: Number.POSITIVE_INFINITY,
    ...(id !== undefined && { id }),
  });
}

function ToastSheet({ id, kind, title, detail, action }: Sheet & { id: string | number }) {
  const paused = useLifetime(kind !== 'working', () => toast.dismiss(id));

  return (
    <div
      role={kind === 'failure' ? 'alert' : undefined}
      className="relative flex min-h-[58px] items-center gap-2.5 overflow-hidden rounded-md border border-line-strong bg-surface py-3 pr-2 pl-4 text-[0.9375rem] text-ink shadow-(--shadow-2)"
    >
      <span className={classNames('flex-none [&>.lucide]:size-5', COLOUR[kind])}>{ICON[kind]}</span>
      <div className="min-w-0 flex-1">
        <b className="line-clamp-2 leading-[1.3] font-[620] wrap-anywhere">{title}</b>
        {detail && <p className="mt-px text-sm leading-[1.4] text-ink-2">{detail}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            action.run();
            toast.dismiss(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        small
        label="Dismiss"
        icon={<X aria-hidden />}
        onClick={() => toast.dismiss(id)}
      />
      {(kind === 'removed' || kind === 'saved') && (
        <span
          aria-hidden
          className={classNames(
            'absolute inset-x-0 bottom-0 h-[3px] origin-left bg-ink run-out motion-reduce:hidden',
            paused && 'pause',
          )}
        />
      )}
    </div>
  );
}

/** Calls `leave` when a lifetime has passed in which nobody attended to the toasts. Says if the clock stands. */
function useLifetime(ends: boolean, leave: () => void): boolean {
  const { attended, setAttended } = use(Attention);
  const hidden = useSyncExternalStore(onVisibilityChange, () => document.hidden);
  const remainingMs = useRef(LIFETIME_MS);
  const paused = attended || hidden;

  useEffect(() => {
    if (paused || !ends) return undefined;
    const startedMs = Date.now();
    const timer = setTimeout(leave, remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedMs;
    };
  });

  // What is taken away from under the pointer does not tell that the pointer has left.
  useEffect(() => () => setAttended(false), [setAttended]);

  return paused;
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const ICON = {
  success: <CircleCheck aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  failure: <CircleAlert aria-hidden />,
  removed: <Trash2 aria-hidden />,
  saved: <CircleCheck aria-hidden />,
  working: <Oval className="w-[22px]" />,
};

const COLOUR = {
  success: 'text-ok',
  warning: 'text-warn',
  failure: 'text-danger',
  removed: 'text-ink',
  saved: 'text-ok',
  working: 'text-ink',
};
