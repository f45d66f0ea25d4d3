// An encoding that browsers and Node both have. It has no side effects, so pure code may use it; the rest of the
// platform is not declared.

declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
