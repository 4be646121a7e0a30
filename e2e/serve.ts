import { rmSync } from 'node:fs'
import { dataDir } from './place'

// The whole product as people start it, on fresh data.
rmSync(dataDir, { recursive: true, force: true })
await import('../server/supervisor/main')
