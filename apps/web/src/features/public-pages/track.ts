import { highlightCode } from '@lezer/highlight';
import {
  formatRaceTime,
  formatRange,
  formatSplits,
  PACE_KEYS,
  PACE_NAMES,
  PACE_UNIT_LABELS,
  type PaceKey,
  type PaceUnits,
  type RaceResult,
  type TrainingPaces,
} from '@pacewright/pace';
import {
  abbreviateTarget,
  type AthleteSpeeds,
  type Diagnostic,
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  nameTotals,
  parser,
  readScript,
  type ResolvedWorkout,
  resolveWorkout,
  type ScriptReading,
  type Totals,
} from '@pacewright/script';
import { scriptClasses } from '../../script-editor/script-classes.ts';
import { type Block, labelLength, layOutProfile } from '../../workout-view/profile-layout.ts';
import { html, type Html } from './html.ts';
import { ICONS } from './icons.ts';

// What the track shows and the visitor can change. The build draws it once, the islands at every change.

/** What the page opens with. */
export const EXAMPLE = {
  title: 'Five by three',
  script: '15m E + 5x(3m I + 2m E) + 10m E',
  race: { distance: 5000, timeInSeconds: 19 * 60 + 57 },
  units: 'metric',
} as const satisfies { title: string; script: string; race: RaceResult; units: PaceUnits };

/** A workout as it is read and run at someone's speeds. */
export type DrawnWorkout = { script: string; reading: ScriptReading; resolved: ResolvedWorkout };

export function drawWorkout(script: string, speeds: AthleteSpeeds): DrawnWorkout {
  const reading = readScript(script, { speeds });
  return { script, reading, resolved: resolveWorkout(reading.workout, speeds) };
}

/** A script in its colours, its mistakes underlined. */
export function colourScript(script: string, diagnostics: readonly Diagnostic[] = []): Html {
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  const parts: Html[] = [];
  let from = 0;

  function put(text: string, classes: string): void {
    const own = { from, to: from + text.length };
    const isMistaken = mistakes.some((mistake) => mistake.from < own.to && mistake.to > own.from);
    parts.push(html`<span class="${isMistaken ? 'tk-invalid' : classes}">${text}</span>`);
    from = own.to;
  }
  highlightCode(script, parser.parse(script), scriptClasses, put, () => put('\n', ''));
  return html`${parts}`;
}

/** Without paces there are none. */
export function writeTotals(totals: Totals | undefined, units: PaceUnits): Html {
  return html`<span
      ><b class="fig">${totals ? formatDuration(totals.time.seconds) : '–'}</b>
      ${totals?.time.isAtLeast ? 'or more' : 'time'}</span
    ><span
      ><b class="fig">${totals ? formatLength(totals.distance.metres, units) : '–'}</b>
      ${LENGTH_UNITS[units]}</span
    >`;
}

/** The profile in words, as a drawing says it. */
export function sayProfile(
  { unrolled }: ResolvedWorkout,
  totals: Totals | undefined,
  units: PaceUnits,
): string {
  const steps = unrolled.length === 1 ? 'one step' : `${unrolled.length} steps`;
  return `Profile of the workout: ${steps}${totals ? `, ${nameTotals(totals, units)}` : ''}`;
}

/** The steps as blocks in their lanes. Everything is a share of the width, so no width need be known. */
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
  // A rest lies on the ground.
  const height = lanes === 0 ? 3 : lanes * 20;
  const words = html`<tspan class="letter">${letters}</tspan>${
      !isUnclear &&
      html`<tspan class="length" ${lane === 'E' ? html`dx="5"` : html`x="50%" dy="15"`}
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

/** What a block has room for, as a share of the width, by screen. Only the widest shows how long it is. */
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

/** Px between two levels of brackets. */
const ROW = 18;

/** Half of what parts two brackets that follow each other, as a share of the width. */
const BRACKET_GAP = 0.4;

