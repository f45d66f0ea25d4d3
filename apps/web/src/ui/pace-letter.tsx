import { classNames } from './class-names.ts';

type Letter = 'E' | 'M' | 'T' | 'I' | 'R';

/** A pace letter in its colours. Hidden from screen readers where the name is next to it. */
export function PaceLetter({ letter, className }: { letter: Letter; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-grid size-[1.75em] flex-none place-items-center rounded-xs font-mono text-sm leading-none font-semibold inset-ring forced-colors:border',
        LETTER_CLASS[letter],
        className,
      )}
    >
      {letter}
    </span>
  );
}

const LETTER_CLASS: Record<Letter, string> = {
  E: 'bg-pace-e text-pace-e-on inset-ring-pace-e-line',
  M: 'bg-pace-m text-pace-m-on inset-ring-pace-m-line',
  T: 'bg-pace-t text-pace-t-on inset-ring-pace-t-line',
  I: 'bg-pace-i text-pace-i-on inset-ring-pace-i-line',
  R: 'bg-pace-r text-pace-r-on inset-ring-pace-r-line',
};
