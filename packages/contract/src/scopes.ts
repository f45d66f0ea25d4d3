/** What a key may do. Writing includes reading. */
export const SCOPES = [
  'workouts:read',
  'workouts:write',
  'calendar:read',
  'calendar:write',
  'runs:read',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether somebody with these scopes may do what needs one. */
export function includesScope(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.some((scope) => scope === needed || scope === needed.replace(':read', ':write'));
}
