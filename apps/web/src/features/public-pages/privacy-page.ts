import { html, type Html } from './html.ts';
import { contactOf, legalPage } from './legal-page.ts';

/** Every statement matches the code. Change this page together with what is stored. */
export function privacyPage({ contact }: { contact: string | undefined }): Html {
  return legalPage(
    'Privacy',
    html`<p class="lead">
      We store what you enter so you can train with it, and for nothing else. No advertising, no
      analytics, no tracking. We don’t sell your data or pass it on.
    </p>`,
    [
      {
        id: 'without-account',
        title: 'Without an account',
        text: html`<p>
            The calculator, the editor, the chart, FIT files and shared workouts all run in your
            browser. What you enter stays there. When you create an account, we show you a list and
            save it only if you agree.
          </p>
          <p>
            A shared workout and its notes are in the part of the link after the <code>#</code>,
            which browsers don’t send. Our server never sees it.
          </p>
          <p>
            The runners of a squad sheet, with their races and times, stay on your device and in the
            links you share. Our server never sees them.
          </p>`,
      },
      {
        id: 'account',
        title: 'With an account',
        text: html`<p>Our database stores:</p>
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
                  until you change them or delete your account. If you never verify your email, we
                  delete the account after 30 days without a reminder
                </td>
              </tr>
              <tr>
                <th scope="row">Races (date, distance, time), your paces and your units</th>
                <td>until you change or remove them</td>
              </tr>
              <tr>
                <th scope="row">Workouts: title, script, notes, tags</th>
                <td>
                  until you delete them. A deleted workout can be restored for 30 days. Within a day
                  after that, it’s deleted permanently
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Your calendar. Days marked as done include the script and the paces you ran at
                </th>
                <td>until you remove the entry</td>
              </tr>
              <tr>
                <th scope="row">
                  A hash of your calendar feed link, if you create one, when you created it and when
                  it was last read
                </th>
                <td>
                  until you turn off the feed or sign out everywhere. Anyone with the link can read
                  your calendar, including the calendar apps you add it to
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Keys you make for scripts, and apps you connect: a name, what they may do, hashes,
                  the day of their last use, and what they wrote in the last 90 days
                </th>
                <td>
                  until you delete your account; of those that have ended, the last 20. Whoever has
                  a key, and whoever runs an app, can do what you allowed, and receives what it
                  reads
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Plans, and the changes you made to them on the calendar in the last 30 days, so
                  you can undo them
                </th>
                <td>
                  until you delete them. A deleted plan can be restored for 30 days. Within a day
                  after that, it’s deleted permanently
                </td>
              </tr>
              <tr>
                <th scope="row">
                  Runs you add or Garmin sends: distance, pace, heart rate, altitude, laps, pauses,
                  your notes and how hard it felt. Never your route or the file itself
                </th>
                <td>until you delete the run</td>
              </tr>
              <tr>
                <th scope="row">
                  A random number with each saved workout and calendar item, so nothing is saved
                  twice
                </th>
                <td>as long as the item itself</td>
              </tr>
            </tbody>
          </table>`,
      },
      {
        id: 'sign-in',
        title: 'Signing in: Google Firebase',
        text: html`<p>
            We use Firebase Authentication, a service of Google, to sign you in. Google stores your
            email, when and where you signed in from, and your password in a form that can’t be read
            back. Your password never reaches our server. Google also sends the emails that verify
            your address or reset your password. Google may do this in the United States.
          </p>
          <p>
            If you continue with Google, we receive your name, your email and a link to your
            picture. Your picture is then loaded from Google whenever we show it. No Google script
            is loaded before you press that button. See
            <a href="https://firebase.google.com/support/privacy">Firebase’s privacy information</a
            >.
          </p>`,
      },
      {
        id: 'garmin',
        title: 'If you connect Garmin',
        text: html`<p>
            Only then do we store your Garmin user ID, the permissions you gave us and two encrypted
            access tokens. We also record when you connected and disconnected, and which text you
            agreed to, until you delete your account. We send the workouts you choose: title, steps,
            paces, and the days you put them on. We record what we sent, so we can update or remove
            it when you do.
          </p>
          <p>
            If you also allow activities, Garmin tells us about each run and we fetch its file once.
            We read the run and discard the file. Your route is never stored. When you delete a run
            here or on Garmin, we store a hash of its ID so that it isn’t imported again. Apart from
            heart rate in runs, we don’t read health data.
          </p>
          <p>
            You can disconnect in Settings with one click. We tell Garmin, retrying until it works,
            and then delete the tokens. If you disconnect on Garmin, we delete them after a week.
            Workouts already on Garmin stay in your Garmin account, under
            <a href="https://www.garmin.com/privacy/connect/policy/">Garmin’s own policy</a>.
          </p>`,
      },
      {
        id: 'intervals-icu',
        title: 'If you connect intervals.icu',
        text: html`<p>
            You paste your own key. It’s stored only in this browser and never reaches our server.
            Your browser sends the runs you planned for the next four weeks straight to
            intervals.icu: title, steps, paces and day. It records what it sent, so it can update or
            remove it when you do. The key gives full access to your intervals.icu account. We only
            use it for the calendar.
          </p>
          <p>
            Disconnecting deletes the key and, if you choose, the runs that were sent. Signing out
            deletes the key too. The runs that were sent stay there, under the policy of
            <a href="https://intervals.icu">intervals.icu</a>.
          </p>`,
      },
      {
        id: 'device',
        title: 'On your device',
        text: html`<p>
            We set no cookies. Your browser stores the following. You can clear it at any time in
            your browser:
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
            For each request, we log the time, the type of request, your IP address, your account
            number if you’re signed in, and whether it worked. No names, emails, passwords, tokens
            or anything you wrote. Logs are deleted within 30 days. To prevent abuse, we count
            requests per IP address for up to an hour.
          </p>
          <p>
            Records of background work, such as sending to Garmin, are deleted a day after it’s
            done. Database backups are deleted within 30 days.
          </p>`,
      },
      {
        id: 'yours',
        title: 'Your choices',
        text: html`<ul>
          <li>
            <b>Export everything</b> in Settings gives you one file with your profile, races, paces,
            workouts, calendar, runs, plans, Garmin connection and what we sent to Garmin.
          </li>
          <li>
            <b>Delete account</b> in Settings deletes your account, everything in it and your
            sign-in right away. For 30 days we store a hash of your sign-in, so that neither a
            device that is still open nor a backup brings the account back. Backups are deleted as
            described above. We delete the encrypted Garmin tokens as soon as we’ve told Garmin that
            the connection has ended.
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
    'what you created before you had an account: race, paces, units, workouts, plans',
  ],
  ['pacewright.user', 'your profile, paces and recent commands while you’re signed in'],
  [
    'pacewright.user.intervals-icu',
    'your intervals.icu key and a record of what was sent, until you disconnect or sign out',
  ],
  ['pacewright.user.track', 'your step in track mode, for 12 hours or until you sign out'],
  ['pacewright.squad', 'the runners of your squad sheet and their times, until you sign out'],
  ['pacewright.offline', 'your plans and workouts as last loaded, until you sign out'],
  ['pacewright.draft', 'unsaved drafts, for 30 days or until you sign out'],
  ['pacewright-', 'a copy of the app for offline use, without any of your data'],
  ['pacewright.theme', 'your theme'],
  ['pacewright.single-keys', 'whether single-key shortcuts are on'],
  ['pacewright.heart-rate-on-runs', 'whether the chart of a run shows your heart rate'],
  ['pacewright.watch', 'the watch you chose for your workouts'],
  ['pacewright.garmin-consent', 'the page to return to after Garmin’s consent page'],
  ['pacewright.signing-out', 'that you’ve signed out, until Firebase has been told'],
  ['pacewright.sign-out-reason', 'why you were signed out, until we’ve shown it to you'],
  ['firebaseLocalStorageDb', 'Firebase: that you are signed in'],
  ['firebase-heartbeat-database', 'Firebase: the date it was last used'],
  ['react-router-scroll-positions', 'your scroll position, until you close the tab'],
] as const;
