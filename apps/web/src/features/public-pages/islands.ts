import {
  formatRaceTime,
  type PaceUnits,
  RACE_DISTANCES,
  raceName,
  type RaceResult,
  readRace,
} from '@pacewright/pace';
import { nameTotals } from '@pacewright/script';
import {
  saveVisitorPaces,
  saveVisitorWorkout,
  withoutExample,
  getVisitorData,
} from '../../visitor/visitor-store.ts';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';
import { regionUnits } from '../../visitor/region-units.ts';
import { parseRaceInput, type ParsedRaceInput } from '../../visitor/parse-race-input.ts';
import { getElement, setMarkup } from './markup.ts';
import { html, type Html } from './html.ts';
import { hydrateScriptField } from './script-field.ts';
import {
  drawAxis,
  drawBlocks,
  type DrawnWorkout,
  EXAMPLE,
  listPaces,
  sayProfile,
  writeRaceTime,
  writeScore,
  writeTotals,
} from './landing-demo.ts';

// Hydrates the landing page after the first paint: the script with its chart, and the calculator.

const chart = getElement('blocks', SVGElement);
const axis = getElement('axis', HTMLElement);
const totalsLine = getElement('totals', HTMLElement);
const spoken = getElement('spoken', HTMLElement);
const raceForm = getElement('race', HTMLFormElement);
const distanceField = getElement('distance', HTMLSelectElement);
const timeField = getElement('time', HTMLInputElement);
const scoreLine = getElement('score', HTMLElement);
const pacesTable = getElement('paces', HTMLElement);

const unitButtons = raceForm.querySelectorAll<HTMLButtonElement>('.segment');

const visitorData = getVisitorData();
const ownWorkout = visitorData.workouts[0];
let workoutId = ownWorkout?.id;
const ownRace = withoutExample(visitorData).race;
let race: RaceResult = ownRace && readRace(ownRace).ok ? ownRace : EXAMPLE.race;
/** The reason why the entered race gives no paces. */
let refusal: Html | undefined;
/** How the time was read, if that differs from the typed text. */
let readAs: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let units: PaceUnits = visitorData.units ?? regionUnits();

const script = hydrateScriptField('script', paces, showWorkout);
// In a task of its own: together they would hold up the page.
setTimeout(() => hydrateScriptField('doubtful', paces));
if (ownWorkout) script.setText(ownWorkout.script);
// The visitor may have typed before this script loaded.
if (timeField.value !== timeField.defaultValue && typedRace().ok) takeRace();
else if (race !== EXAMPLE.race) showRace();
if (units !== EXAMPLE.units) showUnits();

distanceField.addEventListener('change', takeRace);
// An incomplete time is no error while typing; a complete one counts at once.
timeField.addEventListener('input', () => {
  if (typedRace().ok) takeRace();
  else if (refusal) showRefusal(undefined);
});
timeField.addEventListener('change', takeRace);
raceForm.addEventListener('submit', (event) => {
  event.preventDefault();
  takeRace();
});
scoreLine.addEventListener('click', ({ target }) => {
  const choice = target instanceof HTMLElement ? target.dataset['time'] : undefined;
  if (choice === undefined) return;
  timeField.value = formatRaceTime(Number(choice));
  takeRace();
  timeField.focus();
});
for (const button of unitButtons)
  button.addEventListener('click', () => {
    units = button.value === 'imperial' ? 'imperial' : 'metric';
    saveVisitorPaces({ units });
    showUnits();
  });

for (const link of document.querySelectorAll<HTMLElement>('[data-keep]'))
  link.addEventListener('click', (event) => {
    const asked = link.dataset['keep'] ?? '';
    if (!isDisabled(link) && store(asked)) return;
    event.preventDefault();
    if (!isDisabled(link)) return script.showProblem(NOT_STORED);
    if (asked === 'paces') return timeField.focus();
    script.showProblem(NOTHING_WRITTEN);
    script.field.focus();
  });
// Store the work however the visitor leaves the page.
addEventListener('pagehide', () => store(''));

