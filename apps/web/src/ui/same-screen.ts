/** State of a navigation that gives the screen another address and leaves it as it is. */
export const SAME_SCREEN = { isSameScreen: true };

export function isSameScreen(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isSameScreen' in state;
}
