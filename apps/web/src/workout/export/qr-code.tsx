import { generate } from 'lean-qr/nano';

/** Modules of white that a reader needs around the code. */
const QUIET_ZONE = 4;

/** Black on white in either theme: not every reader accepts the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;

  return (
    <svg
      // An inline SVG is not an <img>.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-64 rounded-md border border-line forced-color-adjust-none"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
      <path d={outline(code)} fill="#000" />
    </svg>
  );
}

/** One square for every dark module. */
function outline({ size, get }: { size: number; get: (x: number, y: number) => boolean }): string {
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  return path;
}
