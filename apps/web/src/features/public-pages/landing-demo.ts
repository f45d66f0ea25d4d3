import {
  formatRaceTime,
  formatRange,
  formatSplits,
  PACE_KEYS,
  PACE_NAMES,
  PACE_PURPOSES,
  PACE_UNIT_LABELS,
  type PaceUnits,
  type RaceResult,
  type TrainingPaces,
  plural,
} from '@pacewright/pace';
import {
  abbreviateTarget,
  type AthleteSpeeds,
  type Diagnostic,
  fixAll,
  formatDuration,
  formatLength,
  highlightScript,
  LENGTH_UNITS,
  nameTotals,
  readScript,
  type ResolvedWorkout,
  resolveWorkout,
  type ScriptReading,
} from '@pacewright/script';
import { type DistinctAnswer, listDistinctAnswers } from '../../workout/editor/distinct-answers.ts';
import { scriptClass } from '../../workout/editor/script-classes.ts';
import { type Block, labelLength, layOutChart } from '../../workout/view/profile-layout.ts';
import { html, type Html } from './html.ts';
import { ICONS } from './icons.ts';

// The interactive part of the landing page. The build renders it once, islands.ts after every change.

/** The initial content of the page. */
export const EXAMPLE = {
  title: 'Five by three',
  script: '15m E + 5x(3m I + 2m E) + 10m E',
  race: { distance: 5000, timeInSeconds: 19 * 60 + 57 },
  units: 'metric',
} as const satisfies { title: string; script: string; race: RaceResult; units: PaceUnits };

/** A script with its reading and its resolved workout. */
export type DrawnWorkout = { script: string; reading: ScriptReading; resolved: ResolvedWorkout };

export function drawWorkout(script: string, speeds: AthleteSpeeds): DrawnWorkout {
  const reading = readScript(script, { speeds });
  return { script, reading, resolved: resolveWorkout(reading.workout, speeds) };
}

/** A highlighted script with its mistakes underlined. */
export function colourScript(script: string, diagnostics: readonly Diagnostic[] = []): Html {
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  const parts: Html[] = [];
  let end = 0;
  for (const { from, to, style } of highlightScript(script)) {
    const isMistaken = mistakes.some((mistake) => mistake.from < to && mistake.to > from);
    const classes = isMistaken ? 'tk-invalid' : scriptClass(style);
    parts.push(
      html`${script.slice(end, from)}`,
      html`<span class="${classes}">${script.slice(from, to)}</span>`,
    );
    end = to;
  }
  parts.push(html`${script.slice(end)}`);
  return html`${parts}`;
}

/** With the fastest training pace. Dashes without paces. */
export function writeTotals(
  { totals: { time, distance }, unrolled }: ResolvedWorkout,
  paces: TrainingPaces | undefined,
  units: PaceUnits,
): Html {
  const fastest = PACE_KEYS.findLast((key) =>
    unrolled.some(({ step }) => abbreviateTarget(step.target) === key),
  );
  const write = (figure: string, name: string) =>
    html`<span><b class="fig">${paces ? figure : '–'}</b> ${name}</span>`;
  return html`
    ${write(formatDuration(time.seconds), paces && time.isAtLeast ? 'or more' : 'time')}
    ${write(formatLength(distance.metres, units), LENGTH_UNITS[units])}
    ${paces && fastest && write(formatRange(paces[fastest], units), `at ${fastest}`)}
  `;
}

/** The chart in words. */
export function sayProfile(
  { totals, unrolled }: ResolvedWorkout,
  paces: TrainingPaces | undefined,
  units: PaceUnits,
): string {
  return `Workout chart: ${plural(unrolled.length, 'step')}${paces ? `, ${nameTotals(totals, units)}` : ''}`;
}

/** The steps as blocks in their lanes, in percent of the width, which the build does not know. */
export function drawBlocks({ reading, resolved }: DrawnWorkout): Html {
  const { blocks } = layOut(reading, resolved);
  return html`<g aria-hidden="true">${blocks.map(drawBlock)}</g>`;
}

function drawBlock({ step, x, width, lanes, isUnclear }: Block): Html {
  const { lane, amount, target, isSpeedEstimated } = step.step;
  const letters = isUnclear ? '?' : abbreviateTarget(target);
  const length = labelLength(amount);
  const room = roomIn(width, letters.length, length.length, lane === 'E');
  const look = [lane && `lane-${lane.toLowerCase()}`, isUnclear && 'is-unclear', ...room];
  // A rest is a thin block at the bottom.
  const height = lanes === 0 ? 3 : lanes * 20;
  const words = html`<tspan class="letter">${letters}</tspan>${
      !isUnclear &&
      html`<tspan class="length" ${lane === 'E' ? html`dx="5"` : html`x="50%" dy="0.9375rem"`}
        >${length}</tspan
      >`
    }`;
  return html`<svg
    class="block ${look.filter(Boolean).join(' ')}"
    x="${share(x)}"
    y="${share(100 - height)}"
    width="${share(width)}"
    height="${share(height)}"
  >
    <rect class="fill" />
    ${isSpeedEstimated && lanes > 0 && !isUnclear && html`<rect class="hatch" />`}
    <rect class="cap" />
    ${room.length > 0 && lanes > 0 && html`<text x="50%">${words}</text>`}
  </svg>`;
}

