import { useState } from 'react';
import { ShortcutKeys } from '../platform/shortcuts/shortcut-keys.tsx';
import { PART_SHORTCUTS } from '../platform/shortcuts/part-shortcuts.ts';
import { type Shortcut, SHORTCUTS } from '../platform/shortcuts/shortcuts.ts';
import { singleKeysEnabled, setSingleKeysEnabled } from '../platform/shortcuts/single-keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';

/** Every shortcut, from their table, and the switch for single-key shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(singleKeysEnabled);

  function toggle(on: boolean): void {
    setSingleKeysEnabled(on);
    setIsOn(on);
  }

  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div>
        <Switch
          label="Single-key shortcuts"
          checked={isOn}
          aria-describedby="single-keys-hint"
          onChange={({ target }) => toggle(target.checked)}
        />
        <p id="single-keys-hint" className="mt-1 text-sm text-ink-2">
          {isOn
            ? 'Turn these off if you use voice control or press keys by accident.'
            : 'Off on this device. Arrow keys and shortcuts with Ctrl, ⌘, Alt or Shift still work.'}
        </p>
      </div>
      {[...GROUPS].map(([group, shortcuts]) => (
        <section key={group} aria-label={group}>
          <h3 className="mb-1 text-md">{group}</h3>
          <dl>
            {shortcuts.map(({ does, keys }) => (
              <div
                key={does}
                className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1"
              >
                <dt className="text-sm">{does}</dt>
                <dd className="flex-none">
                  <ShortcutKeys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

const ALL: Shortcut[] = [SHORTCUTS, PART_SHORTCUTS].flatMap((table) => Object.values(table));
const GROUPS = Map.groupBy(ALL, ({ group }) => group);