/** Stores changed data, and the data that the link names. Returns false if storage is blocked. */
function store(asked: string): boolean {
  const isWorkoutAsked = asked === 'workout' || script.field.value !== EXAMPLE.script;
  // The next page shows the same paces, but the example is not stored as the visitor's race.
  const isExample = race === EXAMPLE.race && asked !== 'paces';
  const shown =
    isExample || asked === 'paces' ? { race: { ...race, isExample }, units } : { units };
  const arePacesStored = asked === '' || saveVisitorPaces(shown);
  if (!isWorkoutAsked) return arePacesStored;

  const workout = saveVisitorWorkout({ title: title(), script: script.field.value }, workoutId);
  workoutId = workout.id;
  return arePacesStored && workout.isStored;
}

/** The example's title belongs to the example; other scripts are named after their steps. */
function title(): string {
  const before = ownWorkout ?? EXAMPLE;
  const isExample = before.title === EXAMPLE.title && before.script === EXAMPLE.script;
  return isExample && script.field.value !== EXAMPLE.script ? '' : before.title;
}

const NOTHING_WRITTEN = {
  severity: 'advice',
  message: 'Nothing written yet. Your first workout takes one line.',
  fixes: [],
} satisfies Parameters<typeof script.showProblem>[0];

const NOT_STORED = {
  severity: 'error' as const,
  message:
    'Not saved. Your browser is blocking storage. Copy the script, create an account and paste it there.',
  fixes: [],
} satisfies Parameters<typeof script.showProblem>[0];

/** Includes ranges that the visitor set by hand. */
function paces() {
  return resolveVisitorPaces({ ...visitorData, race, units });
}

function shownPaces() {
  return refusal ? undefined : paces().trainingPaces;
}

function typedRace(): ParsedRaceInput {
  return parseRaceInput(Number(distanceField.value), timeField.value);
}

function takeRace(): void {
  const typed = typedRace();
  readAs = typed.ok ? typed.readAs : undefined;
  if (typed.ok) {
    ({ race } = typed);
    saveVisitorPaces({ race });
  }
  showRefusal(typed.ok ? undefined : explain(typed));
}

function showRefusal(reason: Html | undefined): void {
  refusal = reason;
  timeField.setAttribute('aria-invalid', String(reason !== undefined));
  scoreLine.classList.toggle('is-refusal', reason !== undefined);
  showPaces();
}

function explain({ message, byHand, choices }: Extract<ParsedRaceInput, { ok: false }>): Html {
  return html`<span
    >${message}${byHand && html`<a href="/try/paces">${byHand}</a>`}
    ${choices.map(
      (seconds) =>
        html`<button type="button" class="btn btn-sm btn-secondary" data-time="${seconds}">
          ${formatRaceTime(seconds)}
        </button>`,
    )}</span
  >`;
}

/** A link is disabled until the data it needs is valid. */
function setDisabled(asked: 'paces' | 'workout', isWaiting: boolean): void {
  document.querySelector(`[data-keep=${asked}]`)?.setAttribute('aria-disabled', String(isWaiting));
}

function isDisabled(link: HTMLElement): boolean {
  return link.getAttribute('aria-disabled') === 'true';
}

function showRace(): void {
  const { distance } = race;
  if (!RACE_DISTANCES.some(({ metres }) => metres === distance))
    distanceField.add(new Option(raceName(distance), String(distance)));
  distanceField.value = String(distance);
  timeField.value = writeRaceTime(race);
  showPaces();
}

function showPaces(): void {
  setMarkup(scoreLine, refusal ?? writeScore(paces().vdot, readAs));
  setMarkup(pacesTable, listPaces(shownPaces(), units));
  setDisabled('paces', refusal !== undefined);
  script.readAgain();
}

function showUnits(): void {
  for (const button of unitButtons)
    button.setAttribute('aria-pressed', String(button.value === units));
  showPaces();
}

function showWorkout(drawn: DrawnWorkout): void {
  const { resolved } = drawn;
  const shown = shownPaces();
  setMarkup(chart, drawBlocks(drawn));
  setMarkup(axis, drawAxis(drawn));
  setDisabled('workout', drawn.script.trim() === '');
  setMarkup(totalsLine, writeTotals(resolved, shown, units));
  chart.setAttribute('aria-label', sayProfile(resolved, shown, units));
  // Said once typing has paused, not after every letter.
  clearTimeout(timer);
  timer = setTimeout(() => {
    spoken.textContent = shown ? `Total ${nameTotals(resolved.totals, units)}` : '';
  }, 1500);
}
