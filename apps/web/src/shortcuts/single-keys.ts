const KEY = 'pacewright.single-keys';

/** Whether letters and signs alone do something. On, until someone turns them off on this device. */
export function singleKeysAreOn(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function turnSingleKeys(on: boolean): void {
  chosen = on;
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Storage may be full or forbidden. The choice then lasts as long as this page.
  }
}

// Set once a choice is made on this page; otherwise storage is asked.
let chosen: boolean | undefined;
