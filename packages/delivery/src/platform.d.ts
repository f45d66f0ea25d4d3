// Encodings that browsers and Node both have. They have no side effects, so pure code may use them; the rest of
// the platform is not declared.

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(
    label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252',
    options: { fatal: boolean; ignoreBOM: boolean },
  );
  decode(bytes: Uint8Array): string;
}

declare class CompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

declare class DecompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

type ReadableStream<Chunk> = {
  getReader(): {
    read(): Promise<{ done: false; value: Chunk } | { done: true; value: undefined }>;
    cancel(): Promise<void>;
  };
};

type WritableStream<Chunk> = {
  getWriter(): { write(chunk: Chunk): Promise<void>; close(): Promise<void> };
};
