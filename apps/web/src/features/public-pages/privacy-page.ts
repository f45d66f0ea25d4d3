import { html, type Html } from './html.ts';
import { contactOf, paper } from './paper.ts';

/** Everything here is true of the code. Whoever changes what is kept changes this page too. */
export function privacyPage({ contact }: { contact: string | undefined }): Html {
  return paper(
    'Privacy',
    html`<p class="lead">
      Pacewright keeps what you enter so that you can train by it, and for nothing else. No
      advertising, no analytics, no tracking, nothing sold or passed on.
    </p>`,
    [
      {
        id: 'without-account',
        title: 'Without an account',
        text: html`<p>
            The calculator, the editor, the drawing, the FIT file and shared workouts are made in
            your browser. What you enter stays there. When you create an account we show you what
            there is, and it is saved to your account only if you say so.
          </p>
          <p>
            A shared workout, with its notes, is in the part of the link after the <code>#</code>,
            which browsers do not send. The server never sees it.
          </p>`,
      },
      {
        id: 'account',
        title: 'With an account',
        text: html`<p>These are kept in the database of this site:</p>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">How long</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Your username, your email, your picture if you have one</th>
                <td>until you change them or delete the account</td>
              </tr>
              <tr>
                <th scope="row">Races with their day, distance and time; your paces and units</th>
                <td>until you change or remove them</td>
              </tr>
              <tr>
                <th scope="row">Workouts: title, script, notes, tags</th>
                <td>
                  until you delete them. A deleted workout can be restored for 30 days. Within a day
                  after that it is removed for good
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Your calendar. A day you marked as done keeps the script and the paces you ran
                </th>
                <td>until you remove the entry</td>
              </tr>
              <tr>
                <th scope="row">
                  A random number with each saved workout and entry, so that one sent twice is saved
                  once
                </th>
                <td>as long as what it belongs to</td>
              </tr>
            </tbody>
          </table>`,
      },
      {
        id: 'sign-in',
        title: 'Signing in: Google Firebase',
        text: html`<p>
            Signing in is done by Firebase Authentication, a service of Google. Google keeps your
            email, when you signed in and from where, and your password in a form that cannot be
            read back. The password never reaches our server. Google also sends the mails that
            verify your address or reset your password. Google may do this in the United States.
          </p>
          <p>
            If you choose to continue with Google, we receive your name, your email and the address
            of your picture. The picture is then loaded from Google when it is shown. Before you
            press that button no script of Google’s is loaded. See
            <a href="https://firebase.google.com/support/privacy">privacy at Firebase</a>.
          </p>`,
      },
      {
        id: 'garmin',
        title: 'If you connect Garmin',
        text: html`<p>
            Then, and only then, we keep your Garmin user number, what you allow us to do, and two
            tokens that let us do it. The tokens are encrypted. We send the workouts that you send:
            title, steps, paces, and the days you put them on. We keep what we sent, to change or
            remove it there when you do. We do not read your activities, your health data or your
            location.
          </p>
          <p>
            Disconnecting is one click in the settings. The tokens are deleted once Garmin has been
            told, which is tried until it works. If you disconnect at Garmin, they are deleted after
            a week. What has arrived at Garmin stays in your Garmin account, under
            <a href="https://www.garmin.com/privacy/connect/policy/">Garmin’s own policy</a>.
          </p>`,
      },
      {
        id: 'device',
        title: 'On your device',
        text: html`<p>
            We set no cookies. Your browser keeps these for the site, and you can clear them there
            at any time:
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">What it is for</th>
              </tr>
            </thead>
            <tbody>
              ${ON_DEVICE.map(
                ([name, purpose]) =>
                  html`<tr>
                    <th scope="row"><code>${name}</code></th>
                    <td>${purpose}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`,
      },
      {
        id: 'log',
        title: 'What the server writes down',
        text: html`<p>
            For each request: the time, the kind of request, your IP address, the number of your
            account if you are signed in, and whether it worked. No names, no emails, no passwords,
            no tokens, nothing of what you wrote. The lines are deleted after 30 days at the latest.
            To keep anyone from flooding the site, requests are counted by IP address, for an hour
            at most.
          </p>
          <p>
            Work that is done in the background, such as sending to Garmin, is remembered for a day
            after it is done. Backups of the database are kept for 30 days at the latest.
          </p>`,
      },
      {
        id: 'yours',
        title: 'Taking it away',
        text: html`<ul>
          <li>
            <b>Export everything</b> in the settings gives you one file with your profile, races,
            paces, workouts, calendar and what is at Garmin.
          </li>
          <li>
            <b>Delete account</b> in the settings removes your account, everything in it and your
            sign-in, at once. For a day we remember a number made from your sign-in, so that a
            device that is still open can’t register it again. What is in a backup goes with the
            backup. Until Garmin has been told that the link has ended, its encrypted tokens wait
            for that and nothing else.
          </li>
          <li>
            You may also ask what is kept about you, have it corrected or deleted, or complain to
            the data protection authority where you live.
          </li>
        </ul>`,
      },
      { id: 'contact', title: 'Questions', text: contactOf(contact) },
    ],
  );
}

/** A test holds this to the names in the code. */
const ON_DEVICE = [
  ['pacewright.visitor', 'what you made before you had an account: race, paces, units, workouts'],
  ['pacewright.user', 'your profile, paces and last commands while you are signed in'],
  ['pacewright.offline', 'your plan and workouts as last loaded, until you sign out'],
  ['pacewright.draft', 'what you wrote and have not saved yet, for 30 days or until you sign out'],
  ['pacewright-', 'a copy of the app, without anything of yours, for when there is no network'],
  ['pacewright.theme', 'light or dark'],
  ['pacewright.single-keys', 'whether single keys are shortcuts'],
  ['pacewright.garmin-consent', 'where you were while you are at Garmin’s consent page'],
  ['pacewright.farewell', 'why you were signed out, until the page has told you'],
  ['firebaseLocalStorageDb', 'Firebase: that you are signed in'],
] as const;
