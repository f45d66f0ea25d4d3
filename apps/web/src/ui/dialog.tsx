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
import { markDialogClosed, markDialogOpen } from './open-dialog.ts';

type DialogProps = {
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Something can be lost, so only the buttons and Escape close it. */
  alert?: boolean;
  /** For a long list: with a sticky header, sticky buttons and a close button. */
  wide?: boolean;
  /** The same, no wider than other dialogs. */
  isList?: boolean;
  /** A link back, above the title. */
  back?: ReactNode;
  /** Called by Escape or a click outside of the dialog. Unmount it to close it. */
  onClose: () => void;
  /** The buttons in reading order, the primary one last. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A dialog with a title and buttons. See Modal. */
export function Dialog({
  title,
  description,
  alert = false,
  wide = false,
  isList = wide,
  back,
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
            isList &&
              'sticky top-0 z-3 -mx-5 -mt-5 flex items-center justify-between gap-4 bg-surface px-5 pt-4 md:-mx-7 md:-mt-7 md:px-7 md:pt-6',
          )}
        >
          <div>
            {back}
            <h2 id={`${id}-title`}>{title}</h2>
          </div>
          {isList && (
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
          <div
            className={classNames(
              'flex flex-wrap items-center justify-end gap-2 max-sm:*:flex-1',
              isList &&
                'sticky bottom-0 z-3 -mx-5 -mt-3 -mb-5 bg-surface px-5 pt-3 pb-5 md:-mx-7 md:-mb-7 md:px-7 md:pb-7',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </Modal>
  );
}

type ModalProps = Omit<ComponentProps<'dialog'>, 'onClose'> &
  Pick<DialogProps, 'alert' | 'onClose'>;

/**
 * A modal dialog, open as long as it is mounted. The focus starts on the element with `data-autofocus`, else on the
 * first control, and returns to its previous place.
 */
export function Modal({ alert = false, onClose, className, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect, because the browser cannot restore the focus once the elements are removed.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current) return undefined;
    markDialogOpen();
    current.showModal();
    current.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      current.close();
      markDialogClosed();
    };
  }, []);

  // Selecting text can start inside and end outside; that is no click outside.
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
    // A click outside is a shortcut for pointers; Escape does the same.
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
