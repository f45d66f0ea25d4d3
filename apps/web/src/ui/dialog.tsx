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

type DialogProps = {
  title: ReactNode;
  /** Says what the dialog is about, under its title. */
  description?: ReactNode;
  /** Something is about to be lost: only its buttons and Escape close it. */
  alert?: boolean;
  /** For a list instead of a question. */
  wide?: boolean;
  /** Asked for by Escape or a click beside the dialog. Unmount it to close it. */
  onClose: () => void;
  /** The buttons, in reading order, the one that goes ahead last. */
  actions: ReactNode;
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
        <h2 id={`${id}-title`}>{title}</h2>
        {description && (
          <p id={`${id}-description`} className="-mt-1 text-ink-2">
            {description}
          </p>
        )}
        {children}
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:flex-1">
          {actions}
        </div>
      </div>
    </Modal>
  );
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
