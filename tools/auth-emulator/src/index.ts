export { type AuthEmulator, startAuthEmulator } from './start.ts';
export { actionLink, type Mail, newestMail } from './mailbox.ts';
