import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Strength } from './password-strength.ts';

type PasswordAdviceProps = {
  password: string;
  /** Words that are easy to guess for this person, such as their name. */
  words: readonly string[];
};

/** How hard a new password is to guess. Advice only: any password of six characters is accepted. */
export function PasswordAdvice({ password, words }: PasswordAdviceProps) {
  const estimate = useEstimate(password !== '');
  if (password === '' || estimate === null) return null;
  // Its place is kept from the first letter on, so that no button moves when the estimate has loaded.
  const { level, reason } = estimate?.(password, words) ?? UNKNOWN;
  return (
    <div className="grid gap-1.5">
      <div aria-hidden className="grid grid-cols-4 gap-1">
        {LEVELS.map((name, index) => (
          <span
            key={name}
            className={classNames(
              'h-1 rounded-full',
              level > index ? COLOURS[level] : 'bg-line forced-colors:bg-[Canvas]',
            )}
          />
        ))}
      </div>
      <output className="block min-h-[1lh] text-sm text-ink-2">
        {level > 0 && (
          <>
            <b className="font-semibold">{LEVELS[level - 1]}.</b> {reason}{' '}
            {level < 3 && 'Three or four unrelated words make a strong password.'}
          </>
        )}
      </output>
    </div>
  );
}

const LEVELS = ['Easy to guess', 'Fair', 'Good', 'Strong'] as const;

const UNKNOWN = { level: 0, reason: '' } as const;

const COLOURS = {
  0: '',
  1: 'bg-danger forced-colors:bg-[CanvasText]',
  2: 'bg-warn forced-colors:bg-[CanvasText]',
  3: 'bg-ok forced-colors:bg-[CanvasText]',
  4: 'bg-ok forced-colors:bg-[CanvasText]',
};

type Estimate = (password: string, words: readonly string[]) => Strength;

/** Undefined while it loads. Null if it can't: then there is no advice, and the password is accepted as it is. */
function useEstimate(isNeeded: boolean): Estimate | null | undefined {
  const [estimate, setEstimate] = useState<Estimate | null>();
  useEffect(() => {
    if (!isNeeded) return;
    import('./password-strength.ts').then(
      ({ estimateStrength }) => setEstimate(() => estimateStrength),
      () => setEstimate(null),
    );
  }, [isNeeded]);
  return estimate;
}
