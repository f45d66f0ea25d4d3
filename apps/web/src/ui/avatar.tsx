import { useState } from 'react';
import { classNames } from './class-names.ts';

type AvatarProps = {
  name: string;
  /** Address of a picture. Without one, or when it does not load, the initials stand in. */
  picture?: string | undefined;
  large?: boolean;
};

/** A person, as a round picture. Decoration: whatever holds it says the name. */
export function Avatar({ name, picture, large = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const size = large ? 'size-16 text-[1.375rem]' : 'size-9 text-sm';

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
        // Written by CSS: as text, the initials would be a visible label that differs from the name said.
        'inline-grid flex-none place-items-center rounded-full bg-surface-3 outline -outline-offset-1 outline-transparent leading-none font-[660] text-ink before:content-[attr(data-initials)]',
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
