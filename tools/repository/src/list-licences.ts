import { fullName, licenceOf, listShipped } from './shipped.ts';

// Prints everything that ships, by licence: `pnpm list-licences`.
const byLicence = Map.groupBy(listShipped(), licenceOf);
for (const [licence, components] of [...byLicence].toSorted(([one], [other]) =>
  one.localeCompare(other),
)) {
  const names = new Set(components.map(fullName));
  process.stdout.write(
    `${licence}\n${[...names]
      .toSorted()
      .map((name) => `  ${name}\n`)
      .join('')}`,
  );
}
