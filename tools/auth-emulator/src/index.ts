export { type AuthEmulator, startAuthEmulator } from './start.ts';
export { actionLink, listMail, type Mail, newestMail } from './mailbox.ts';
