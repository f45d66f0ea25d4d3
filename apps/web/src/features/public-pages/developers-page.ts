import { html, type Html } from './html.ts';
import { legalPage } from './legal-page.ts';

/** A page for whoever writes a script for their own training. A journey runs its commands. */
export function developersPage({
  origin = 'https://pacewright.example',
}: {
  origin?: string | undefined;
}): Html {
  const command = (text: string) => code(text.replaceAll('ORIGIN', origin));
  return legalPage(
    'Developers',
    html`<p class="lead">
      Your training is yours, so your scripts can read it and write to it. Workouts and plans are
      short texts, and nothing is saved that Pacewright doesn’t understand.
    </p>`,
    [
      {
        id: 'key',
        title: 'Get a key',
        text: html`<p>
            In <a href="/app/settings#access">Settings, Access</a>, choose “New key”: what it is
            for, what it may do, when it ends. You see the key once. Send it with every request:
          </p>
          ${code('Authorization: Bearer pw_live_…')}
          <p>
            Keep it like a password: in a setting of your script, never in a web page or in a
            repository. If it gets lost, revoke it in Settings, where you also see all that it
            wrote.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">A key for</th>
                <th scope="col">can</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row"><code>workouts:read</code></th>
                <td>read workouts, plans, races and paces; check scripts and plans</td>
              </tr>
              <tr>
                <th scope="row"><code>workouts:write</code></th>
                <td>save and change workouts and plans, delete none</td>
              </tr>
              <tr>
                <th scope="row"><code>calendar:read</code></th>
                <td>read the calendar and the plans on it</td>
              </tr>
              <tr>
                <th scope="row"><code>calendar:write</code></th>
                <td>add, move, change and remove entries; start, move and pause plans</td>
              </tr>
              <tr>
                <th scope="row"><code>runs:read</code></th>
                <td>read recorded runs, without places</td>
              </tr>
            </tbody>
          </table>
          <p>
            Writing includes reading. A key can make 120 requests a minute, 30 of which write, and
            3,000 an hour. No key reaches your password, your email or other keys.
          </p>`,
      },
      {
        id: 'examples',
        title: 'Three examples',
        text: html`<p>Check a workout. Nothing is saved.</p>
          ${command(`curl ORIGIN/api/parse-workout \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"script": "15m E + 5x(3m I + 2m jog) + 10m E"}'`)}
          <p>Save it.</p>
          ${command(`curl ORIGIN/api/auth/workouts \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"workout": {"title": "Intervals", "script": "15m E + 5x(3m I + 2m jog) + 10m E"}}'`)}
          <p>Put a run on a day.</p>
          ${command(`curl ORIGIN/api/calendar \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"day": "2026-12-01", "content": {"kind": "run", "title": "Easy", "script": "45m E"}}'`)}`,
      },
      {
        id: 'mistakes',
        title: 'Mistakes come back with their fixes',
        text: html`<p>
            A script with mistakes isn’t saved. The answer is a 422 with the code
            <code>TEXT_HAS_MISTAKES</code>, and for each mistake its place, the reason, and whole
            scripts to send instead. <code>400m</code> means 400 minutes, so this asks what you
            meant:
          </p>
          ${code(`{ "code": "minutes-or-metres", "quote": "400m",
  "fixes": [{ "label": "400mtr", "script": "6x(400mtr R + 2m jog)" }, …] }`)}
          <p>
            To save a text as it is, send <code>"draft": true</code>. It can’t go to a watch until
            it is corrected. Every other problem has a code and a sentence, too, as
            <code>application/problem+json</code>.
          </p>
          <p>
            When a response is lost, repeat the request with the same <code>Idempotency-Key</code>:
            it is carried out once. Changes send the <code>version</code> that they are based on, so
            that nothing newer is overwritten.
          </p>`,
      },
      {
        id: 'assistants',
        title: 'Assistants',
        text: html`<p>
            An assistant that speaks the Model Context Protocol gets ten tools at
            <code>/mcp/key</code>: it checks scripts before it saves them, and shows each change of
            your calendar before it makes it. In Claude and ChatGPT, add
            <code>${origin}/mcp</code> as a connector, then sign in here and choose what it may do.
            With a key, in Claude Code:
          </p>
          ${command(`claude mcp add --transport http pacewright ORIGIN/mcp/key \\
  --header "Authorization: Bearer $KEY"`)}
          <p>In VS Code, in <code>.vscode/mcp.json</code>:</p>
          ${command(`{ "servers": { "pacewright": {
  "type": "http", "url": "ORIGIN/mcp/key",
  "headers": { "Authorization": "Bearer \${input:key}" } } },
  "inputs": [{ "id": "key", "type": "promptString", "password": true,
    "description": "Pacewright key" }] }`)}
          <p>
            What it made can be undone for a day, and all that it wrote is listed in Settings. What
            it reads goes to whoever runs it.
          </p>`,
      },
      {
        id: 'reference',
        title: 'All calls',
        text: html`<p>
          <a href="/api/docs">Every call with its fields</a>, and the same
          <a href="/api/openapi.json">as OpenAPI 3.1</a> for your tools. What a key may call names
          its scope. Speeds are in metres a second, distances in metres, times in seconds.
        </p>`,
      },
      {
        id: 'workouts',
        title: 'The language of workouts',
        text: html`<p>
            Steps are joined by <code>+</code>. A step is a time or a distance and a target.
            <code>5x( )</code> repeats what is in it.
          </p>
          ${code(`2km E + 5x(1km I + 400mtr jog) + 2km E
15m E + 20m T + 10m E
E + 4x(1km 5k + 90s rest) + E
10m WU + 8x(30s R "hill" + 90s walk) + 10m CD
20m 4:30-4:20/km, 1h30m Z2, open + 20m T + open`)}
          <p>
            Amounts: <code>h</code>, <code>m</code> (minutes), <code>s</code>, <code>km</code>,
            <code>mi</code>, <code>mtr</code> (metres). Targets: your paces <code>E</code>
            <code>M</code> <code>T</code> <code>I</code> <code>R</code>; <code>jog</code>,
            <code>rest</code>, <code>walk</code>; <code>5k</code> to <code>HM</code> as race paces;
            <code>4:30/km</code>; <code>Z1</code> to <code>Z5</code>; <code>150bpm</code>. Words in
            quotation marks are shown on the watch.
          </p>`,
      },
      {
        id: 'plans',
        title: 'The language of plans',
        text: html`<p>
            A plan is weeks and days without dates. Each day has a workout, <code>rest</code> or
            another activity. A list <code>{a, b, c}</code> has a value for each week of its
            heading.
          </p>
          ${code(`plan Five weeks to a 10 km
weeks 1-4: Build
  Tue 15m E + {4, 5, 6, 4}x(3m I + 2m jog) + 10m E
  Thu 45m E or rest
  Sun Long run: {1h20m, 1h30m, 1h35m, 1h10m} E // drink
week 5 like week 4: Race week
  Sun race 10km`)}
          <p>
            Check one with <code>POST /api/parse-plan</code>, save it with
            <code>POST /api/plans</code>, preview it on the calendar with
            <code>POST /api/season-preview</code>, then put it there with
            <code>POST /api/seasons</code>.
          </p>`,
      },
    ],
    { isDated: false },
  );
}

function code(text: string): Html {
  // It scrolls, so it can be focused.
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
