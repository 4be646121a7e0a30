import { log } from '../core/log'

export interface FaultOptions {
  survives?: (rejection: Error) => boolean
}

/**
 * Logs every error that nothing handles, with its stack, before the process ends.
 *
 * @param end ends the process after an error; the caller decides how
 * @param options.survives whether the process continues after an unhandled rejection
 */
export function handleFaults(
  end: (error: Error) => void,
  { survives = () => false }: FaultOptions = {},
): void {
  process.on('uncaughtException', (error: unknown) => {
    const err = asError(error)
    log.fatal({ err }, 'Unhandled error. The process ends.')
    end(err)
  })
  process.on('unhandledRejection', (error: unknown) => {
    const err = asError(error)
    if (survives(err)) {
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
