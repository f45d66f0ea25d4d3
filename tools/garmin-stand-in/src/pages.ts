import { PERMISSIONS, type GarminUser, type Step, type State } from './state.ts';

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#c9d2d6, #37464d); --soft: light-dark(#f1f4f5, #172126) }
  * { box-sizing: border-box }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 24px 16px 64px; max-width: 720px;
    background: light-dark(#fff, #0b1114); color: light-dark(#101c21, #e9f0f2) }
  .not { background: light-dark(#fff3cd, #3a2f10); border: 1px solid light-dark(#8a6100, #b98f2f); padding: 8px 12px; border-radius: 6px }
  h1 { font-size: 24px } h2 { font-size: 20px; margin: 32px 0 8px } h3 { font-size: 16px; margin: 0 }
  fieldset, article { border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; margin: 12px 0 }
  label { display: flex; gap: 10px; align-items: center; min-height: 40px }
  input[type=checkbox] { width: 20px; height: 20px; margin: 0 } input[type=text] { font: inherit; padding: 8px; width: 100%; border: 1px solid currentColor; border-radius: 6px; background: transparent; color: inherit }
  button { font: inherit; min-height: 44px; padding: 8px 18px; border-radius: 6px; border: 1px solid currentColor; background: transparent; color: inherit; cursor: pointer }
  button.main { background: light-dark(#101c21, #e9f0f2); color: light-dark(#fff, #0b1114) }
  .row { display: flex; gap: 12px; flex-wrap: wrap; align-items: center; margin-top: 12px }
  ol { margin: 8px 0; padding-left: 24px } code { background: var(--soft); padding: 1px 4px; overflow-wrap: anywhere }
  .quiet { color: light-dark(#46565d, #a9b8be) }`;

const BANNER =
  '<p class="not">This is not Garmin. It is a stand-in on this machine that speaks its protocol.</p>';

const PERMISSION_LABELS: Record<(typeof PERMISSIONS)[number], string> = {
  ACTIVITY_EXPORT: 'See your activities',
  HEALTH_EXPORT: 'See your health data',
  WORKOUT_IMPORT: 'Add workouts to your account and calendar',
  COURSE_IMPORT: 'Add courses to your account',
  MCT_EXPORT: 'See women’s health data',
  HISTORICAL_DATA_EXPORT: 'See data from before today',
};

/** The consent page. */
export function consentPage(asked: Record<string, string | undefined>, accounts: string[]): string {
  const hiddenFields = [
    'client_id',
    'response_type',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'state',
  ]
    .filter((name) => asked[name] !== undefined)
    .map((name) => `<input type="hidden" name="${name}" value="${escape(asked[name] ?? '')}">`);
  const switches = PERMISSIONS.map(
    (name) =>
      `<label><input type="checkbox" name="permission" value="${name}" ${
        name === 'HISTORICAL_DATA_EXPORT' ? '' : 'checked'
      }>${PERMISSION_LABELS[name]}</label>`,
  );
  return page(
    'Connect Pacewright',
    `<h1>Connect Pacewright with your Garmin account</h1>
    <form method="post" action="/oauth2Confirm">
      ${hiddenFields.join('')}
      <label for="account" style="display:block">Garmin account</label>
      <input type="text" id="account" name="account" list="accounts" value="${escape(accounts[0] ?? 'runner')}" autocomplete="off">
      <datalist id="accounts">${accounts.map((name) => `<option value="${escape(name)}">`).join('')}</datalist>
      <fieldset><legend>Pacewright may</legend>${switches.join('')}</fieldset>
      <div class="row">
        <button class="main" name="answer" value="agree">Agree</button>
        <button name="answer" value="refuse">Refuse</button>
      </div>
    </form>`,
  );
}

export function refusedPage(mistake: string): string {
  return page('Not possible', `<h1>This request cannot be granted</h1><p>${escape(mistake)}</p>`);
}

/** Shows received workouts, with the actions that a person has at Garmin. */
export function watchPage(state: State): string {
  const users = [...state.users.values()];
  return page(
    'On the watch',
    `<h1>On the watch</h1>${
      users.length === 0
        ? '<p>Nobody has connected yet.</p>'
        : users.map((user) => userSection(state, user)).join('')
    }
    <h2>Last calls</h2>
    <ol reversed>${state.calls
      .slice(-30)
      .toReversed()
      .map(
        ({ method, path, status, user, fault }) =>
          `<li><code>${method} ${escape(path)}</code> ${status || 'cut'} <span class="quiet">${escape(
            [user, fault].filter(Boolean).join(', '),
          )}</span></li>`,
      )
      .join('')}</ol>`,
  );
}

function userSection(state: State, user: GarminUser): string {
  const workouts = [...state.workouts.values()].filter(({ userId }) => userId === user.userId);
  const days = [...state.schedules.values()]
    .filter(({ userId }) => userId === user.userId)
    .sort((one, other) => one.date.localeCompare(other.date));
  const action = `/watch/${user.userId}`;
  const switches = PERMISSIONS.map(
    (name) =>
      `<label><input type="checkbox" name="permission" value="${name}" ${
        user.permissions.includes(name) ? 'checked' : ''
      }>${PERMISSION_LABELS[name]}</label>`,
  ).join('');
  return `<section aria-label="${escape(user.name)}">
    <h2>${escape(user.name)}</h2>
    ${user.isRegistered ? '' : '<p>Pacewright is not connected to this account.</p>'}
    ${
      workouts.length === 0
        ? '<p class="quiet">No workouts.</p>'
        : workouts
            .map(
              ({ workoutId, body }) => `<article aria-label="${escape(body['workoutName'])}">
        <h3>${escape(body['workoutName'])}</h3>
        <p class="quiet">${escape(body['description'])}</p>
        ${segmentList(body)}
        ${days
          .filter((day) => day.workoutId === workoutId)
          .map(({ date }) => `<p>On ${date}</p>`)
          .join('')}
        <div class="row"><form method="post" action="${action}/workouts/${workoutId}/run"><button>Run it</button></form>
        <form method="post" action="${action}/workouts/${workoutId}/delete"><button>Delete on the watch</button></form></div>
      </article>`,
            )
            .join('')
    }
    ${
      user.isRegistered
        ? `<details><summary>What Pacewright may do</summary>
      <form method="post" action="${action}/permissions">${switches}<button>Save permissions</button></form>
      <form method="post" action="${action}/deregister" class="row"><button>Disconnect Pacewright</button></form></details>`
        : ''
    }
  </section>`;
}

function segmentList(body: Record<string, unknown>): string {
  const segments = Array.isArray(body['segments']) ? (body['segments'] as Step[]) : [];
  return segments.map(({ steps }) => stepList(steps)).join('');
}

function stepList(steps: unknown): string {
  if (!Array.isArray(steps) || steps.length === 0) return '<p>No steps.</p>';
  return `<ol>${(steps as Step[])
    .map((step) =>
      step['type'] === 'WorkoutRepeatStep'
        ? `<li>${show(step['repeatValue'])} times${stepList(step['steps'])}</li>`
        : `<li>${escape(stepLine(step))}</li>`,
    )
    .join('')}</ol>`;
}

function stepLine(step: Step): string {
  const amount = {
    TIME: `${show(step['durationValue'])} s`,
    DISTANCE: `${show(step['durationValue'])} m`,
    OPEN: 'until lap',
  }[show(step['durationType'])];
  const range = `${show(step['targetValueLow'])} to ${show(step['targetValueHigh'])}`;
  const target = {
    PACE: `${range} m/s`,
    HEART_RATE: step['targetValue'] ? `heart-rate zone ${show(step['targetValue'])}` : range,
    OPEN: 'no target',
  }[show(step['targetType'])];
  return [amount, target, show(step['intensity']).toLowerCase(), show(step['description'])]
    .filter(Boolean)
    .join(', ');
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Garmin stand-in</title><style>${STYLE}</style>
<body><main>${BANNER}${content}</main></body></html>`;
}

function escape(value: unknown): string {
  return show(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Formats text and numbers, and nothing else. */
function show(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
