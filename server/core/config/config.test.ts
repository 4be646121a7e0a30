import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError, environment, loadConfig, loadSettings, logLevel } from './config'
import { loadSecrets, savePort } from './secrets'

const production = {
  DATABASE_URL: 'postgres://kassa:secret@db:5432/kassa',
  AUTH_SECRET: 'a'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}

function problems(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  test('has defaults for everything except the database and the secrets', () => {
    expect(loadConfig(production)).toEqual({
      port: 3000,
      host: '0.0.0.0',
      baseUrl: 'http://localhost:3000',
      databaseUrl: production.DATABASE_URL,
      embedded: false,
      development: false,
      dataDir: resolve('.data'),
      authSecret: production.AUTH_SECRET,
      encryptionKey: production.ENCRYPTION_KEY,
      resendApiKey: undefined,
      resendBaseUrl: undefined,
      sendsMail: false,
      trustedProxies: [],
      mailFrom: 'Kassa <kassa@localhost>',
      logLevel: 'info',
      databasePool: 10,
      operationStaleSeconds: 30,
      requestLogMbPerDay: 100,
      requestLogMbPerHour: 20,
      cardServiceTimeoutMs: 10_000,
      callbackNetworks: [],
    })
  })

  test.each([
    ['https://pay.example.com', 'https://pay.example.com'],
    ['https://pay.example.com/', 'https://pay.example.com'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('accepts %s as BASE_URL', (given, expected) => {
    expect(loadConfig({ ...production, BASE_URL: given }).baseUrl).toBe(expected)
  })

  test('follows PORT in the default BASE_URL', () => {
    expect(loadConfig({ ...production, PORT: '8080' })).toMatchObject({
      port: 8080,
      baseUrl: 'http://localhost:8080',
    })
  })

  test('treats an empty variable as unset', () => {
    expect(loadConfig({ ...production, RESEND_API_KEY: '', PORT: ' ' })).toMatchObject({
      port: 3000,
      resendApiKey: undefined,
    })
  })

  test('stays embedded, on loopback, in child processes of the supervisor', () => {
    expect(loadConfig({ ...production, KASSA_EMBEDDED: '1' })).toMatchObject({
      embedded: true,
      host: '127.0.0.1',
    })
  })

  test('allows callbacks to loopback on a single machine, and otherwise only to the configured ranges', () => {
    const { callbackNetworks } = loadConfig({ ...production, KASSA_EMBEDDED: '1' })
    expect(callbackNetworks).toEqual(['127.0.0.0/8', '::1/128'])
    const said = { ...production, KASSA_EMBEDDED: '1', CALLBACK_NETWORKS: '10.0.0.0/8, fd00::/8' }
    expect(loadConfig(said).callbackNetworks).toEqual(['10.0.0.0/8', 'fd00::/8'])
  })

  test.each(['10.0.0.1', 'localhost', '10.0.0.0/33', '010.0.0.0/8', '10.0.0.0/8;::1/128', '10.0.0.0/8,'])(
    'rejects %s as CALLBACK_NETWORKS',
    (networks) => {
      const found = problems(() => loadConfig({ ...production, CALLBACK_NETWORKS: networks }))
      expect(found).toEqual([expect.stringContaining('such as 10.1.0.0/16')])
    },
  )

  test('reads how long the simulated acquirer takes', () => {
    const { testCardDelay } = loadConfig({ ...production, TEST_CARD_DELAY_MS: '120,380' })
    expect(testCardDelay).toEqual({ median: 120, p99: 380 })
    expect(loadConfig({ ...production, TEST_CARD_DELAY_MS: '9,9' }).testCardDelay?.p99).toBe(9)
  })

  test.each(['120', '0,380', '380,120', '120,380,900', '1.5,3', 'a,b'])(
    'rejects %s as TEST_CARD_DELAY_MS',
    (delay) => {
      const found = problems(() => loadConfig({ ...production, TEST_CARD_DELAY_MS: delay }))
      expect(found).toEqual([expect.stringContaining('such as 120,380')])
    },
  )

  test('reports every mistake at once', () => {
    const found = problems(() =>
      loadConfig({
        DATABASE_URL: 'mysql://x',
        PORT: '70000',
        BASE_URL: 'pay.example.com/shop',
        ENCRYPTION_KEY: 'short',
        LOG_LEVEL: 'loud',
        RESEND_BASE_URL: 'api.resend.com',
        RESEND_WEBHOOK_SECRET: 'secret',
        SMTP_URL: 'smtp.example.com:587',
        STRIPE_BASE_URL: 'https://stripe.example/v1',
        MAIL_FROM: 'nobody',
        DATABASE_POOL: '0',
      }),
    )
    const names = ['PORT', 'BASE_URL', 'DATABASE_URL', 'ENCRYPTION_KEY', 'RESEND_BASE_URL']
    expect(found.map((problem) => problem.split(' ')[0])).toEqual([
      ...names,
      'RESEND_WEBHOOK_SECRET',
      'SMTP_URL',
      'STRIPE_BASE_URL',
      'MAIL_FROM',
      'LOG_LEVEL',
      'DATABASE_POOL',
      'AUTH_SECRET',
    ])
  })

  test('sends mail through one service', () => {
    const smtp = { ...production, SMTP_URL: 'smtps://kassa:secret@smtp.example.com' }
    expect(loadConfig(smtp)).toMatchObject({ smtpUrl: smtp.SMTP_URL, sendsMail: true })
    expect(problems(() => loadConfig({ ...smtp, RESEND_API_KEY: 're_1' }))).toEqual([
      expect.stringContaining('Remove the other'),
    ])
  })

  test.each([
    'postgres://k:100%@db/shop',
    'postgres://k:4711/x@db/shop',
    'postgres://k:1?x@db/shop',
    'postgres://k:1#@db',
  ])('a password in DATABASE_URL has its special characters encoded: %s', (url) => {
    expect(problems(() => loadConfig({ ...production, DATABASE_URL: url }))).toEqual([
      expect.stringContaining('percent-encoded'),
    ])
  })

  test('a file for the encryption of the database must be readable', () => {
    const url = `${production.DATABASE_URL}?sslrootcert=/nowhere/ca.pem`
    expect(problems(() => loadConfig({ ...production, DATABASE_URL: url }))).toEqual([
      'DATABASE_URL: The file /nowhere/ca.pem of sslrootcert cannot be read.',
    ])
  })

  test('requires a database', () => {
    expect(problems(() => loadConfig({}))).toEqual([expect.stringContaining('DATABASE_URL is not set')])
  })
})

test('loadSettings requires nothing in embedded mode', () => {
  expect(loadSettings({})).toMatchObject({ embedded: true, host: '127.0.0.1', databaseUrl: undefined })
})

test('a file .env that cannot be read is named, and does not stop the log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-env-'))
  mkdirSync(join(folder, '.env'))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.stubGlobal('kassaConfig', undefined)
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    rmSync(folder, { recursive: true })
  })
  expect(logLevel()).toBe('info')
  expect(problems(environment)).toEqual([expect.stringContaining(`Cannot read ${join(folder, '.env')}.`)])
})

