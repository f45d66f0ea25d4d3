/** Hands a file to the browser, which saves it where the runner's downloads go. */
export function saveFile(
  fileName: string,
  content: BlobPart,
  type = 'application/octet-stream',
): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken its copy by the time the next task runs, Safari a little later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
