/** The database of offline data. Signing out deletes it. */
export const OFFLINE_DATABASE = 'pacewright.offline';

export function deleteOfflineDatabase(): void {
  try {
    indexedDB.deleteDatabase(OFFLINE_DATABASE);
  } catch {
    // Without IndexedDB nothing was stored.
  }
}
