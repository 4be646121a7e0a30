import { rmSync } from 'node:fs'
import { dataDir } from './place'

// Playwright starts this in a session of its own, so it would go on running after Playwright is killed.
setInterval(() => {
  if (process.ppid !== Number(process.env.PLAYWRIGHT_PID)) process.kill(process.pid, 'SIGTERM')
}, 200).unref()

// Starts all of Kassa as users do, with an empty data folder.
rmSync(dataDir, { recursive: true, force: true })
await import('../server/supervisor/main')
