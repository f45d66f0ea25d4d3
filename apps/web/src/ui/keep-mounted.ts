/** Navigation state that changes the address without remounting the screen. */
export const KEEP_MOUNTED = { keepsMounted: true };

export function keepsMounted(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsMounted' in state;
}
