import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { recoveryMs } from './cluster'

/** The role that Kassa uses. It owns the database and nothing else, so a flaw in Kassa does not open the machine. */
export const roleName = 'kassa'
const databaseName = 'kassa'

/** Lets one of several simultaneous starts prepare, while the others wait. Any number that nothing else locks. */
const preparationLock = '461715829602'

/**
 * Creates the role and its database, or converts those of an earlier version, where the superuser owned everything.
 * Call it as the superuser at every start. `addressOf` returns the superuser's address of a database. `passwordOf` is
 * called while no other start prepares, so all starts get the same password, which is returned.
 */
export async function prepareRole(
  addressOf: (database: string) => string,
  passwordOf: () => string,
): Promise<string> {
  return asSuperuser(addressOf('postgres'), async (sql) => {
    await untilAccepting(sql)
    await sql`select pg_advisory_lock(${preparationLock}::bigint)`
    const password = passwordOf()
    const [known] = await sql`select 1 from pg_roles where rolname = ${roleName}`
    if (!known) await sql.unsafe(`create role ${roleName}`)
    // It can see who is connected, so that Kassa knows when nobody uses the server any more.
    await sql.unsafe(`grant pg_read_all_stats to ${roleName}`)
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    // The password is base64url, and we generated it.
    await sql.unsafe(`alter role ${roleName} with ${rights} password '${password}'`)
    const [database] = await sql<{ owner: string }[]>`
      select pg_get_userbyid(datdba) as owner from pg_database where datname = ${databaseName}`
    if (!database) await createDatabase(sql)
    else if (database.owner !== roleName) await handOver(sql, addressOf(databaseName))
    return password
  })
}

/**
 * Creates the database so that the search indexes take å, é and the like for letters, if this machine can tell. Otherwise
 * they separate words there, and such a search reads more rows.
 */
async function createDatabase(sql: postgres.Sql): Promise<void> {
  const create = `create database ${databaseName} owner ${roleName}`
  await sql.unsafe(`${create} template template0 lc_ctype 'C.UTF-8'`).catch((error: unknown) => {
    if (!isUnknownLocale(error)) throw error
    return sql.unsafe(create)
  })
}

const isUnknownLocale = (error: unknown) => error instanceof postgres.PostgresError && error.code === '42809'

/** Waits while PostgreSQL recovers from a crash: it then accepts no connections, for minutes if much was written. */
async function untilAccepting(sql: postgres.Sql): Promise<void> {
  const deadline = Date.now() + recoveryMs
  for (;;) {
    try {
      await sql`select 1`
      return
    } catch (error) {
      const isRecovering = error instanceof postgres.PostgresError && error.code === '57P03'
      if (!isRecovering || Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}

async function handOver(sql: postgres.Sql, address: string): Promise<void> {
  await asSuperuser(address, (inside) => inside.unsafe(changeOwners))
  // Last: if this start is interrupted, the next one repeats it.
  await sql.unsafe(`alter database ${databaseName} owner to ${roleName}`)
}

async function asSuperuser<T>(address: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(address, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Everything in the database except what belongs to PostgreSQL itself or to an extension. */
const changeOwners = `
do $$
declare command text;
begin
  for command in
    with ours as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), others as (
      -- Extensions keep what is theirs; what belongs to a table goes with it.
      select classid, objid from pg_depend where deptype in ('e', 'a', 'i')
    )
    select format('alter schema %I owner to ${roleName}', nspname) from ours where nspname <> 'public'
    union all
    select format('alter %s %s owner to ${roleName}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass)
      from pg_class c join ours on ours.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from others where classid = 'pg_class'::regclass and objid = c.oid)
    union all
    select format('alter routine %s owner to ${roleName}', p.oid::regprocedure)
      from pg_proc p join ours on ours.oid = pronamespace
      where not exists (select from others where classid = 'pg_proc'::regclass and objid = p.oid)
    union all
    select format('alter type %s owner to ${roleName}', t.oid::regtype)
      from pg_type t join ours on ours.oid = typnamespace left join pg_class c on c.oid = typrelid
      where (typtype in ('e', 'd', 'r') or (typtype = 'c' and c.relkind = 'c'))
        and not exists (select from others where classid = 'pg_type'::regclass and objid = t.oid)
  loop
    execute command;
  end loop;
end $$`
