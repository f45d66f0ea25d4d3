/** Downloads a file through the browser. */
export function downloadFile(
  fileName: string,
  content: BlobPart,
  type = 'application/octet-stream',
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Browsers copy the file before the next task, Safari a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