describe('secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('are generated once, kept, and readable only by their owner', () => {
    const first = loadSecrets(folder)
    expect(Buffer.from(first.encryptionKey, 'base64')).toHaveLength(32)
    savePort(folder, 5999)
    expect(loadSecrets(folder)).toEqual({ ...first, postgresPort: 5999 })
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  describe('in a data folder that cannot be used', () => {
    const said = (dataDir: string) => problems(() => loadSecrets(dataDir))

    test('name it, and say what to set', () => {
      const file = join(folder, 'file')
      writeFileSync(file, '')
      for (const dataDir of [file, join(file, 'below')])
        expect(said(dataDir)).toEqual([
          `The data folder ${dataDir} cannot be created. Set DATA_DIR to a folder that you may write.`,
        ])
    })

    // Root may write everywhere.
    test.skipIf(process.getuid?.() === 0)('say so if it is read-only', () => {
      const dataDir = join(folder, 'read-only')
      mkdirSync(dataDir, { mode: 0o500 })
      expect(said(dataDir)).toEqual([expect.stringContaining(`${dataDir} cannot be written. Set DATA_DIR`)])
    })

    test.each(['postgres', 'postgres.log', 'demo.json'])('say so if %s cannot be opened', (name) => {
      const dataDir = mkdtempSync(join(folder, 'foreign-'))
      // Not even root can open a link to itself.
      symlinkSync(name, join(dataDir, name))
      expect(said(dataDir)).toEqual([expect.stringMatching(`Cannot open ${join(dataDir, name)}.+chown`)])
    })

    test.each([
      [
        'is not readable',
        () => mkdirSync(join(folder, 'other', 'secrets.json'), { recursive: true }),
        'Cannot open',
      ],
      ['is damaged', () => writeFileSync(join(folder, 'other', 'secrets.json'), '{'), 'is damaged'],
    ])('say so if their file %s', (_, prepare, problem) => {
      rmSync(join(folder, 'other'), { recursive: true, force: true })
      mkdirSync(join(folder, 'other'))
      prepare()
      expect(said(join(folder, 'other'))).toEqual([expect.stringContaining(problem)])
    })
  })
})
