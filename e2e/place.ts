import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The port and the data folder of the Kassa under test. Nothing else uses them. */
export const port = Number(process.env.E2E_PORT ?? 3199)
export const address = `http://localhost:${port}`
export const dataDir = join(tmpdir(), `kassa-e2e-${port}`)
