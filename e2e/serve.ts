import { rmSync } from 'node:fs'
import { dataDir } from './place'

// Starts all of Kassa as users do, with an empty data folder.
rmSync(dataDir, { recursive: true, force: true })
await import('../server/supervisor/main')
