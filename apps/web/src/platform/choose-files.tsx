import { FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import '../ui/files.css';

type ChooseFilesProps = {
  /** Of the field, for who doesn’t see what is around it. */
  label: string;
  /** Beside the button, for a mouse and for fingers. */
  title: string;
  touchTitle: string;
  hint?: ReactNode;
  button: string;
  /** After the first files, when others matter more. */
  isSmall: boolean;
  isSingle?: boolean;
  accept?: string;
  /** Choosing takes a while, in which what reads the files can be loaded. */
  onOpen?: () => void;
  onFiles: (files: readonly File[]) => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** A place for files. They can be dropped anywhere on its page, see `useDroppedFiles`. */
export function ChooseFiles({
  label,
  title,
  touchTitle,
  hint,
  button,
  isSmall,
  isSingle = false,
  accept,
  onOpen,
  onFiles,
  children,
}: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classNames('drop-oval', isSmall && 'is-small')}>
      <div className="grid max-w-[44ch] min-w-0 gap-2">
        {!isSmall && <FileUp aria-hidden className="mx-auto size-7" />}
        <p className={classNames('font-semibold wrap-anywhere', isSmall ? 'text-lg' : 'text-xl')}>
          <span className="pointer-coarse:hidden">{title}</span>
          <span className="not-pointer-coarse:hidden">{touchTitle}</span>
        </p>
        {hint && <p className="text-sm text-ink-2">{hint}</p>}
      </div>
      <input
        ref={input}
        type="file"
        multiple={!isSingle}
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant={isSmall ? 'secondary' : 'primary'}
          onClick={() => {
            onOpen?.();
            input.current?.click();
          }}
        >
          {button}
        </Button>
        {children}
      </div>
    </div>
  );
}
