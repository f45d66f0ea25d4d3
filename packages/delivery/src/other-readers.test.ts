import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom';
import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import { titleOf, type Amount } from '@pacewright/script';
import * as fc from 'fast-check';
import { unzipSync } from 'fflate';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import { anyScript, anyTitle } from '../test/any-workout.ts';
import { writeCalendar } from './calendar.ts';
import { compileWorkout } from './compile.ts';
import { ZWIFT } from './devices.ts';
import { plainLine } from './text.ts';
import { encodeWatchFiles } from './watch-files.ts';
import { writeZip } from './zip.ts';
import { writeZwift } from './zwift.ts';

test('ical.js, the calendar library of Thunderbird, reads every event as it was written', () => {
  const anyEntry = fc.record({ title: anyTitle, script: anyScript });
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), (all) => {
      const entries = all.map((entry, index) => ({
        ...entry,
        id: `e${index}`,
        day: `2026-12-3${index % 2}`,
      }));
      const text = writeCalendar(entries, {
        name: 'Pacewright',
        writtenAt: '2026-11-14T08:00:00Z',
        speeds: { trainingPaces: DEFAULT_TRAINING_PACES },
        units: 'metric',
      });
      const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
      const events = calendar
        .getAllSubcomponents('vevent')
        .map((component) => new ICAL.Event(component));
      expect(
        events.map(({ uid, summary, startDate, endDate }) => ({
          uid,
          summary,
          day: startDate.toString(),
          isAllDay: startDate.isDate,
          days: endDate.subtractDate(startDate).toSeconds() / 86_400,
        })),
      ).toEqual(
        entries.map(({ id, title, script, day }) => ({
          uid: `${id}@pacewright`,
          summary: titleOf({ title: plainLine(title), script }),
          day,
          isAllDay: true,
          days: 1,
        })),
      );
      for (const [index, { script }] of entries.entries())
        expect(events[index]?.description).toContain(script);
    }),
  );
});

test('fflate unpacks every archive, with the same names and bytes', () => {
  const anyName = fc.stringMatching(/^[\w äß-]{1,40}\.fit$/u);
  const anyFile = fc.record({ name: anyName, bytes: fc.uint8Array({ maxLength: 2000 }) });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyFile, { selector: ({ name }) => name, maxLength: 20 }),
      (files) => {
        const unpacked = unzipSync(writeZip(files));
        expect(Object.keys(unpacked).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
        for (const { name, bytes } of files) expect([...unpacked[name]!]).toEqual([...bytes]);
      },
    ),
  );
});

test('fflate unpacks the files for a watch', () => {
  const speeds = { vdot: 50, trainingPaces: trainingPaces(50) };
  const files = encodeWatchFiles([
    { id: 'easy', title: 'Easy', script: '40m E', day: '2026-11-17', speeds },
  ]);
  if (!files.ok) throw new Error(files.reason);
  expect(Object.keys(unzipSync(files.bytes))).toEqual([
    'NEWFILES/easy.fit',
    'NEWFILES/schedule.fit',
    'read-me.txt',
  ]);
});

test('xmldom reads every file for Zwift, with its title and the length of every step', () => {
  const speeds = { vdot: 50, trainingPaces: trainingPaces(50) };
  fc.assert(
    fc.property(anyTitle, anyScript, (title, script) => {
      const written = { id: 'x', title, script };
      const [file, compiled] = [
        writeZwift(written, speeds),
        compileWorkout(written, speeds, ZWIFT),
      ];
      if (!file.ok || !compiled.ok) return;
      const parser = new DOMParser({ onError: onErrorStopParsing });
      const root = parser.parseFromString(file.text, 'text/xml').documentElement;
      expect(root?.tagName).toBe('workout_file');
      expect(root?.getElementsByTagName('name')[0]?.textContent).toBe(compiled.deviceTitle);
      const steps = [...(root?.getElementsByTagName('workout')[0]?.childNodes ?? [])]
        .filter((node) => node.nodeType === node.ELEMENT_NODE)
        .map((node) => node as Element);
      const durations = (names: readonly string[], step: Element) =>
        names.map((name) => Number(step.getAttribute(name)));
      expect(
        steps.map((step) =>
          step.tagName === 'IntervalsT'
            ? durations(['Repeat', 'OnDuration', 'OffDuration'], step)
            : durations(['Duration'], step),
        ),
      ).toEqual(
        compiled.items.map((item) =>
          item.kind === 'repeat'
            ? [item.count, ...item.items.map(({ amount }) => lengthOf(amount))]
            : [lengthOf(item.amount)],
        ),
      );
    }),
  );
});

function lengthOf(amount: Amount): number {
  return amount.kind === 'time' ? amount.seconds : amount.kind === 'distance' ? amount.metres : NaN;
}
