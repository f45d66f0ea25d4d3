import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printMail } from './mail.ts';
import { stopOnSignal } from './signals.ts';
import { startStack, webSettings } from './stack.ts';

// The whole product with reload, for development: `pnpm dev`.
const WEB = fileURLToPath(new URL('../../../apps/web/', import.meta.url));
const webPort = Number(process.env['PORT'] ?? 5173);
const emulatorPort = 9099;
const garminPort = 9077;
const intervalsIcuPort = 9078;

const stack = await startStack({
  port: 3001,
  emulatorPort,
  garminPort,
  intervalsIcuPort,
  webOrigin: `http://127.0.0.1:${webPort}`,
  databaseUrl: process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/pacewright_dev',
  watch: true,
});
const vite = spawn('pnpm', ['exec', 'vite', '--port', String(webPort), '--strictPort'], {
  cwd: WEB,
  env: { ...process.env, ...webSettings(emulatorPort, intervalsIcuPort) },
  stdio: ['ignore', 'inherit', 'inherit'],
});
console.log(`What arrives on the watch: ${stack.garmin?.url}/watch`);
const stopMail = printMail(stack.emulator, `http://127.0.0.1:${webPort}`);
stopOnSignal(async () => {
  stopMail();
  vite.kill('SIGTERM');
  await stack.stop();
});
