import { includesScope, type Scope, SCOPES } from '@pacewright/contract';

type ScopeWords = { title: string; detail: string; does: string };

/** What a key may do, as it is chosen and as it is listed. */
export const SCOPE_WORDS: Record<Scope, ScopeWords> = {
  'workouts:read': {
    title: 'Read workouts, plans and paces',
    detail: 'Titles, scripts, notes, your five ranges.',
    does: 'reads workouts',
  },
  'workouts:write': {
    title: 'Write workouts and plans',
    detail: 'Make new ones and change them. It can’t delete.',
    does: 'writes workouts',
  },
  'calendar:read': {
    title: 'Read the calendar',
    detail: 'What is planned on which day.',
    does: 'reads calendar',
  },
  'calendar:write': {
    title: 'Change the calendar',
    detail: 'Put workouts on days, move and remove them.',
    does: 'changes calendar',
  },
  'runs:read': {
    title: 'Read runs',
    detail: 'Pace, heart rate and distance. Never where.',
    does: 'reads runs',
  },
};

/** With reading wherever there is writing. */
export function withReading(chosen: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => includesScope(chosen, scope));
}

/** "Reads workouts, changes calendar". */
export function listScopes(scopes: readonly Scope[]): string {
  const text = scopes.map((scope) => SCOPE_WORDS[scope].does).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
