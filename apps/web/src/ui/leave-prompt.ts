let isEnabled = true;

/** Disables the prompt before leaving: the session has ended, so nothing could be saved. */
export function disableLeavePrompt(): void {
  isEnabled = false;
}

export function isLeavePromptEnabled(): boolean {
  return isEnabled;
}
