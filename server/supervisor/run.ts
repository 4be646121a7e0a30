import { ConfigError } from '@/server/config/config'

/** `npm run web` and `npm run worker`: one process alone. What is wrong with the configuration is said plainly. */
async function run(name: string | undefined): Promise<void> {
  if (name === 'web') await import('@/server/web/main')
  else if (name === 'worker') await import('@/server/worker/main')
  else throw new Error('Say which: web or worker.')
}

run(process.argv[2]).catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})

function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return taken ? `${error.message}. Another program listens there: set another PORT.` : error
}
