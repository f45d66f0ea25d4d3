export const ENTITLEMENTS = ['paces', 'workouts', 'calendar', 'garmin'] as const;

/** What a subscription may grant. */
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** Everyone is subscribed. This module is the one place that knows. */
export function isSubscribed(): boolean {
  return true;
}

export function isEntitled(_entitlement: Entitlement): boolean {
  return isSubscribed();
}

export function grantsEverything(): boolean {
  return isSubscribed() && ENTITLEMENTS.every((entitlement) => isEntitled(entitlement));
}
