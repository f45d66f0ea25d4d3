let asks = true;

/** From now on the page is left without asking: the sign-in has ended, so nothing could be saved. */
export function stopAskingBeforeLeaving(): void {
  asks = false;
}

export function asksBeforeLeaving(): boolean {
  return asks;
}
