import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'section'> & {
  /** Reaches both edges of a phone's screen. */
  edgeToEdge?: boolean;
};

/** A white sheet with a hairline. It has no padding of its own, since tables and charts want none. */
export function Card({ edgeToEdge = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(
        'rounded-lg border border-line bg-surface',
        edgeToEdge && 'max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0',
        className,
      )}
    />
  );
}
