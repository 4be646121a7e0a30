import { log } from '../core/log'

/**
 * Logs every error that nothing handles, with its stack, before the process ends.
 *
 * @param end ends the process after an error; the caller decides how
 * @param options.surviveRejections for the web process: Next starts work for a page before it knows whether the page
 * needs it, so a promise that nothing awaits is no reason to end other people's requests
 */
export function handleFaults(
  end: (error: Error) => void,
  options: { surviveRejections?: boolean } = {},
): void {
  process.on('uncaughtException', (error: unknown) => {
    const err = asError(error)
    log.fatal({ err }, 'Unhandled error. The process ends.')
    end(err)
  })
  process.on('unhandledRejection', (error: unknown) => {
    const err = asError(error)
    if (options.surviveRejections) {
      log.error({ err }, 'Unhandled promise rejection.')
      return
    }
    log.fatal({ err }, 'Unhandled promise rejection. The process ends.')
    end(err)
  })
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`Thrown value that is not an Error: ${String(thrown)}`)
}
