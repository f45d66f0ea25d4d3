/** The CSS class of each kind of token. Their colours, light and dark, are the --syn tokens. */
const CLASSES: Record<string, string> = {
  e: 'tk-pace tk-e',
  m: 'tk-pace tk-m',
  t: 'tk-pace tk-t',
  i: 'tk-pace tk-i',
  r: 'tk-pace tk-r',
};

export function scriptClass(style: string): string {
  return CLASSES[style] ?? `tk-${style}`;
}
