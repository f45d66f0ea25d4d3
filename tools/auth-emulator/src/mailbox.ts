/** A mail that the emulator did not send. */
export type Mail = { email: string; requestType: string; oobCode: string; oobLink: string };

type Mailbox = { host: string; projectId: string };

/** Every mail so far, oldest first. */
export async function listMail({ host, projectId }: Mailbox): Promise<Mail[]> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}/oobCodes`);
  const { oobCodes = [] } = (await response.json()) as { oobCodes?: Mail[] };
  return oobCodes;
}

/** The newest mail of this kind to this address. */
export async function newestMail(
  mailbox: Mailbox,
  email: string,
  requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL',
): Promise<Mail | undefined> {
  return (await listMail(mailbox)).findLast(
    (mail) => mail.email === email && mail.requestType === requestType,
  );
}

/** The link as in production, where the action URL is our /auth page. */
export function actionLink(mail: Mail, origin: string): string {
  const mailed = new URL(mail.oobLink);
  const link = new URL('/auth', origin);
  for (const name of ['mode', 'oobCode', 'apiKey', 'continueUrl', 'lang']) {
    const value = mailed.searchParams.get(name);
    if (value !== null) link.searchParams.set(name, value);
  }
  return link.href;
}
