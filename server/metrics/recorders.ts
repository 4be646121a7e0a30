import { Gauge, Histogram, Registry } from 'prom-client'

/** What this process has measured, for Prometheus. */
export const registry = new Registry()

/** Of what somebody waits for, in seconds. */
const responses = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const durations = <Label extends string>(what: string, labelNames: Label[], buckets: number[]) =>
  new Histogram({
    name: `kassa_${what}_duration_seconds`,
    help: `How long each ${what.replace('_', ' ')} took, by ${labelNames.join(', ')}.`,
    registers: [registry],
    labelNames,
    buckets,
  })

const requests = durations('request', ['method', 'path', 'status'], responses)

/** Records a request to the API. `path` is the one of its endpoint, so that all orders have the same. */
export const recordRequest = (method: string, path: string, status: number, milliseconds: number): void =>
  requests.observe({ method, path, status }, milliseconds / 1000)

const cardCalls = durations('card_call', ['service', 'call', 'outcome'], responses)

/** Starts to measure a call to a card service. Call the result with its outcome. */
export function cardCallTimer(service: string, call: string): (outcome: string) => void {
  const end = cardCalls.startTimer({ service, call })
  return (outcome) => void end({ outcome })
}

const jobs = durations('job', ['task', 'outcome'], [0.01, 0.1, 1, 10, 60, 600])

/** Starts to count the outcomes of tasks at zero: Prometheus sees no increase in a count that begins with a failure. */
export function expectJobs(tasks: readonly string[]): void {
  for (const task of tasks) for (const outcome of ['done', 'failed']) jobs.zero({ task, outcome })
}

/** When each job that is running was started, in the order in which they were. */
const running = new Map<symbol, { task: string; since: number }>()

const runningSeconds = new Gauge({
  name: 'kassa_running_job_seconds',
  help: 'For how long the oldest job that is running has run, by task.',
  registers: [registry],
  labelNames: ['task'],
  collect() {
    this.reset()
    const now = performance.now()
    const newestFirst = [...running.values()].reverse()
    for (const { task, since } of newestFirst) runningSeconds.set({ task }, (now - since) / 1000)
  },
})

/** Runs a job of a worker, and measures how long it takes. */
export async function recordJob<T>(task: string, run: () => T | PromiseLike<T>): Promise<T> {
  const job = Symbol(task)
  running.set(job, { task, since: performance.now() })
  const end = jobs.startTimer({ task })
  let outcome = 'failed'
  try {
    const result = await run()
    outcome = 'done'
    return result
  } finally {
    running.delete(job)
    end({ outcome })
  }
}
