import {
  cloneElement,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';

type MenuProps = {
  /** The accessible name. */
  label: string;
  /** The button that opens it, such as an IconButton. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** The edge of the button that the menu aligns to. */
  align?: 'start' | 'end';
  /** MenuItem, MenuChoice, MenuSeparator, or a router's link with menuItemProps. */
  children: ReactNode;
};

/** The item that has the focus at first: the first or the last. */
type Start = 0 | -1;

/** A list of actions, opened by a button. Arrows, Home, End and letters move; Escape closes. */
export function Menu({ label, trigger, align = 'end', children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ start: Start; parent: Element }>();

  function open({ currentTarget }: { currentTarget: Element }, start: Start): void {
    // Within its landmark, and within a dialog, because everything outside is inert.
    setOpened({ start, parent: currentTarget.closest('dialog, main, header') ?? document.body });
  }

  function close({ keepFocus = true } = {}): void {
    setOpened(undefined);
    if (keepFocus) button.current?.focus();
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== undefined,
        'aria-controls': opened && id,
        onClick: (event) => (opened ? close() : open(event, 0)),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event, event.key === 'ArrowDown' ? 0 : -1);
        },
      })}
      {/* In a portal, because sorting a list moves the nodes of its rows, which closes a popover inside them. */}
      {opened &&
        createPortal(
          <MenuList {...{ id, label, button, align, close }} start={opened.start}>
            {children}
          </MenuList>,
          opened.parent,
        )}
    </>
  );
}

type MenuListProps = {
  id: string;
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  start: Start;
  align: 'start' | 'end';
  close: (options?: { keepFocus: boolean }) => void;
  children: ReactNode;
};

function MenuList({ id, label, button, start, align, close, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!list.current || !button.current) return;
    raise(list.current);
    place(list.current, button.current, align);
    items(list.current).at(start)?.focus({ preventScroll: true });
  }, [button, align, start]);

  useEffect(() => {
    const leaving = new AbortController();
    const options = { signal: leaving.signal, capture: true, passive: true };

    function leave({ target }: Event): void {
      const inside = [list, button].some(({ current }) => current?.contains(target as Node));
      if (!inside) close({ keepFocus: false });
    }

    // A page also scrolls when a part of it loads and has another height.
    function follow(): void {
      const isOnScreen =
        list.current && button.current && place(list.current, button.current, align);
      if (!isOnScreen) close({ keepFocus: false });
    }

    addEventListener('pointerdown', leave, options);
    addEventListener('scroll', follow, options);
    addEventListener('resize', follow, options);
    return () => leaving.abort();
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab') {
      close();
      return;
    }
    const all = items(list.current);
    const next = findNext(all, event);
    if (event.key !== 'Escape' && !next) return;

    event.preventDefault();
    event.stopPropagation();
    if (next) next.focus();
    else close();
  }

  function onClick(event: MouseEvent): void {
    if ((event.target as Element).closest(ITEM)) close();
  }

  return (
    // Keys and clicks bubble up from the items.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="fixed inset-auto z-(--z-pop) m-0 max-h-[calc(100dvh-16px)] min-w-50 overflow-y-auto rounded-md border border-line-strong bg-surface p-1.5 text-ink shadow-(--shadow-2)"
    >
      {children}
    </div>
  );
}

/** Turns a router link into an item: `<Link to="/app/settings" {...menuItemProps()}>`. */
export function menuItemProps({ danger = false }: { danger?: boolean } = {}) {
  return {
    role: 'menuitem',
    tabIndex: -1,
    className: classNames(
      'flex min-h-(--control-h) w-full items-center gap-2.5 rounded-sm px-2.5 text-left text-sm font-medium no-underline hover:bg-surface-2 hover:no-underline focus-visible:bg-surface-2 focus-visible:outline-offset-[-2px] disabled:text-ink-disabled disabled:hover:bg-transparent',
      danger && 'text-danger',
    ),
  };
}

type MenuItemProps = ComponentProps<'button'> & {
  icon?: ReactNode;
  /** The shortcut for the same action. It is only shown here. */
  shortcut?: string;
  danger?: boolean;
};

export function MenuItem({ icon, shortcut, danger, children, ...rest }: MenuItemProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut}
      {...rest}
      {...menuItemProps({ ...(danger && { danger }) })}
    >
      {icon}
      {children}
      {shortcut && (
        <kbd aria-hidden className="mono ml-auto pl-4 text-xs text-ink-3 pointer-coarse:hidden">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}

type MenuChoiceProps = ComponentProps<'button'> & { icon?: ReactNode; checked: boolean };

/** One of several options, of which one is chosen. */
export function MenuChoice({ icon, checked, children, ...rest }: MenuChoiceProps) {
  return (
    <button
      type="button"
      {...rest}
      {...menuItemProps()}
      role="menuitemradio"
      aria-checked={checked}
    >
      {icon}
      {children}
      <span
        aria-hidden
        className={classNames(
          'ml-auto size-4 flex-none rounded-full',
          checked ? 'border-5 border-ink' : 'border-[1.5px] border-line-strong',
        )}
      />
    </button>
  );
}

export function MenuSeparator() {
  return <hr className="my-1.5 border-line" />;
}

const ITEM = '[role^=menuitem]:not(:disabled)';

function items(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>(ITEM)] : [];
}

function findNext(all: HTMLElement[], { key }: KeyboardEvent): HTMLElement | undefined {
  const at = all.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;

  const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** Moves the menu to the top layer, where nothing clips it. Older browsers leave it in place. */
function raise(list: HTMLElement): void {
  if (!('showPopover' in list)) return;
  list.popover = 'manual';
  list.showPopover();
}

// In px: between button and menu, and between menu and the edge of the screen.
const GAP = 6;
const MARGIN = 8;

/** Under the button, or above it where there is more room. Returns whether the button is on the screen. */
function place(list: HTMLElement, button: Element, align: 'start' | 'end'): boolean {
  const { offsetWidth: width, offsetHeight: height } = list;
  const box = button.getBoundingClientRect();
  const below = box.bottom + GAP;
  const above = box.top - GAP - height;
  const fitsBelow = below + height + MARGIN <= innerHeight;
  const left = align === 'start' ? box.left : box.right - width;

  list.style.top = `${Math.max(MARGIN, fitsBelow || above < MARGIN ? Math.min(below, innerHeight - height - MARGIN) : above)}px`;
  list.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  return box.bottom > 0 && box.top < innerHeight;
}
