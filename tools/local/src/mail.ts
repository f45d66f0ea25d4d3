import { actionLink, type AuthEmulator, listMail } from '@pacewright/auth-emulator';

/** Prints the link of each mail instead of sending it. */
export function printMail(emulator: AuthEmulator, origin: string): () => void {
  let seen = 0;
  const timer = setInterval(() => {
    void listMail(emulator).then(
      (mails) => {
        for (const mail of mails.slice(seen))
          console.log(`Mail to ${mail.email} (${mail.requestType}): ${actionLink(mail, origin)}`);
        seen = mails.length;
      },
      // The emulator is stopping.
      () => clearInterval(timer),
    );
  }, 1000);
  return () => clearInterval(timer);
}
