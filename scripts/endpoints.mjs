// Writes app/v1/endpoints.ts: the list of all endpoints, from the route files in the folder. A test compares them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../app/v1')
const target = join(folder, 'endpoints.ts')

/** The text of app/v1/endpoints.ts for the route files that exist now. */
export function endpointsFile() {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/route.ts') && !path.startsWith('openapi.json/'))
    .map((path) => path.slice(0, -'.ts'.length))
    .sort()
  return [
    '// Generated from the route files in this folder: npm run endpoints',
    "import type { Endpoint } from '@/server/rest/endpoint'",
    ...paths.map((path, index) => `import * as route${index + 1} from './${path}'`),
    '',
    '/** Every endpoint except the OpenAPI document itself. */',
    'export const endpoints: readonly Endpoint[] = [',
    ...paths.map((_, index) => `  ...Object.values(route${index + 1}),`),
    ']',
    '',
  ].join('\n')
}

/** Writes the file if it is missing or differs. */
export function writeEndpoints() {
  const text = endpointsFile()
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text)
}

if (process.argv[1] === import.meta.filename) writeEndpoints()
