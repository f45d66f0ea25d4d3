import { startFakeGarmin } from './start.ts';

const fakeGarmin = await startFakeGarmin({
  port: Number(process.env['GARMIN_STAND_IN_PORT'] ?? 9077),
  partner: {
    redirectUris: (process.env['GARMIN_STAND_IN_REDIRECT_URIS'] ?? '').split(',').filter(Boolean),
  },
  webhookUrl: process.env['GARMIN_STAND_IN_WEBHOOK_URL'],
});
console.log(`Garmin stand-in ready at ${fakeGarmin.url}/watch`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void fakeGarmin.stop().finally(() => process.exit(0)));
