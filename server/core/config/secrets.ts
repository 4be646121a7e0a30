import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { createFile, replaceFile } from './file'
import { ConfigError } from './schema'

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  encryptionKey: z.string().min(43),
  /** The password of PostgreSQL's superuser, who only prepares the role that Kassa uses. */
  postgresPassword: z.string().min(16),
  /** The password of that role. */
  kassaPassword: z
    .string()
    .regex(/^[\w-]{16,}$/)
    .optional(),
  postgresPort: z.int().min(1).max(65_535).optional(),
})

/**
 * The secrets that the embedded default generates once. The data is encrypted with them, so they must never be lost.
 */
export type Secrets = z.infer<typeof secretsSchema>

/** Creates the data folder if needed. As root, lets PostgreSQL's user pass through it, but not list it. */
function prepareDataDir(dataDir: string): void {
  ofFolder(dataDir, 'created', () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  if (process.getuid?.() === 0)
    ofFolder(dataDir, 'written', () => chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o011))
  ofFolder(dataDir, 'written', () => accessSync(dataDir, constants.W_OK))
  for (const [name, mode] of opened) requireAccess(dataDir, name, mode)
}

/** What is opened later, with errors of its own. Once Kassa has run as root, some of it is another user's. */
const opened = [
  ['postgres', constants.R_OK],
  ['postgres.log', constants.W_OK],
  ['demo.json', constants.R_OK],
] as const

function requireAccess(dataDir: string, name: string, mode: number): void {
  try {
    accessSync(join(dataDir, name), mode)
  } catch (cause) {
    if (!isMissing(cause)) throw notOpened(join(dataDir, name), cause)
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const notOpened = (path: string, cause: unknown) => {
  const advice = 'Start Kassa as that user, give the data folder to yours (`chown -R`), or set DATA_DIR.'
  return new ConfigError([`Cannot open ${path}. Is it another user's? ${advice}`], { cause })
}

/** Does something that the system can refuse. Throws a ConfigError that says what to do. */
function ofFolder<T>(dataDir: string, done: 'created' | 'written', work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const problem = `The data folder ${dataDir} cannot be ${done}. Set DATA_DIR to a folder that you may write.`
    throw new ConfigError([problem], { cause })
  }
}

/**
 * Reads the data folder's secrets. Generates them only for a new folder: next to existing data, new secrets would be
 * useless and would hide that the right ones are lost.
 */
export function loadSecrets(dataDir: string): Secrets {
  prepareDataDir(dataDir)
  const known = readSecrets(dataDir)
  if (known) return known
  if (existsSync(join(dataDir, 'postgres'))) throw new ConfigError([lost(dataDir)])
  return generate(dataDir)
}

const lost = (dataDir: string) =>
  `${file(dataDir)} is missing, but ${join(dataDir, 'postgres')} holds a database. The file has the password of that database ` +
  'and the key that its secrets are encrypted with. Restore it from a backup. If you do not need the data, ' +
  `delete ${dataDir}, or set DATA_DIR to another folder, to start with an empty database.`

/** The password of the role that Kassa uses. Generates it if the data folder is from an earlier version without one. */
export function kassaPassword(dataDir: string): string {
  const secrets = loadSecrets(dataDir)
  if (secrets.kassaPassword) return secrets.kassaPassword
  const generated = newPassword()
  replaceSecrets(dataDir, { ...secrets, kassaPassword: generated })
  // If two starts write at once, the later file counts, and both read it.
  return loadSecrets(dataDir).kassaPassword ?? generated
}

/** Stores the port, so that the address stays the same at every start. */
export function savePort(dataDir: string, postgresPort: number): void {
  replaceSecrets(dataDir, { ...loadSecrets(dataDir), postgresPort })
}

const replaceSecrets = (dataDir: string, secrets: Secrets): void =>
  ofFolder(dataDir, 'written', () => replaceFile(file(dataDir), serialise(secrets)))

function file(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

function serialise(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`
}

const newPassword = () => randomBytes(24).toString('base64url')

function generate(dataDir: string): Secrets {
  const secrets: Secrets = {
    authSecret: randomBytes(32).toString('base64url'),
    encryptionKey: randomBytes(32).toString('base64'),
    postgresPassword: newPassword(),
    kassaPassword: newPassword(),
  }
  // Two simultaneous first starts must get the same secrets: the second uses those of the first.
  if (ofFolder(dataDir, 'written', () => createFile(file(dataDir), serialise(secrets)))) return secrets
  return readSecrets(dataDir) ?? secrets
}

function readSecrets(dataDir: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(file(dataDir), 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw notOpened(file(dataDir), cause)
  }
  try {
    return secretsSchema.parse(JSON.parse(text))
  } catch {
    // The cause quotes the file.
    throw new ConfigError([
      `${file(dataDir)} is damaged. Restore it from a backup; the data is encrypted with it.`,
    ])
  }
}
