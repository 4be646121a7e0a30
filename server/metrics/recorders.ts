import { Histogram, Registry } from 'prom-client'

/** What this process has measured, for Prometheus. */
export const registry = new Registry()

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const requests = new Histogram({
  name: 'kassa_request_duration_seconds',
  help: 'Duration of API requests, by method, path and status of the response.',
  labelNames: ['method', 'path', 'status'],
  registers: [registry],
  buckets,
})

/** Records a request to the API. `path` is the one of its endpoint, so that all orders have the same. */
export const recordRequest = (method: string, path: string, status: number, milliseconds: number): void =>
  requests.observe({ method, path, status }, milliseconds / 1000)

const cardCalls = new Histogram({
  name: 'kassa_card_call_duration_seconds',
  help: 'Duration of calls to card services, by service, call and outcome.',
  labelNames: ['service', 'call', 'outcome'],
  registers: [registry],
  buckets,
})

/** Starts to measure a call to a card service. Call the result with its outcome. */
export function cardCallTimer(service: string, call: string): (outcome: string) => void {
  const end = cardCalls.startTimer({ service, call })
  return (outcome) => void end({ outcome })
}

const jobs = new Histogram({
  name: 'kassa_job_duration_seconds',
  help: 'Duration of the jobs of a worker, by task and outcome: done or failed.',
  labelNames: ['task', 'outcome'],
  registers: [registry],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
})

/** Runs a job of a worker, and measures how long it takes. */
export async function recordJob<T>(task: string, run: () => T | PromiseLike<T>): Promise<T> {
  const end = jobs.startTimer({ task })
  let outcome = 'failed'
  try {
    const result = await run()
    outcome = 'done'
    return result
  } finally {
    end({ outcome })
  }
}
