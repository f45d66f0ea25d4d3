const SIDE_PX = 256;
/** The API's limit, in characters of the data URL. */
const MAX_LENGTH = 64_000;
const QUALITIES = [0.86, 0.7, 0.5, 0.3];

/**
 * Makes a small square picture from a file, as a data URL. Redrawing it also removes metadata such as the
 * location. Returns undefined if the file is not a picture.
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
    (url) => url.length <= MAX_LENGTH,
  );
}
