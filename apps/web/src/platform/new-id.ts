/** The id of something new, a UUIDv7. The API stores it under this id, so the screen has its URL from the start. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // A UUIDv4 has random digits behind the digit of its version.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
