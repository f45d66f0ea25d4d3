export const ENTITLEMENTS = ['paces', 'workouts', 'calendar', 'garmin'] as const;

/** The features that a subscription can grant. */
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** Everyone is subscribed. No other module knows about it. */
export function isSubscribed(): boolean {
  return true;
}

export function isEntitled(_entitlement: Entitlement): boolean {
  return isSubscribed();
}

export function grantsEverything(): boolean {
  return isSubscribed() && ENTITLEMENTS.every((entitlement) => isEntitled(entitlement));
}
