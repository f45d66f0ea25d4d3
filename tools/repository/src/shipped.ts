import { execFileSync } from 'node:child_process';
import { ROOT } from './repository.ts';

/** A package of the CycloneDX list that pnpm writes. */
export type Component = {
  name: string;
  group?: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
};

/** Packages whose manifest has no licence; their files have it. */
const LICENSED_ELSEWHERE: Record<string, string> = { limiter: 'MIT' };

/** Every package that the API runs or the web app contains. */
export function listShipped(): Component[] {
  const shipped = ['--filter', '@pacewright/api', '--filter', '@pacewright/web'];
  const sbom = execFileSync('pnpm', [...shipped, 'sbom', '--sbom-format=cyclonedx', '--prod'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return (JSON.parse(sbom) as { components: Component[] }).components;
}

export function fullName({ group, name }: Component): string {
  return group ? `${group}/${name}` : name;
}

/** "none" where neither the manifest nor the table above has one. */
export function licenceOf(component: Component): string {
  const { licenses = [] } = component;
  const names = licenses.map(
    ({ license, expression }) => license?.id ?? license?.name ?? expression ?? 'none',
  );
  const known = names.join(' AND ') || LICENSED_ELSEWHERE[fullName(component)] || 'none';
  return known.replace(/^\((.*)\)$/, '$1');
}

/** Without versions, so that an update changes the list only if a licence changes. */
export function writeLicenceList(components: Component[]): string {
  const byLicence = new Map<string, Set<string>>();
  for (const component of components) {
    const licence = licenceOf(component);
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(fullName(component)));
  }
  const sections = [...byLicence]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([licence, names]) =>
        `## ${licence}\n\n${[...names]
          .toSorted()
          .map((name) => `- \`${name}\`\n`)
          .join('')}`,
    );
  const intro =
    'Every package that ships, by licence. Written by `pnpm licences:write`; a test compares it with the lock file.\n';
  return `# Licences\n\n${[intro, ...sections].join('\n')}`;
}
