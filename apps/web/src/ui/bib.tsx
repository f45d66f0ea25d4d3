import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type BibProps = {
  label: string;
  /** A dash stands in for one that is not known. */
  figure: string | undefined;
  caption: ReactNode;
};

/** A race number: one large figure on a sheet with four holes for pins. */
export function Bib({ label, figure, caption }: BibProps) {
  return (
    <div className="relative grid justify-items-center gap-0.5 rounded-sm border border-line-strong bg-surface px-5 pt-4 pb-3.5 text-center md:px-7 md:pt-[22px] md:pb-[18px]">
      {PINS.map((place) => (
        <span
          key={place}
          aria-hidden
          className={`absolute size-[9px] rounded-full bg-surface-2 inset-ring inset-ring-line-strong ${place}`}
        />
      ))}
      <span className="text-xs font-[660] tracking-[0.02em] [font-stretch:118%]">{label}</span>
      <span
        className={classNames(
          // What the browser puts behind text in forced colours would lie over the label.
          'forced-color-adjust-none text-[4rem] leading-[0.92] font-[820] tracking-[-0.045em] [font-stretch:var(--wdth-bib)] md:text-(length:--fig-bib)',
          figure === undefined && 'text-ink-disabled',
        )}
      >
        {figure ?? '–'}
      </span>
      <span className="mt-1.5 text-sm text-ink-2">{caption}</span>
    </div>
  );
}

const PINS = [
  'top-[9px] left-[9px]',
  'top-[9px] right-[9px]',
  'bottom-[9px] left-[9px]',
  'right-[9px] bottom-[9px]',
];
