import { printMail } from './mail.ts';
import { stopOnSignal } from './signals.ts';
import { buildWeb, startStack } from './stack.ts';

// The built product on this machine: `pnpm start:local`.
const port = Number(process.env['PORT'] ?? 8080);
const emulatorPort = 9099;
const garminPort = 9077;
const intervalsIcuPort = 9078;

const webRoot = await buildWeb({
  emulatorPort,
  intervalsIcuPort,
  origin: `http://127.0.0.1:${port}`,
});
const stack = await startStack({
  port,
  emulatorPort,
  garminPort,
  intervalsIcuPort,
  databaseUrl: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/pacewright_local',
  webRoot,
});
const stopMail = printMail(stack.emulator, stack.url);
stopOnSignal(async () => {
  stopMail();
  await stack.stop();
});
console.log(`Pacewright is ready at ${stack.url}`);
console.log(`What arrives on the watch: ${stack.garmin?.url}/watch`);
