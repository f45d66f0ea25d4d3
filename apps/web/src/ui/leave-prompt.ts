let isEnabled = true;

/** Disables the prompt before leaving: the session has ended, so nothing could be saved. */
export function disableLeavePrompt(): void {
  isEnabled = false;
}

export function isLeavePromptEnabled(): boolean {
  return isEnabled;
}

let isLeaving = false;

/** The athlete has pressed a link to another screen, which waits for a save or for an answer. */
export function markLeaving(isWaiting: boolean): void {
  isLeaving = isWaiting;
}

export function isLeavingScreen(): boolean {
  return isLeaving;
}
