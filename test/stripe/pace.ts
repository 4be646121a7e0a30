/** The requests of one endpoint. */
interface Endpoint {
  requests: number
  limited: number
  /** The most requests within one second. */
  peak: number
  /** The times of the requests of the last second, in milliseconds. */
  recent: number[]
  bucket: Bucket
}

interface Bucket {
  tokens: number
  at: number
}

export interface StripePaceLimits {
  /** Requests per second in total. */
  total: number | null
  /** Requests per second for each endpoint. */
  endpoint: number | null
}

/** Measures the rate of requests, and limits it with token buckets if configured. */
export class Pace {
  limits: StripePaceLimits = { total: null, endpoint: null }
  #endpoints = new Map<string, Endpoint>()
  #all: Endpoint = fresh()

  /** Counts a request. Returns whether it is within the limits. */
  allows(name: string, now = performance.now()): boolean {
    const endpoint = this.#endpoints.get(name) ?? fresh()
    this.#endpoints.set(name, endpoint)
    const within = this.#takes(endpoint, now)
    for (const each of [endpoint, this.#all]) count(each, now, within)
    return within
  }

  /** Takes a token from both buckets, or from neither. */
  #takes(endpoint: Endpoint, now: number): boolean {
    const buckets = [
      { bucket: this.#all.bucket, limit: this.limits.total },
      { bucket: endpoint.bucket, limit: this.limits.endpoint },
    ].filter((each): each is { bucket: Bucket; limit: number } => each.limit !== null)
    for (const { bucket, limit } of buckets) {
      bucket.tokens = Math.min(limit, bucket.tokens + ((now - bucket.at) / 1000) * limit)
      bucket.at = now
    }
    if (buckets.some(({ bucket }) => bucket.tokens < 1)) return false
    for (const { bucket } of buckets) bucket.tokens -= 1
    return true
  }

  figures(): Record<string, { requests: number; limited: number; peak: number }> {
    const figures = ({ requests, limited, peak }: Endpoint) => ({ requests, limited, peak })
    const endpoints = [...this.#endpoints].map(([name, endpoint]) => [name, figures(endpoint)] as const)
    return { total: figures(this.#all), ...Object.fromEntries(endpoints) }
  }

  reset(): void {
    this.#endpoints.clear()
    this.#all = fresh()
  }
}

// A new bucket is full: it fills up before its first request, whatever its limit.
const fresh = (): Endpoint => ({
  requests: 0,
  limited: 0,
  peak: 0,
  recent: [],
  bucket: { tokens: 0, at: Number.NEGATIVE_INFINITY },
})

function count(endpoint: Endpoint, now: number, within: boolean): void {
  endpoint.requests += 1
  if (!within) endpoint.limited += 1
  endpoint.recent = [...endpoint.recent.filter((at) => at > now - 1000), now]
  endpoint.peak = Math.max(endpoint.peak, endpoint.recent.length)
}
