/**
 * An attribute of the page while a dialog is open. A selector with :has() would be matched against the whole page with
 * every letter that is typed.
 */
const OPEN = 'data-dialog-open';

export function markDialogOpen(): void {
  const page = document.documentElement;
  if (isDialogOpen()) return;
  // Only if the page has a scrollbar is its space reserved; otherwise the page would shift.
  const hasScrollbar = window.innerWidth > page.clientWidth;
  page.style.setProperty('--page-gutter', hasScrollbar ? 'stable' : 'auto');
  page.setAttribute(OPEN, '');
}

/** Another dialog may be open below the one that closed. */
export function markDialogClosed(): void {
  document.documentElement.toggleAttribute(OPEN, document.querySelector('dialog[open]') !== null);
}

export function isDialogOpen(): boolean {
  return document.documentElement.hasAttribute(OPEN);
}
