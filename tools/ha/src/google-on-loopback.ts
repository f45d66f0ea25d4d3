import https from 'node:https';
import { connect } from 'node:net';

// Loaded into a process before the product: its requests to Google go to a server on loopback, without TLS. Only
// Google is called over HTTPS here.
const port = Number(process.env['GOOGLE_ON_LOOPBACK_PORT']);
https.globalAgent.createConnection = () => connect(port, '127.0.0.1');
