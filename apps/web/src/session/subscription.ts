/** What a subscription may grant. */
export type Entitlement = 'paces' | 'workouts' | 'calendar' | 'garmin';

/** Everyone is subscribed. This module is the one place that knows. */
export function isSubscribed(): boolean {
  return true;
}

export function isEntitled(_entitlement: Entitlement): boolean {
  return isSubscribed();
}
