const KEY = 'pacewright.single-keys';

/** Whether single-key shortcuts are enabled: yes, unless they were turned off on this device. */
export function singleKeysEnabled(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeysEnabled(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Storage may be full or forbidden. The choice then lasts as long as this page.
  }
}

// Set once a choice is made on this page; storage is read otherwise.
let chosen: boolean | undefined;
