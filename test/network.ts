import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Connections to a database that can fail like a network: they lose what is in transit, and need not be closed. */
export interface Network {
  /** The address of the database by way of this network. */
  url: string
  /** Resets every connection. */
  reset(): void
  /** Connections stay open and nothing passes any more, as when a machine vanishes. New ones work. */
  freeze(): void
  /** Loses the next message to the database that contains the text, and closes its connection. Then resolves. */
  loseNext(text: string): Promise<void>
  /** Resolves when the next message that contains the text passes. */
  passing(text: string): Promise<void>
  close(): Promise<void>
}

interface Watch {
  text: string
  seen: (near: Socket) => void
}

/** `databaseUrl` is read for each connection, because a server that is restarted may have to take another port. */
export async function networkBefore(databaseUrl: () => string): Promise<Network> {
  const connections = new Map<Socket, Socket>()
  const watches = new Set<Watch>()
  const server = createServer((near) => {
    const { hostname, port } = new URL(databaseUrl())
    const far = connect(Number(port || 5432), hostname)
    connections.set(near, far)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      one.on('error', () => undefined)
      one.on('close', () => {
        connections.delete(near)
        other.destroy()
      })
    }
    near.on('data', (data) => {
      for (const watch of [...watches].filter(({ text }) => data.includes(text))) {
        watches.delete(watch)
        watch.seen(near)
      }
      if (!near.destroyed && !far.write(data)) near.pause()
    })
    far.on('drain', () => near.resume())
    near.on('end', () => far.end())
    far.pipe(near)
  })
  const next = (text: string, act: (near: Socket) => void) =>
    new Promise<void>((resolve) => {
      const seen = (near: Socket) => {
        act(near)
        resolve()
      }
      watches.add({ text, seen })
    })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = new URL(databaseUrl())
  here.hostname = '127.0.0.1'
  here.port = String((server.address() as AddressInfo).port)
  return {
    url: here.href,
    reset() {
      for (const near of connections.keys()) near.resetAndDestroy()
    },
    freeze() {
      for (const [near, far] of connections) {
        far.removeAllListeners('drain').unpipe(near)
        for (const one of [near, far]) one.pause()
      }
    },
    loseNext: (text) => next(text, (near) => near.destroy()),
    passing: (text) => next(text, () => undefined),
    async close() {
      server.close()
      for (const near of connections.keys()) near.destroy()
      await once(server, 'close')
    },
  }
}
