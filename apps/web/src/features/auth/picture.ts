const SIDE_PX = 256;
/** What the API takes, in characters of the data URL. */
const LARGEST = 64_000;
const QUALITIES = [0.86, 0.7, 0.5, 0.3];

/**
 * Makes a small square picture out of a file, as a data URL. Drawing it anew also drops what a camera wrote
 * into it, such as the place. Returns undefined for a file that is no picture.
 */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;

  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const side = Math.min(bitmap.width, bitmap.height);
  const left = (bitmap.width - side) / 2;
  const top = (bitmap.height - side) / 2;
  // JPEG has no transparency; without this it would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
  bitmap.close();

  return QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality)).find(
    (url) => url.length <= LARGEST,
  );
}
