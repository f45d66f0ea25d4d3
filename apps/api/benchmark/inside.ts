import { globalAgent } from 'node:https';
import { Session } from 'node:inspector/promises';
import { connect } from 'node:net';

// Loaded into the measured process before its own code: sends calls to Google to a server on loopback, and
// records a CPU profile when it is asked to.

const port = Number(process.env['GOOGLE_PORT']);
globalAgent.createConnection = () => connect(port, '127.0.0.1');

const session = new Session();
session.connect();
process.on('message', async (message) => {
  if (message === 'start') {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    process.send?.('started');
  } else process.send?.((await session.post('Profiler.stop')).profile);
});
process.on('disconnect', () => process.exit());
