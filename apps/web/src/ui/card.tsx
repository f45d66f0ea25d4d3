import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'section'> & {
  /** Full width on phones. */
  edgeToEdge?: boolean;
};

/** A surface with a hairline. It has no padding, because tables and charts need none. */
export function Card({ edgeToEdge = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(
        'card',
        edgeToEdge && 'max-md:-mx-(--gutter) max-md:rounded-none max-md:border-x-0',
        className,
      )}
    />
  );
}
