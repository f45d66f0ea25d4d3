import { writeFileSync } from 'node:fs';
import globalSetup from '../e2e/global-setup.ts';

// Starts the product for several runs of `pnpm e2e`, until SIGTERM. The addresses are written to a file that a shell sources.

const [file = ''] = process.argv.slice(2);
const stop = await globalSetup();
const addresses = Object.entries(process.env).filter(([name]) => name.startsWith('PACEWRIGHT_'));
process.once('SIGTERM', () => void stop().then(() => process.exit()));
writeFileSync(file, addresses.map(([name, value]) => `export ${name}='${value}'\n`).join(''));