/** The brackets of the repeats, and the minutes below them. */
export function drawAxis({ reading, resolved }: DrawnWorkout): Html {
  const { brackets, ticks, rows } = layOut(reading, resolved);
  return html`<svg class="axis rows-${rows}" aria-hidden="true">
    ${brackets.map(
      ({ x, width, row, count }) =>
        html`<svg
          class="bracket"
          x="${share(x + BRACKET_GAP)}"
          y="${row * ROW}"
          width="${share(Math.max(0, width - 2 * BRACKET_GAP))}"
        >
          <path d="M1 0v12" />
          <line y1="12" x2="100%" y2="12" />
          <svg x="100%"><path d="M-1 0v12" /></svg>
          ${width > 4 && html`<text x="50%" y="17">${count}×</text>`}
        </svg>`,
    )}${ticks.map(({ x, label }) => {
      const [figure, unit] = label.split(' ');
      return html`<svg class="tick" x="${share(x)}" y="${12 + rows * ROW}">
        <path d="M0 0v5" />
        <text y="19">${figure}${unit !== undefined && html`<tspan> ${unit}</tspan>`}</text>
      </svg>`;
    })}
  </svg>`;
}

/** In percent of the width. An axis of minutes has no other units. */
function layOut({ places }: ScriptReading, resolved: ResolvedWorkout) {
  const axis = { axis: 'time', units: 'metric', width: 100, tickGap: 14 } as const;
  return layOutProfile({ resolved, places, ...axis });
}

function share(percent: number): string {
  return `${Number(percent.toFixed(2))}%`;
}

/** The five lanes as a table, also while there is nothing to stand in it. */
export function listPaces(paces: TrainingPaces | undefined, units: PaceUnits): Html {
  return html`<caption class="sr">
      Your five training paces, ${PACE_UNIT_LABELS[units]}
    </caption>
    <tbody>
      ${PACE_KEYS.map(
        (key) =>
          html`<tr class="lane-${key.toLowerCase()}">
            <th scope="row"><span class="letter">${key}</span>${PACE_NAMES[key]}</th>
            <td class="purpose">${PURPOSES[key]}</td>
            <td class="split fig">
              ${paces && html`${formatSplits(paces[key], 400)} <small>per 400 m</small>`}
            </td>
            <td class="pace fig">${paces ? formatRange(paces[key], units) : '–'}</td>
          </tr>`,
      )}
    </tbody>`;
}

const PURPOSES: Record<PaceKey, string> = {
  E: 'most of your week, and every recovery',
  M: 'long and steady',
  T: 'comfortably hard: you could hold it for about an hour',
  I: 'hard, three to five minutes at a time',
  R: 'fast and relaxed, full recovery',
};

/** What a race comes to. */
export function writeScore(vdot: number | undefined, readAs?: string): Html {
  return html`${readAs !== undefined && html`<small>Read&nbsp;as ${readAs}</small>`}${ICONS.arrow}<span
      >VDOT</span
    >
    <b class="fig">${vdot?.toFixed(1) ?? '–'}</b>`;
}

export function writeRaceTime({ timeInSeconds }: RaceResult): string {
  return formatRaceTime(timeInSeconds);
}

/** A mistake in a script, or a piece of advice, with the buttons that settle it. */
export function drawProblem({
  severity,
  message,
  fixes,
}: Omit<Diagnostic, 'code' | 'from' | 'to'>): Html {
  const end = message.indexOf('. ') + 1 || message.length;
  return html`<div class="problem ${severity === 'advice' ? 'is-advice' : ''}">
    ${ICONS.alert}
    <p><b>${message.slice(0, end)}</b>${message.slice(end)}</p>
    ${
      fixes.length > 0 &&
      html`<p class="fixes needs-script">
        ${fixes.map(
          ({ label }, index) =>
            html`<button
              type="button"
              class="btn btn-sm ${index === 0 ? 'btn-primary' : 'btn-secondary'}"
              data-fix="${index}"
            >
              ${label}
            </button>`,
        )}
      </p>`
    }
  </div>`;
}
