import { formatRange, RACE_DISTANCES, raceName } from '@pacewright/pace';
import { LENGTH_UNITS } from '@pacewright/script';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';
import { html, type Html } from './html.ts';
import { ICONS } from './icons.ts';
import { DESCRIPTION } from './head-meta.ts';
import {
  colourScript,
  drawAxis,
  drawBlocks,
  describeProblem,
  drawProblem,
  drawWorkout,
  EXAMPLE,
  listPaces,
  sayProfile,
  writeRaceTime,
  writeScore,
  writeTotals,
} from './landing-demo.ts';

/** The landing page: a script, its chart, and the lanes that bend into the table of paces. */
export function landingPage(): Html {
  return html`${hero()}${track()}${next()}${steps()}${language()}${questions()}`;
}

/** Structured data for search engines. */
export function landingFacts({ origin }: { origin: string | undefined }): object {
  return {
    '@graph': [
      {
        '@type': 'WebApplication',
        name: 'Pacewright',
        description: DESCRIPTION,
        url: origin,
        applicationCategory: 'SportsApplication',
        operatingSystem: 'Any with a web browser',
        offers: { '@type': 'Offer', price: 0, priceCurrency: 'EUR' },
      },
      {
        '@type': 'FAQPage',
        mainEntity: QUESTIONS.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}

const PACES = resolveVisitorPaces({ ...EXAMPLE, workouts: [], plans: [] });

function hero(): Html {
  return html`<section class="hero wrap">
    <h1>One race sets your paces. <br class="wide" />One line writes the workout.</h1>
    <p>
      Enter a recent result and Pacewright works out your five training paces. Write a workout the
      way a coach would, see it at your paces, and send it to your watch.
    </p>
    <noscript><p>This is an example. Turn on JavaScript to change it.</p></noscript>
  </section>`;
}

function track(): Html {
  const drawn = drawWorkout(EXAMPLE.script, PACES);
  const { race, units } = EXAMPLE;

  return html`<section class="track" aria-labelledby="try">
    <h2 id="try" class="sr-only">Try it: write a workout, see your paces</h2>
    <div class="line">
      <div class="box">
        ${scriptField('script', 'Workout script', drawn.script, colourScript(drawn.script))}
        <p class="totals" id="totals">${writeTotals(drawn.resolved, PACES.trainingPaces, units)}</p>
        <a class="btn btn-primary" href="/register" data-keep="workout">Create account and save</a>
      </div>
      <div id="script-note" aria-live="polite"></div>
      <p class="sr-only" id="spoken" aria-live="polite"></p>
    </div>
    <svg class="sr-only" aria-hidden="true">
      <pattern
        id="hatch"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M0 0V6" />
      </pattern>
    </svg>
    <div class="oval">
      <div class="straight">
        <div class="lanes" aria-hidden="true">${lanes(html`<i></i>`)}</div>
        <div class="inside plot">
          <div class="letters" aria-hidden="true">
            ${['R', 'I', 'T', 'M', 'E'].map((key) => html`<span class="lane-${key.toLowerCase()}">${key}</span>`)}
          </div>
          <svg
            class="blocks"
            id="blocks"
            role="img"
            aria-label="${sayProfile(drawn.resolved, PACES.trainingPaces, units)}"
          >
            ${drawBlocks(drawn)}
          </svg>
        </div>
      </div>
      <div class="bend" aria-hidden="true">${lanes(html``)}<i></i></div>
      <div class="inside infield">
        <div id="axis">${drawAxis(drawn)}</div>
        <form class="race" id="race">
          <span>I ran</span>
          <label class="sr-only" for="distance">Race distance</label>
          <span class="select">
            <select id="distance" class="field">
              ${RACE_DISTANCES.map(
                ({ metres, name }) =>
                  html`<option value="${metres}" ${metres === race.distance && html` selected`}>
                    ${name}
                  </option>`,
              )}</select
            >${ICONS.chevron}
          </span>
          <span class="row"
            >in<label class="sr-only" for="time">Finish time</label
            ><input
              id="time"
              class="field fig"
              value="${writeRaceTime(race)}"
              placeholder="mm:ss"
              inputmode="numeric"
              autocomplete="off"
              aria-describedby="score"
          /></span>
          <output class="score" id="score" for="distance time">${writeScore(PACES.vdot)}</output>
          <span class="segments needs-script" role="group" aria-label="Pace units"
            ><button type="button" class="segment segment-sm" value="metric" aria-pressed="true">
              min/km</button
            ><button type="button" class="segment segment-sm" value="imperial" aria-pressed="false">
              min/mile
            </button></span
          >
        </form>
      </div>
      <table class="paces" id="paces">
        ${listPaces(PACES.trainingPaces, units)}
      </table>
    </div>
  </section>`;
}

/** The five lanes, fastest first. */
function lanes(inside: Html): Html[] {
  return ['r', 'i', 't', 'm', 'e'].map((key) => html`<div class="lane-${key}">${inside}</div>`);
}

/** A textarea with transparent text over the same text in colours. */
function scriptField(id: string, label: string, script: string, colours: Html): Html {
  return html`<div class="write">
    <label class="sr-only" for="${id}">${label}</label>
    <div class="script colours" id="${id}-colours" aria-hidden="true">${colours}</div>
    <textarea
      id="${id}"
      class="script"
      rows="1"
      readonly
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      placeholder="${EXAMPLE.script}"
    >
${script}</textarea>
  </div>`;
}

function next(): Html {
  return html`<section class="next wrap">
    <p>
      That’s the whole idea. Build a library, plan your week and download workouts for your watch.
    </p>
    <p class="row">
      <a class="btn btn-primary btn-lg" href="/register" data-keep="paces" aria-describedby="score"
        >Create account and save paces</a
      ><a class="btn btn-secondary btn-lg" href="/try" data-keep="all">Open the editor</a>
    </p>
  </section>`;
}

function steps(): Html {
  const nested = drawWorkout('2km Z1 + 3x(2x(400mtr R + 400mtr E) + 3m E) + 2km E', PACES);
  return html`<section class="how wrap" id="how">
    <h2>How it works</h2>
    <ol>
      <li>
        <div class="picture">
          <div class="bib">
            <i></i><i></i><i></i><i></i><b>VDOT</b><strong>${PACES.vdot?.toFixed(1)}</strong
            ><span class="fig"
              >${raceName(EXAMPLE.race.distance)} ${writeRaceTime(EXAMPLE.race)}</span
            >
          </div>
        </div>
        <h3><span class="fig">1</span>Enter one race</h3>
        <p>From 800&nbsp;m to 100&nbsp;km. You get a score and five pace ranges you can edit.</p>
      </li>
      <li>
        <div class="picture written">
          <p class="script">${colourScript(nested.script)}</p>
          <svg class="blocks" aria-hidden="true">${drawBlocks(nested)}</svg>
        </div>
        <h3><span class="fig">2</span>Write the line</h3>
        <p>The chart, totals and step list update as you type, at your own paces.</p>
      </li>
      <li>
        <div class="picture">${watch()}</div>
        <h3><span class="fig">3</span>Run it</h3>
        <p>
          Download a file for your watch, or send the workout to a connected account. When you race
          faster, every saved workout speeds up with you.
        </p>
      </li>
    </ol>
  </section>`;
}

function watch(): Html {
  return html`<svg class="watch" viewBox="0 0 220 250" aria-hidden="true">
    <path class="strap" d="M72 2h76l8 46H64zM64 202h92l-8 46H72z" />
    <circle class="case" cx="110" cy="125" r="98" />
    <circle class="face" cx="110" cy="125" r="86" />
    <circle class="minutes" cx="110" cy="125" r="82.5" pathLength="600" />
    <circle class="fives" cx="110" cy="125" r="80.5" pathLength="600" />
    <path class="done" d="M110 53a72 72 0 0 1 51 123" />
    <text x="110" y="88" class="which" font-size="17">I · 3 of 5</text>
    <text x="110" y="141" class="left" font-size="52">1:53</text>
    ${(['metric', 'imperial'] as const).map(
      (units) =>
        html`<g class="${units}">
          <text x="110" y="168" class="pace" font-size="21">
            ${formatRange(PACES.trainingPaces.I, units)}
          </text>
          <text x="110" y="186" class="unit" font-size="13">/${LENGTH_UNITS[units]}</text>
        </g>`,
    )}
  </svg>`;
}

function language(): Html {
  const doubtful = drawWorkout('8x(400m R + 2m E)', PACES);
  const [problem] = doubtful.reading.diagnostics;
  return html`<section class="language" id="language">
    <div class="wrap">
      <div>
        <h2>The whole language in six lines</h2>
        <table>
          <tbody>
            ${LANGUAGE.map(
              ([name, script, meaning]) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  <td class="script">${script}</td>
                  <td>${meaning}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <div>
        <h3>It asks when it isn’t sure</h3>
        <p>
          In a script, <code>400m</code> means 400 minutes. Better to find out here than at the
          track.
        </p>
        <div class="doubt">
          ${scriptField('doubtful', 'A script with an ambiguous distance', doubtful.script, colourScript(doubtful.script, doubtful.reading.diagnostics))}
          <div id="doubtful-note" aria-live="polite">
            ${problem && drawProblem(describeProblem(doubtful.script, problem, PACES))}
          </div>
        </div>
      </div>
    </div>
  </section>`;
}

const LANGUAGE: [string, Html, Html | string][] = [
  ['Time', words('15m', '90s', '1h30m'), 'Minutes, seconds, hours'],
  [
    'Distance',
    words('400mtr', '2km', '1mi'),
    html`Use <code>mtr</code> for metres, because <code>m</code> is minutes`,
  ],
  ['Pace', words('E', 'M', 'T', 'I', 'R'), 'Your five paces, from your race'],
  ['Zone', words('Z1', 'Z2', 'Z3', 'Z4', 'Z5'), 'Your watch’s heart-rate zones'],
  ['Then', words('+'), 'One step after another'],
  ['Repeat', html`${colourScript('5x(')} … ${colourScript(')')}`, 'Repeats can be nested'],
];

function words(...scripts: string[]): Html {
  return html`${scripts.map((script) => html`${colourScript(script)} `)}`;
}

function questions(): Html {
  return html`<section class="questions wrap" id="questions">
    <div class="yours">
      <h2>Your training is yours</h2>
      <p>
        No ads, no trackers, no selling. The calculator and the editor run in your browser; what you
        enter stays there until you create an account.
      </p>
      <ul>
        <li>${ICONS.data}Export everything in one file, any time</li>
        <li>${ICONS.trash}Delete your account and your data at any time</li>
        <li>${ICONS.unlink}Garmin is optional. Disconnect with one click</li>
      </ul>
      <p><a href="/privacy">What we store, where, and for how long</a></p>
    </div>
    <div>
      <h2>Questions</h2>
      ${QUESTIONS.map(
        ({ question, answer }, index) =>
          html`<details${index === 0 && html` open`}><summary>${question}${ICONS.chevron}</summary><p>${answer}</p></details>`,
      )}
    </div>
  </section>`;
}

const QUESTIONS = [
  {
    question: 'Do I need an account?',
    answer:
      'Not to try it. With an account, your paces, library and calendar are on all your devices.',
  },
  {
    question: 'How are my paces calculated?',
    answer:
      'With the published Daniels and Gilbert equations: your race gives a VDOT score, and each pace follows from it. E, T and I are fixed shares of the score; M and R also depend on how fast you are.',
  },
  {
    question: 'Which watches can run the workout?',
    answer:
      'Garmin with a FIT file over USB, Apple Watch with its own file, and Suunto, COROS and Wahoo with a free intervals.icu account.',
  },
  {
    question: 'What about heat, hills and altitude?',
    answer: 'Paces assume flat ground and cool, still air. On other days, run by effort instead.',
  },
  {
    question: 'What does it cost?',
    answer: 'Nothing. Every feature is free with an account.',
  },
];
