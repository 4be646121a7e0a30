import {
  type Embedded,
  type ServerSecrets,
  startEmbeddedServer,
  stopAbandonedServer as stopServer,
} from '@/db/embedded'
import type { PostgresSettings } from '@/db/embedded/cluster'
import { kassaPassword, loadSecrets, savePort } from '../core/config/secrets'

/** Starts or joins the PostgreSQL of a data folder, with the passwords of its `secrets.json`. */
export const startEmbedded = (options: { dataDir: string; settings?: PostgresSettings }): Promise<Embedded> =>
  startEmbeddedServer({ ...options, secrets: secretsOf(options.dataDir) })

/** Stops the data folder's server that a killed Kassa left behind, once nobody uses it. Starts nothing. */
export const stopAbandonedServer = (dataDir: string): Promise<void> => stopServer(dataDir, secretsOf(dataDir))

const secretsOf = (dataDir: string): ServerSecrets => ({
  superuserPassword: () => loadSecrets(dataDir).postgresPassword,
  rolePassword: () => kassaPassword(dataDir),
  port: () => loadSecrets(dataDir).postgresPort,
  savePort: (port) => savePort(dataDir, port),
})
