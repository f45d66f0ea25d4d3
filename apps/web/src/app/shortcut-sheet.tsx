import { useState } from 'react';
import { Keys } from '../shortcuts/keys.tsx';
import { SHORTCUTS, type ShortcutName } from '../shortcuts/shortcuts.ts';
import { singleKeysAreOn, turnSingleKeys } from '../shortcuts/single-keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';

/** Every shortcut, made from their table, and the switch for those that are a letter alone. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(singleKeysAreOn);

  function turn(on: boolean): void {
    turnSingleKeys(on);
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
          onChange={({ target }) => turn(target.checked)}
        />
        <p id="single-keys-hint" className="mt-1 text-sm text-ink-2">
          {isOn
            ? 'Turn these off if you use voice control or keep hitting keys by accident.'
            : 'Off on this device. Shortcuts with Ctrl, ⌘, Alt or Shift still work, and so do the arrow keys.'}
        </p>
      </div>
      {[...GROUPS].map(([group, names]) => (
        <section key={group} aria-label={group}>
          <h3 className="mb-1 text-base">{group}</h3>
          <dl>
            {names.map((name) => (
              <div
                key={name}
                className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1"
              >
                <dt className="text-[0.9375rem]">{SHORTCUTS[name].does}</dt>
                <dd className="flex-none">
                  <Keys of={name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

// Object.keys forgets that these are the names.
const GROUPS = Map.groupBy(
  Object.keys(SHORTCUTS) as ShortcutName[],
  (name) => SHORTCUTS[name].group,
);
