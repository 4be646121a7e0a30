import { connect, createServer } from 'node:net'

/** What went over the connections between Kassa and PostgreSQL. */
export interface WireCounts {
  /** Statements of Kassa, with `begin` and `commit`. */
  statements: number
  /** How many of these keep the simulated acquirer's books. */
  ofAcquirer: number
  /** How often Kassa waited for PostgreSQL. Statements that are sent together, on any connections, wait once. */
  roundTrips: number
}

/** What the connections of one process share. */
interface Shared {
  counts: WireCounts
  /** Whether PostgreSQL has responded since the last round trip began. */
  hasResponded: boolean
}

/**
 * Listens between a process and PostgreSQL, and counts. The request log is left out: it is written in the background,
 * for many requests together.
 */
export async function countingProxy(postgresUrl: string) {
  const target = Number(new URL(postgresUrl).port)
  const counts: WireCounts = { statements: 0, ofAcquirer: 0, roundTrips: 0 }
  const shared: Shared = { counts, hasResponded: true }
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    const session = new Session(shared)
    client.on('data', (chunk) => {
      session.sent(chunk)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      session.received(chunk)
      client.write(chunk)
    })
    // Either end may go first; the other follows.
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy())
    upstream.on('close', () => client.destroy()).on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')
  const url = new URL(postgresUrl)
  url.port = String(address.port)
  return {
    url: url.href,
    /** Returns the counts since the last call. */
    take: (): WireCounts => {
      const taken = { ...counts }
      Object.assign(counts, { statements: 0, ofAcquirer: 0, roundTrips: 0 })
      return taken
    },
    close: () => server.close(),
  }
}

/** One connection of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol.html */
class Session {
  readonly #queries = new Map<string, string>()
  readonly #fromClient = new Messages({ hasStart: true })
  readonly #fromServer = new Messages({ hasStart: false })
  #isLog = false

  constructor(private readonly shared: Shared) {}

  sent(chunk: Buffer): void {
    for (const { type, body } of this.#fromClient.add(chunk)) {
      const texts = body.toString('utf8').split('\0')
      if (type === 'P') this.#queries.set(texts[0] ?? '', texts[1] ?? '')
      if (type === 'B') this.#count(this.#queries.get(texts[1] ?? '') ?? '')
      if (type === 'Q') this.#count(texts[0] ?? '')
      // Each of these is followed by ReadyForQuery.
      if ((type === 'S' || type === 'Q') && this.shared.hasResponded && !this.#isLog) {
        this.shared.counts.roundTrips++
        this.shared.hasResponded = false
      }
    }
  }

  received(chunk: Buffer): void {
    for (const { type } of this.#fromServer.add(chunk))
      if (type === 'Z' && !this.#isLog) this.shared.hasResponded = true
  }

  #count(query: string): void {
    this.#isLog = query.includes('request_log')
    if (this.#isLog) return
    this.shared.counts.statements++
    if (query.includes('acquirer_')) this.shared.counts.ofAcquirer++
  }
}

class Messages {
  #rest = Buffer.alloc(0)
  /** The first message of a client has no type. */
  #isStart: boolean

  constructor({ hasStart }: { hasStart: boolean }) {
    this.#isStart = hasStart
  }

  *add(chunk: Buffer): Generator<{ type: string; body: Buffer }> {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const head = this.#isStart ? 0 : 1
      if (this.#rest.length < head + 4) return
      const end = head + this.#rest.readUInt32BE(head)
      if (this.#rest.length < end) return
      const type = this.#isStart ? '' : String.fromCharCode(this.#rest[0] ?? 0)
      const body = this.#rest.subarray(head + 4, end)
      this.#rest = this.#rest.subarray(end)
      this.#isStart = false
      yield { type, body }
    }
  }
}
