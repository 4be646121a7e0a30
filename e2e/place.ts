import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the product under test is: a port and a data folder that nothing else uses. */
export const port = Number(process.env.E2E_PORT ?? 3199)
export const address = `http://localhost:${port}`
export const dataDir = join(tmpdir(), `kassa-e2e-${port}`)
