'use strict';
// exegesis, the router inside the emulator, compiles several hundred validators at start-up: 10 to 40
// seconds of work. Its own option compiles each on first use instead. If its shape changes one day, the
// emulator still starts, slowly.
try {
  const from = require.resolve('firebase-tools/package.json');
  const exegesis = require(require.resolve('exegesis-express', { paths: [from] }));
  const { middleware } = exegesis;
  exegesis.middleware = (document, options) =>
    middleware(document, { ...options, lazyCompileValidationSchemas: true });
} catch (error) {
  console.warn('auth emulator: lazy start not applied:', error.message);
}
