import { Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuChoice } from './menu.tsx';
import { useTheme } from './use-theme.ts';

/** A button with a menu for light, dark and system theme. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();

  return (
    <Menu
      label="Theme"
      trigger={<IconButton label={`Theme: ${theme}`} icon={<SunMoon aria-hidden />} />}
    >
      {CHOICES.map(({ value, label, Icon }) => (
        <MenuChoice
          key={value}
          icon={<Icon aria-hidden />}
          checked={theme === value}
          onClick={() => setTheme(value)}
        >
          {label}
        </MenuChoice>
      ))}
    </Menu>
  );
}

const CHOICES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
] as const;
