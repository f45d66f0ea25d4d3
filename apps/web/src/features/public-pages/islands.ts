import {
  formatRaceTime,
  type PaceUnits,
  RACE_DISTANCES,
  raceName,
  type RaceResult,
  readRace,
} from '@pacewright/pace';
import { nameTotals } from '@pacewright/script';
import { keepPaces, keepWorkout, ownOf, readKept } from '../../visitor/kept.ts';
import { pacesOf } from '../../visitor/own-paces.ts';
import { regionUnits } from '../../visitor/region-units.ts';
import { readTypedRace, type TypedRace } from '../../visitor/typed-race.ts';
import { find } from './find.ts';
import { html, type Html } from './html.ts';
import { enlivenScript } from './script-box.ts';
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
} from './track.ts';

// What comes alive on the landing page once it is painted: the script with its drawing, and the calculator.

const page = {
  blocks: find('blocks', SVGElement),
  axis: find('axis', HTMLElement),
  totals: find('totals', HTMLElement),
  spoken: find('spoken', HTMLElement),
  race: find('race', HTMLFormElement),
  distance: find('distance', HTMLSelectElement),
  time: find('time', HTMLInputElement),
  score: find('score', HTMLElement),
  paces: find('paces', HTMLElement),
};

const unitButtons = page.race.querySelectorAll<HTMLButtonElement>('.units button');

const kept = readKept();
const ownWorkout = kept.workouts[0];
let workoutId = ownWorkout?.id;
const ownRace = ownOf(kept).race;
let race: RaceResult = ownRace && readRace(ownRace).ok ? ownRace : EXAMPLE.race;
/** Why the result that stands there gives no paces. */
let refusal: Html | undefined;
/** How the time was read, where that is not as it was typed. */
let readAs: string | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;
let units: PaceUnits = kept.units ?? regionUnits();

const script = enlivenScript('script', paces, showWorkout);
enlivenScript('doubtful', paces);
if (ownWorkout) script.setText(ownWorkout.script);
// Someone may have been quicker than this script.
if (page.time.value !== page.time.defaultValue && typedRace().ok) takeRace();
else if (race !== EXAMPLE.race) showRace();
if (units !== EXAMPLE.units) showUnits();

page.distance.addEventListener('change', () => takeRace());
// A time that is still being typed is not corrected; one that is whole counts at once.
page.time.addEventListener('input', () => {
  if (typedRace().ok) takeRace();
  else if (refusal) showRefusal(undefined);
});
page.time.addEventListener('change', () => takeRace());
page.race.addEventListener('submit', (event) => {
  event.preventDefault();
  takeRace();
});
page.score.addEventListener('click', ({ target }) => {
  const choice = target instanceof HTMLElement ? target.dataset['time'] : undefined;
  if (choice === undefined) return;
  page.time.value = formatRaceTime(Number(choice));
  takeRace();
  page.time.focus();
});
for (const button of unitButtons)
  button.addEventListener('click', () => {
    units = button.value === 'imperial' ? 'imperial' : 'metric';
    keepPaces({ units });
    showUnits();
  });

for (const link of document.querySelectorAll<HTMLElement>('[data-keep]'))
  link.addEventListener('click', (event) => {
    const asked = link.dataset['keep'] ?? '';
    if (!isHeld(link) && keep(asked)) return;
    event.preventDefault();
    if (!isHeld(link)) return script.tell(NOT_KEPT);
    if (asked === 'paces') return page.time.focus();
    script.tell(NOTHING_WRITTEN);
    script.field.focus();
  });
// Whatever way someone leaves, what they wrote is kept.
addEventListener('pagehide', () => keep(''));

/** Keeps what was changed here, and what is asked for by name. Says whether this device could. */
function keep(asked: string): boolean {
  const isWorkoutAsked = asked === 'workout' || script.field.value !== EXAMPLE.script;
  // Whoever goes on finds the paces they saw, and is not taken for the runner of the example.
  const isExample = race === EXAMPLE.race && asked !== 'paces';
  const shown =
    isExample || asked === 'paces' ? { race: { ...race, isExample }, units } : { units };
  const arePacesKept = asked === '' || keepPaces(shown);
  if (!isWorkoutAsked) return arePacesKept;

  const workout = keepWorkout({ title: title(), script: script.field.value }, workoutId);
  workoutId = workout.id;
  return arePacesKept && workout.isKept;
}

