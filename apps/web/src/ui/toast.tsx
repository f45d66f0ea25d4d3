import { CircleAlert, CircleCheck, Trash2, TriangleAlert, X } from 'lucide-react';
import {
  type FocusEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';
import { createStore } from './store.ts';
import './toast.css';

/**
 * Notifications in the corner of the screen. They say what happened, then what to do. A failure stays until it is
 * dismissed, because it may be shown nowhere else.
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

  /**
   * Something was removed or saved. `undo` reverts it, also as `undoNewest`; a line at the bottom shows the time left
   * for that.
   */
  undo(
    title: string,
    undo: () => void,
    done: 'removed' | 'saved' = 'removed',
    detail?: string,
  ): void {
    show({ kind: done, title, detail, action: { label: 'Undo', run: undo } });
  },

  /** Stays until the work ends, and then shows the outcome in the same place. */
  working(title: string): Working {
    const id = show({ kind: 'working', title });
    return {
      succeed: (outcome, detail) => void show({ kind: 'success', title: outcome, detail }, id),
      fail: (outcome, { detail, retry } = {}) => {
        const action = retry && { label: 'Try again', run: retry };
        show({ kind: 'failure', title: outcome, detail, action }, id);
      },
      dismiss: () => dismiss(id),
    };
  },
};

/** Reverts the newest change that can still be undone. Returns whether there was one. */
export function undoNewest(): boolean {
  const newest = toasts.read().find(({ kind, isClosing }) => isUndoable(kind) && !isClosing);
  newest?.action?.run();
  if (newest) dismiss(newest.id);
  return newest !== undefined;
}

type Failure = { detail?: string | undefined; retry?: (() => void) | undefined };

type Working = {
  succeed: (title: string, detail?: string) => void;
  fail: (title: string, failure?: Failure) => void;
  dismiss: () => void;
};

type ToastOptions = {
  kind: 'success' | 'warning' | 'failure' | 'removed' | 'saved' | 'working';
  title: string;
  detail?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
};

type Toast = ToastOptions & { id: number; isClosing: boolean };

/** Newest first. */
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Adds a toast, or replaces the one with the same id, or the same failure. */
function show(options: ToastOptions, id = findSameFailure(options) ?? ++lastId): number {
  const toast = { ...options, id, isClosing: false };
  const shown = toasts.read();
  const isShown = shown.some((each) => each.id === id);
  toasts.set(isShown ? shown.map((each) => (each.id === id ? toast : each)) : [toast, ...shown]);
  return id;
}

function findSameFailure({ kind, title, detail }: ToastOptions): number | undefined {
  if (kind !== 'failure') return undefined;
  return toasts
    .read()
    .find((each) => each.kind === kind && each.title === title && each.detail === detail)?.id;
}

/** Removes a toast after its transition. */
function dismiss(id: number): void {
  toasts.set(toasts.read().map((each) => (each.id === id ? { ...each, isClosing: true } : each)));
  setTimeout(
    () => toasts.set(toasts.read().filter((each) => each.id !== id || !each.isClosing)),
    CLOSE_MS,
  );
}

/** For tests, which share this module. */
export function clearToasts(): void {
  toasts.set([]);
}

const LIFETIME_MS = 4000;
/** As long as `run-out` in styles.css. */
const UNDO_LIFETIME_MS = 8000;
/** As long as --dur-quick. */
const CLOSE_MS = 140;
const MAX_VISIBLE = 3;

/** The list of toasts. Mounted once. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  const list = useRef<HTMLOListElement>(null);
  const returnTo = useRef<Element>(null);
  // No toast closes while the pointer or the focus is on one of them.
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isHidden = useSyncExternalStore(onVisibilityChange, () => document.hidden);

  useEffect(() => {
    function focusToasts(event: KeyboardEvent): void {
      if (event.altKey && event.code === 'KeyT' && toasts.read().length > 0) list.current?.focus();
    }
    document.addEventListener('keydown', focusToasts);
    return () => document.removeEventListener('keydown', focusToasts);
  }, []);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    setIsFocused(true);
    if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget))
      returnTo.current = relatedTarget;
  }

  function close(id: number): void {
    if (list.current?.contains(document.activeElement)) leave();
    // Removing the element under the pointer fires no pointerleave.
    setIsHovered(false);
    dismiss(id);
  }

  function leave(): void {
    const { current } = returnTo;
    if (current instanceof HTMLElement && current.isConnected)
      current.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  return (
    <section aria-label="Notifications" aria-live="polite" aria-relevant="additions text">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses and leaves; each action is a button */}
      <ol
        ref={list}
        tabIndex={-1}
        className="toaster"
        onPointerMove={() => setIsHovered(true)}
        onPointerLeave={() => setIsHovered(false)}
        onFocus={onFocus}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setIsFocused(false);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') leave();
        }}
      >
        {shown.map((toast, index) => (
          <li
            key={toast.id}
            hidden={index >= MAX_VISIBLE}
            className={classNames('toast', toast.isClosing && 'is-closing')}
          >
            <ToastContent
              // A replaced toast gets a new lifetime.
              key={toast.kind}
              {...toast}
              isPaused={isHovered || isFocused || isHidden}
              onClose={() => close(toast.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

type ToastContentProps = ToastOptions & { isPaused: boolean; onClose: () => void };

function ToastContent({ kind, title, detail, action, isPaused, onClose }: ToastContentProps) {
  useLifetime(kind, isPaused, onClose);

  return (
    <div
      role={kind === 'failure' ? 'alert' : undefined}
      className="relative flex min-h-14.5 items-center gap-2.5 overflow-hidden rounded-md border border-line-strong bg-surface py-3 pr-2 pl-4 text-sm text-ink shadow-(--shadow-2)"
    >
      <span className={classNames('flex-none [&>.lucide]:size-5', COLOUR[kind])}>{ICON[kind]}</span>
      <div className="min-w-0 flex-1">
        <b className="line-clamp-2 leading-[1.3] font-semibold wrap-anywhere">{title}</b>
        {detail && <p className="mt-px text-sm leading-[1.4] text-ink-2">{detail}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            action.run();
            onClose();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton small label="Dismiss" icon={<X aria-hidden />} onClick={onClose} />
      {isUndoable(kind) && (
        <span
          aria-hidden
          className={classNames(
            'absolute inset-x-0 bottom-0 h-[3px] origin-left bg-ink run-out motion-reduce:hidden',
            isPaused && 'pause',
          )}
        />
      )}
    </div>
  );
}

/** Calls `onEnd` after the lifetime of this kind, counting only the time in which it is not paused. */
function useLifetime(kind: ToastOptions['kind'], isPaused: boolean, onEnd: () => void): void {
  const isRunning = kind !== 'working' && kind !== 'failure' && !isPaused;
  const remainingMs = useRef(isUndoable(kind) ? UNDO_LIFETIME_MS : LIFETIME_MS);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!isRunning) return undefined;
    const startedMs = Date.now();
    const timer = setTimeout(() => end(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedMs;
    };
  }, [isRunning]);
}

function isUndoable(kind: ToastOptions['kind']): boolean {
  return kind === 'removed' || kind === 'saved';
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
  working: <Spinner className="w-5.5" />,
};

const COLOUR = {
  success: 'text-ok',
  warning: 'text-warn',
  failure: 'text-danger',
  removed: 'text-ink',
  saved: 'text-ok',
  working: 'text-ink',
};
