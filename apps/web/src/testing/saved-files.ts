import { vi } from 'vitest';

/** Collects the files that the page downloads, which jsdom ignores. */
export function watchSavedFiles(): { name: string; content: Blob }[] {
  const files: { name: string; content: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (content: Blob) => {
    const address = `blob:saved-${blobs.size}`;
    blobs.set(address, content);
    return address;
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const content = blobs.get(this.href);
    if (content) files.push({ name: this.download, content });
  });
  return files;
}