/** The example's title is for the example; another script is named after its steps. */
function title(): string {
  const before = ownWorkout ?? EXAMPLE;
  const isExample = before.title === EXAMPLE.title && before.script === EXAMPLE.script;
  return isExample && script.field.value !== EXAMPLE.script ? '' : before.title;
}

const NOTHING_WRITTEN = {
  severity: 'advice',
  message: 'Nothing written yet. Your first workout takes one line.',
  fixes: [],
} satisfies Parameters<typeof script.tell>[0];

const NOT_KEPT = {
  severity: 'error' as const,
  message:
    'Not saved. Your browser is blocking storage. Copy the script, create an account, then paste it there.',
  fixes: [],
} satisfies Parameters<typeof script.tell>[0];

/** A visitor may have set some of them by hand. */
function paces() {
  return pacesOf({ ...kept, race, units });
}

function typedRace(): TypedRace {
  return readTypedRace(Number(page.distance.value), page.time.value);
}

function takeRace(): void {
  const typed = typedRace();
  readAs = typed.ok ? typed.readAs : undefined;
  if (typed.ok) {
    ({ race } = typed);
    keepPaces({ race });
  }
  showRefusal(typed.ok ? undefined : explain(typed));
}

function showRefusal(reason: Html | undefined): void {
  refusal = reason;
  page.time.setAttribute('aria-invalid', String(reason !== undefined));
  page.score.classList.toggle('is-refusal', reason !== undefined);
  showPaces();
}

function explain({ said, byHand, choices }: Extract<TypedRace, { ok: false }>): Html {
  return html`<span
    >${said}${byHand && html`<a href="/try/paces">${byHand}</a>`}
    ${choices.map(
      (seconds) =>
        html`<button type="button" class="btn btn-sm btn-secondary" data-time="${seconds}">
          ${formatRaceTime(seconds)}
        </button>`,
    )}</span
  >`;
}

/** A link that leads on with something waits until that is there. */
function hold(asked: 'paces' | 'workout', isWaiting: boolean): void {
  document.querySelector(`[data-keep=${asked}]`)?.setAttribute('aria-disabled', String(isWaiting));
}

function isHeld(link: HTMLElement): boolean {
  return link.getAttribute('aria-disabled') === 'true';
}

function showRace(): void {
  const { distance } = race;
  if (!RACE_DISTANCES.some(({ metres }) => metres === distance))
    page.distance.add(new Option(raceName(distance), String(distance)));
  page.distance.value = String(race.distance);
  page.time.value = writeRaceTime(race);
  showPaces();
}

function showPaces(): void {
  const { trainingPaces, vdot } = paces();
  put(page.score, refusal ?? writeScore(vdot, readAs));
  put(page.paces, listPaces(refusal ? undefined : trainingPaces, units));
  hold('paces', refusal !== undefined);
  script.readAgain();
}

function showUnits(): void {
  for (const button of unitButtons)
    button.setAttribute('aria-pressed', String(button.value === units));
  showPaces();
}

function showWorkout(drawn: DrawnWorkout): void {
  const { resolved } = drawn;
  const totals = refusal ? undefined : resolved.totals;
  put(page.blocks, drawBlocks(drawn));
  put(page.axis, drawAxis(drawn));
  hold('workout', drawn.script.trim() === '');
  put(page.totals, writeTotals(totals, units));
  page.blocks.setAttribute('aria-label', sayProfile(resolved, totals, units));
  // Said once typing has paused, not after every letter.
  clearTimeout(pause);
  pause = setTimeout(() => {
    page.spoken.textContent = totals ? `Total ${nameTotals(totals, units)}` : '';
  }, 1500);
}

function put(element: Element, { markup }: Html): void {
  element.innerHTML = markup;
}
