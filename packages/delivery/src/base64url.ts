const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The base64 alphabet for URLs: no plus, no slash, no padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 3) {
    const [first = 0, second, third] = bytes.subarray(start, start + 3);
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const letters = third !== undefined ? 4 : second !== undefined ? 3 : 2;
    for (let letter = 0; letter < letters; letter++)
      text += ALPHABET.charAt((group >> (18 - 6 * letter)) & 63);
  }
  return text;
}

/** Undefined for a text that is not the output of `encodeBase64Url`. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [group, bits, end] = [0, 0, 0];
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return undefined;
    group = ((group << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[end++] = (group >> bits) & 0xff;
  }
  return bytes;
}
