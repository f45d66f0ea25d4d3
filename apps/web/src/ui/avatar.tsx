import { useState } from 'react';
import { classNames } from './class-names.ts';

type AvatarProps = {
  name: string;
  /** URL of the picture. Without one, or if it fails to load, the initials are shown. */
  picture?: string | undefined;
  large?: boolean;
};

/** A round picture of the athlete. Decorative: the name is next to it. */
export function Avatar({ name, picture, large = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const size = large ? 'size-16 text-xl' : 'size-9 text-sm';

  if (picture && picture !== failed) {
    return (
      <img
        src={picture}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed(picture)}
        className={classNames('flex-none rounded-full object-cover', size)}
      />
    );
  }
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      className={classNames(
        // Rendered by CSS: as text, the initials would be a visible label that differs from the accessible name.
        'inline-grid flex-none place-items-center rounded-full bg-surface-3 outline -outline-offset-1 outline-transparent leading-none font-semibold text-ink before:content-[attr(data-initials)]',
        size,
      )}
    />
  );
}

/** "Alex Kim" is AK, "alex" is A. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => word.slice(0, 1).toUpperCase()).join('');
}