/** The labels that fit into a block, by screen width. Only wide screens show the length. */
function roomIn(width: number, letters: number, length: number, isOneLine: boolean): string[] {
  const [forLetters, forLength] = [letters * 1.2, length * 0.8];
  const needs = {
    'has-letter': 0.6 + letters * 2,
    'has-letter-narrow': 2 + letters * 3,
    'has-length':
      1 + Math.max(4, isOneLine ? forLetters + forLength : Math.max(forLetters, forLength)),
  };
  return Object.entries(needs).flatMap(([name, least]) => (width >= least ? name : []));
}

/** Rem between two levels of brackets. */
const ROW = 1.125;

/** Half of the gap between two brackets, in percent of the width. */
const BRACKET_GAP = 0.4;

/** The brackets of the repeats, and the minutes below them. */
export function drawAxis({ reading, resolved }: DrawnWorkout): Html {
  const { brackets, ticks, rows } = layOut(reading, resolved);
  return html`<svg class="axis" height="${2.75 + rows * ROW}rem" aria-hidden="true">
    ${brackets.map(
      ({ x, width, row, count }) =>
        html`<svg
          class="bracket"
          x="${share(x + BRACKET_GAP)}"
          y="${row * ROW}rem"
          width="${share(Math.max(0, width - 2 * BRACKET_GAP))}"
        >
          <line x1="1" x2="1" y2="0.75rem" />
          <line y1="0.75rem" x2="100%" y2="0.75rem" />
          <svg x="100%"><line x1="-1" x2="-1" y2="0.75rem" /></svg>
          ${width > 4 && html`<text x="50%" y="1.0625rem">${count}×</text>`}
        </svg>`,
    )}${ticks.map(({ x, label }) => {
      const [figure, unit] = label.split(' ');
      return html`<svg class="tick" x="${share(x)}" y="${0.75 + rows * ROW}rem">
        <line y2="0.3125rem" />
        <text y="1.1875rem">${figure}${unit !== undefined && html`<tspan> ${unit}</tspan>`}</text>
      </svg>`;
    })}
  </svg>`;
}

/** In percent of the width. An axis of minutes has no other units. */
function layOut({ places }: ScriptReading, resolved: ResolvedWorkout) {
  const axis = { axis: 'time', units: 'metric', width: 100, tickGap: 14 } as const;
  return layOutChart({ resolved, places, ...axis });
}

function share(percent: number): string {
  return `${Number(percent.toFixed(2))}%`;
}

/** The five paces as a table, which says what it needs without them. */
export function listPaces(paces: TrainingPaces | undefined, units: PaceUnits): Html {
  return html`<caption class="sr-only">
      Your five training paces, ${PACE_UNIT_LABELS[units]}
    </caption>
    <tbody>
      ${PACE_KEYS.map(
        (key) =>
          html`<tr class="lane-${key.toLowerCase()}">
            <th scope="row"><span class="letter">${key}</span>${PACE_NAMES[key]}</th>
            <td class="purpose">${PACE_PURPOSES[key]}</td>
            <td class="split fig">
              ${paces && html`${formatSplits(paces[key], 400)} <small>per 400 m</small>`}
            </td>
            <td class="pace fig">
              ${paces ? formatRange(paces[key], units) : html`<small>needs a time</small>`}
            </td>
          </tr>`,
      )}
    </tbody>`;
}

/** The VDOT of a race. */
export function writeScore(vdot: number | undefined, readAs?: string): Html {
  return html`${readAs !== undefined && html`<small>Read&nbsp;as ${readAs}</small>`}${ICONS.arrow}<span
      >VDOT</span
    >
    <b class="fig">${vdot?.toFixed(1) ?? '–'}</b>`;
}

export function writeRaceTime({ timeInSeconds }: RaceResult): string {
  return formatRaceTime(timeInSeconds);
}

/** A mistake, a question or advice. */
export type Problem = Pick<Diagnostic, 'severity' | 'message'> & {
  fixes: DistinctAnswer[];
  /** How many fixes of the whole script are certain. */
  certain?: number;
};

/** A problem of a script, with its fixes and their results. */
export function describeProblem(
  script: string,
  problem: Diagnostic,
  paces: AthleteSpeeds & { units: PaceUnits },
): Problem {
  const { severity, message } = problem;
  const fixes = listDistinctAnswers(script, problem, { speeds: paces, units: paces.units });
  return { severity, message, fixes, certain: fixAll(script).count };
}

/** A problem with buttons that answer it. */
export function drawProblem({ severity, message, fixes, certain = 0 }: Problem): Html {
  const end = message.indexOf('. ') + 1 || message.length;
  return html`<div class="problem ${severity === 'advice' ? 'is-advice' : ''}">
    ${ICONS.alert}
    <p><b>${message.slice(0, end)}</b>${message.slice(end)}</p>
    ${
      (fixes.length > 0 || certain > 1) &&
      html`<p class="fixes needs-script">
        ${fixes.map(
          ({ label, result }, index) =>
            html`<button
              type="button"
              class="btn btn-sm ${index === 0 ? 'btn-primary' : 'btn-secondary'}"
              data-fix="${index}"
            >
              <span
                >${label}${
                  result !== undefined && html`<span>, </span><span class="result">${result}</span>`
                }</span
              >
            </button>`,
        )}${
          certain > 1 &&
          html`<button type="button" class="btn btn-sm btn-secondary" data-fix="all">
            Fix all ${certain}
          </button>`
        }
      </p>`
    }
  </div>`;
}
