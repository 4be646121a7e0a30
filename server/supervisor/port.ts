import { createServer } from 'node:net'

/** Whether a server could listen there. Throws for any reason other than a port in use. */
export function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else
        reject(
          new Error(`Cannot listen on ${host}:${port} (${error.code}). Set HOST or PORT.`, { cause: error }),
        )
    })
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
