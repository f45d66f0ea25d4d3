import * as z from 'zod/mini';

// Removed with the local user, whose key it begins with.
const KEY = 'pacewright.user.hidden-remarks';
const MAX_HIDDEN = 20;

const names = z.array(z.string());

/** Whether a remark was dismissed on this device. */
export function isRemarkHidden(name: string): boolean {
  return listHidden().includes(name);
}

export function hideRemark(name: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([name, ...listHidden()].slice(0, MAX_HIDDEN)));
  } catch {
    // Storage may be full or forbidden. The remark is hidden until the screen is left.
  }
}

function listHidden(): string[] {
  try {
    return z.parse(names, JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Data of an older version, or a browser that refuses storage.
    return [];
  }
}
