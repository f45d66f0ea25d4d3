import { html, type Html } from './html.ts';
import { contactOf, legalPage } from './legal-page.ts';

/** Every statement matches the code. Change this page together with what is stored. */
export function privacyPage({ contact }: { contact: string | undefined }): Html {
  return legalPage(
    'Privacy',
    html`<p class="lead">
      We store what you enter so that you can train with it, and for nothing else. No advertising,
      no analytics, no tracking, nothing sold or passed on.
    </p>`,
    [
      {
        id: 'without-account',
        title: 'Without an account',
        text: html`<p>
            The calculator, the editor, the chart, FIT files and shared workouts all run in your
            browser. What you enter stays there. When you create an account, we list it and save it
            to your account only if you say so.
          </p>
          <p>
            A shared workout, with its notes, is in the part of the link after the <code>#</code>,
            which browsers do not send. The server never sees it.
          </p>`,
      },
      {
        id: 'account',
        title: 'With an account',
        text: html`<p>The database of this site stores:</p>
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
                <td>
                  until you change them or delete the account. If you never verify your email, we
                  delete the account 30 days after you created it, without a reminder
                </td>
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
                  A hash of the private link to your calendar, if you make one, and when you made it
                </th>
                <td>
                  until you end the link. Whoever has the link can read your calendar, so the
                  calendars you give it to do
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Plans and seasons: their text, and what you changed on the calendar in the last 30
                  days, so that you can undo it
                </th>
                <td>
                  until you delete them. A deleted plan can be restored for 30 days. Within a day
                  after that it is removed for good
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Runs you add or Garmin sends: distance, pace, heart rate, altitude, laps, pauses,
                  your notes and how hard it felt. Never where you ran, nor the file
                </th>
                <td>until you delete the run</td>
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
            We use Firebase Authentication, a service of Google, to sign you in. Google stores your
            email, when and from where you signed in, and your password in a form that can’t be read
            back. The password never reaches our server. Google also sends the mails that verify
            your address or reset your password. Google may do this in the United States.
          </p>
          <p>
            If you choose to continue with Google, we receive your name, your email and the address
            of your picture. Your picture is then loaded from Google whenever we show it. No Google
            script is loaded before you press that button. See
            <a href="https://firebase.google.com/support/privacy">privacy at Firebase</a>.
          </p>`,
      },
      {
        id: 'garmin',
        title: 'If you connect Garmin',
        text: html`<p>
            Only then do we store your Garmin user ID, the permissions you gave us, and two access
            tokens, encrypted. We also record when you connected and disconnected, and which text
            you agreed to, until you delete your account. We send the workouts you choose: title,
            steps, paces, and the days you put them on. We remember what we sent, so that we can
            change or remove it when you do.
          </p>
          <p>
            If you also allow activities, Garmin tells us of each run, and we fetch its file once.
            We read the run from it and drop the file: where you ran is not stored, not even for a
            moment. When you delete such a run, here or at Garmin, we keep a hash of its ID, so that
            it does not come back. We do not read your health data.
          </p>
          <p>
            Disconnecting is one click in the settings. We tell Garmin, keep trying until that
            works, and then delete the tokens. If you disconnect at Garmin, they are deleted after a
            week. What has arrived at Garmin stays in your Garmin account, under
            <a href="https://www.garmin.com/privacy/connect/policy/">Garmin’s own policy</a>.
          </p>`,
      },
      {
        id: 'intervals-icu',
        title: 'If you connect intervals.icu',
        text: html`<p>
            You paste your own key. It is stored in this browser only and never reaches our server.
            Your browser sends the runs you planned for the next four weeks straight to
            intervals.icu: title, steps, paces and day. It remembers what it sent, so that it can
            change or remove it when you do. The key could do more there: read and change everything
            in your account. We use it for the calendar only.
          </p>
          <p>
            Disconnecting deletes the key, and on request what was sent. Signing out deletes the key
            as well; what was sent then stays, under the policy of
            <a href="https://intervals.icu">intervals.icu</a>.
          </p>`,
      },
      {
        id: 'device',
        title: 'On your device',
        text: html`<p>
            We set no cookies. Your browser stores the following, and you can clear it there at any
            time:
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
        title: 'Server logs',
        text: html`<p>
            For each request: the time, the kind of request, your IP address, the number of your
            account if you are signed in, and whether it worked. No names, no emails, no passwords,
            no tokens, nothing of what you wrote. The lines are deleted after 30 days at the latest.
            To stop anyone from flooding the site, we count requests by IP address, for an hour at
            most.
          </p>
          <p>
            Records of background work, such as sending to Garmin, are deleted a day after it is
            done. Backups of the database are deleted after 30 days at the latest.
          </p>`,
      },
      {
        id: 'yours',
        title: 'Your choices',
        text: html`<ul>
          <li>
            <b>Export everything</b> in the settings gives you one file with your profile, races,
            paces, workouts, calendar, runs, plans, your Garmin connection and what is at Garmin.
          </li>
          <li>
            <b>Delete account</b> in the settings removes your account, everything in it and your
            sign-in, at once. For a day we store a number made from your sign-in, so that a device
            that is still open can’t register it again. Backups are deleted as described above. We
            delete the encrypted Garmin tokens as soon as we have told Garmin that the connection
            has ended.
          </li>
          <li>
            You may also ask what is stored about you, have it corrected or deleted, or complain to
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
  [
    'pacewright.visitor',
    'what you made before you had an account: race, paces, units, workouts, plans',
  ],
  ['pacewright.user', 'your profile, paces and last commands while you are signed in'],
  [
    'pacewright.user.intervals-icu',
    'your key for intervals.icu and what was sent with it, until you disconnect or sign out',
  ],
  ['pacewright.user.track', 'your step in track mode, for 12 hours or until you sign out'],
  ['pacewright.offline', 'your plan and workouts as last loaded, until you sign out'],
  ['pacewright.draft', 'what you wrote and have not saved yet, for 30 days or until you sign out'],
  ['pacewright-', 'a copy of the app, without anything of yours, for when there is no network'],
  ['pacewright.theme', 'light or dark'],
  ['pacewright.single-keys', 'whether single keys are shortcuts'],
  ['pacewright.heart-rate-on-runs', 'whether the chart of a run shows your heart rate'],
  ['pacewright.watch', 'the watch you chose for your workouts'],
  ['pacewright.garmin-consent', 'where you were while you are at Garmin’s consent page'],
  ['pacewright.signing-out', 'that you have signed out, until Firebase has heard of it'],
  ['pacewright.sign-out-reason', 'why you were signed out, until we’ve shown it to you'],
  ['firebaseLocalStorageDb', 'Firebase: that you are signed in'],
  ['firebase-heartbeat-database', 'Firebase: the day on which it was last used'],
  ['react-router-scroll-positions', 'how far you have scrolled, until you close the tab'],
] as const;
