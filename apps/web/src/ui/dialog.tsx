import { X } from 'lucide-react';
import {
  type ComponentProps,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type DialogProps = {
  title: ReactNode;
  /** Says what the dialog is about, under its title. */
  description?: ReactNode;
  /** Something is about to be lost: only its buttons and Escape close it. */
  alert?: boolean;
  /** For a long list instead of a question: with a close button that stays at the top. */
  wide?: boolean;
  /** Asked for by Escape or a click beside the dialog. Unmount it to close it. */
  onClose: () => void;
  /** The buttons, in reading order, the one that goes ahead last. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** Asks or tells something, with a title and buttons. See Modal. */
export function Dialog({
  title,
  description,
  alert = false,
  wide = false,
  onClose,
  actions,
  children,
}: DialogProps) {
  const id = useId();

  return (
    <Modal
      alert={alert}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classNames(
        'm-auto max-h-[calc(100dvh-32px)] overflow-y-auto',
        wide ? 'w-[min(720px,100vw-32px)]' : 'w-[min(520px,100vw-32px)]',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 md:p-7">
        <div
          className={classNames(
            wide &&
              'sticky top-0 z-3 -mx-5 -mt-5 flex items-center justify-between gap-4 bg-surface px-5 pt-4 md:-mx-7 md:-mt-7 md:px-7 md:pt-6',
          )}
        >
          <h2 id={`${id}-title`}>{title}</h2>
          {wide && (
            <IconButton
              label="Close"
              icon={<X aria-hidden />}
              className="-mr-2.5"
              onClick={onClose}
            />
          )}
        </div>
        {description && (
          <p id={`${id}-description`} className="-mt-1 text-ink-2">
            {description}
          </p>
        )}
        {children}
        {actions && (
          <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:flex-1">
            {actions}
          </div>
        )}
      </div>
    </Modal>
  );
}

/** A page without a scrollbar would move aside if its place were kept, and one with a scrollbar if it were not. */
function keepScrollbarPlace(): void {
  const page = document.documentElement;
  if (page.querySelector('dialog[open]')) return;
  const hasScrollbar = window.innerWidth > page.clientWidth;
  page.style.setProperty('--page-gutter', hasScrollbar ? 'stable' : 'auto');
}

type ModalProps = Omit<ComponentProps<'dialog'>, 'onClose'> &
  Pick<DialogProps, 'alert' | 'onClose'>;

/**
 * Takes over the screen until it is answered. Shown as long as it is mounted. The focus starts on what
 * is marked `data-autofocus`, else on the first control, and goes back to where it was.
 */
export function Modal({ alert = false, onClose, className, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Before the elements leave the page, or the browser could not give the focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return undefined;
    keepScrollbarPlace();
    current.showModal();
    current.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => current.close();
  }, []);

  // A click that starts or ends inside the box, as selecting text does, is not a click beside it.
  const press = useRef({ startedBeside: false, endedBeside: false });

  function isBeside(event: PointerEvent | MouseEvent): boolean {
    // The backdrop's events have the dialog itself as their target.
    return event.target === dialog.current;
  }

  function onClick(event: MouseEvent): void {
    const { startedBeside, endedBeside } = press.current;
    if (!alert && isBeside(event) && startedBeside && endedBeside) onClose();
  }

  return (
    // A click beside the dialog is a shortcut for those who point; Escape is its twin.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      {...rest}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        press.current = { startedBeside: isBeside(event), endedBeside: false };
      }}
      onPointerUp={(event) => {
        press.current.endedBeside = isBeside(event);
      }}
      onClick={onClick}
      className={classNames(
        'rounded-lg border border-line bg-surface p-0 text-ink shadow-(--shadow-2) backdrop:bg-scrim',
        className,
      )}
    >
      {children}
    </dialog>
  );
}
