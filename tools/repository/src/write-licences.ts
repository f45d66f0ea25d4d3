import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './repository.ts';
import { listShipped, writeLicenceList } from './shipped.ts';

// Writes the licences of everything that ships: `pnpm licences:write`.
writeFileSync(join(ROOT, 'docs/licences.md'), writeLicenceList(listShipped()));
