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
  const strength = useStrength(password, words);
  if (!strength) return null;
  const { level, reason } = strength;
  return (
    <div className="grid gap-1.5">
      <div aria-hidden className="grid grid-cols-4 gap-1">
        {LEVELS.map((name, index) => (
          <span
            key={name}
            className={classNames(
              'h-1 rounded-full',
              index < level ? COLOURS[level] : 'bg-line forced-colors:bg-[Canvas]',
            )}
          />
        ))}
      </div>
      <output className="block text-sm text-ink-2">
        <b className="font-semibold">{LEVELS[level - 1]}.</b> {reason}{' '}
        {level < 3 && 'Three or four unrelated words make a strong password.'}
      </output>
    </div>
  );
}

const LEVELS = ['Easy to guess', 'Fair', 'Good', 'Strong'] as const;

const COLOURS = {
  1: 'bg-danger forced-colors:bg-[CanvasText]',
  2: 'bg-warn forced-colors:bg-[CanvasText]',
  3: 'bg-ok forced-colors:bg-[CanvasText]',
  4: 'bg-ok forced-colors:bg-[CanvasText]',
};

function useStrength(password: string, words: readonly string[]): Strength | undefined {
  const [estimate, setEstimate] = useState<Estimate>();
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped) return;
    // Without the estimate there is no advice, and the password is accepted as it is.
    import('./password-strength.ts').then(
      ({ estimateStrength }) => setEstimate(() => estimateStrength),
      () => undefined,
    );
  }, [isTyped]);
  return isTyped ? estimate?.(password, words) : undefined;
}

type Estimate = (password: string, words: readonly string[]) => Strength;
