import { startAuthEmulator } from './start.ts';

const [host = '127.0.0.1', port = '9099'] = (process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? '')
  .split(':')
  .filter(Boolean);
const emulator = await startAuthEmulator({
  host,
  port: Number(port),
  projectId: process.env['FIREBASE_PROJECT_ID'],
});
console.log(`auth emulator ready at http://${emulator.host} (project ${emulator.projectId})`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void emulator.stop().finally(() => process.exit(0)));
