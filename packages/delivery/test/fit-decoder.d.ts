declare module 'fit-decoder' {
  const fitDecoder: {
    fit2json(buffer: ArrayBufferLike): unknown;
    parseRecords(json: unknown): { records: { type: string; data: Record<string, unknown> }[] };
  };
  export default fitDecoder;
}
