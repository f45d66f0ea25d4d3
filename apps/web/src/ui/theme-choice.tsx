import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { RadioCards } from './radio-cards.tsx';
import { useTheme } from './use-theme.ts';

/** The three themes as small previews. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();

  return (
    <RadioCards
      label="Theme"
      value={theme}
      onChange={setTheme}
      options={[
        {
          value: 'light',
          picture: <Picture of="light" />,
          label: (
            <>
              <Sun aria-hidden className="max-md:hidden" /> Light
            </>
          ),
        },
        {
          value: 'dark',
          picture: <Picture of="dark" />,
          label: (
            <>
              <Moon aria-hidden className="max-md:hidden" /> Dark
            </>
          ),
        },
        {
          value: 'system',
          picture: <Picture of="system" />,
          label: (
            <>
              <Monitor aria-hidden className="max-md:hidden" /> System
            </>
          ),
        },
      ]}
    />
  );
}

function Picture({ of }: { of: 'light' | 'dark' | 'system' }) {
  const half = useId();
  return (
    <svg
      viewBox="0 0 120 64"
      preserveAspectRatio="none"
      aria-hidden
      className="h-16 w-full rounded-xs outline outline-line md:h-22"
    >
      {of === 'system' && (
        <clipPath id={half}>
          <path d="M0 0H76L44 64H0z" />
        </clipPath>
      )}
      {of !== 'light' && <Screen colours={DARK} />}
      {of !== 'dark' && (
        <g clipPath={of === 'system' ? `url(#${half})` : undefined}>
          <Screen colours={LIGHT} />
        </g>
      )}
    </svg>
  );
}

// No tokens, because each preview shows its own theme regardless of the page.
const LIGHT = {
  page: '#f1f4f5',
  sheet: '#ffffff',
  ink: '#101c21',
  easy: '#b4e5f8',
  hard: '#e65e12',
};
const DARK = {
  page: '#0b1114',
  sheet: '#1a2429',
  ink: '#e9f0f2',
  easy: '#1d5c7e',
  hard: '#f0752f',
};

function Screen({ colours }: { colours: typeof LIGHT }) {
  return (
    <>
      <rect width={120} height={64} fill={colours.page} />
      <rect width={120} height={12} fill={colours.sheet} />
      <rect x={8} y={5} width={18} height={3} fill={colours.ink} />
      <rect x={8} y={20} width={104} height={36} fill={colours.sheet} />
      <rect x={14} y={46} width={92} height={6} fill={colours.easy} />
      {[40, 54, 68].map((x) => (
        <rect key={x} x={x} y={28} width={8} height={24} fill={colours.hard} />
      ))}
    </>
  );
}
