import { resolve } from 'node:path'
import * as z from 'zod'
import { database, integer, isEncryptionKey, isNetwork, isOrigin, listOf, optionalInteger } from './values'

export type Environment = Record<string, string | undefined>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}

const missing = {
  DATABASE_URL:
    'DATABASE_URL is not set: use `npm start`, which brings its own PostgreSQL, or set it to postgres://user:password@host:5432/database.',
  AUTH_SECRET:
    'AUTH_SECRET is required with DATABASE_URL: set 32 or more random characters, the same for every process.',
  ENCRYPTION_KEY:
    'ENCRYPTION_KEY is required with DATABASE_URL: set 32 random bytes in base64, the same for every process.',
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const delayError =
  'TEST_CARD_DELAY_MS must be two whole numbers of milliseconds, the median and the 99th percentile, such as 120,380.'

/** The environment as people set it. Every message says what to do. */
export const environmentSchema = z.object({
  PORT: integer('PORT', 3000, 1, 65_535, 'the port the web server listens on'),
  HOST: z.string().optional(),
  BASE_URL: z
    .string()
    .refine(isOrigin, {
      error: 'BASE_URL must be an http or https address without a path, such as https://pay.example.com.',
    })
    .transform((value) => new URL(value).origin)
    .optional(),
  DATABASE_URL: database('DATABASE_URL'),
  DATABASE_REPLICA_URL: database('DATABASE_REPLICA_URL'),
  KASSA_EMBEDDED: z.string().optional(),
  NODE_ENV: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: z
    .string()
    .min(32, {
      error: 'AUTH_SECRET must have at least 32 characters. Generate one with `openssl rand -base64 32`.',
    })
    .optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine(isEncryptionKey, {
      error: 'ENCRYPTION_KEY must be 32 bytes in base64. Generate one with `openssl rand -base64 32`.',
    })
    .optional(),
  RESEND_API_KEY: z.string().optional(),
  RESEND_BASE_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: 'RESEND_BASE_URL must be an http or https address, such as https://api.resend.com.',
    })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', {
      error:
        'RESEND_WEBHOOK_SECRET must be the signing secret of a webhook at Resend: it begins with whsec_.',
    })
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) =>
        URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
      {
        error: 'SMTP_URL must be an smtp or smtps address, such as smtps://name:password@smtp.example.com.',
      },
    )
    .optional(),
  STRIPE_BASE_URL: z
    .string()
    .refine(isOrigin, {
      error:
        'STRIPE_BASE_URL must be an http or https address without a path, such as https://api.stripe.com.',
    })
    .transform((value) => new URL(value).origin)
    .optional(),
  STRIPE_JS_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: 'STRIPE_JS_URL must be an http or https address, such as https://js.stripe.com/v3/.',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .includes('@', { error: "MAIL_FROM must hold an e-mail address, such as 'Kassa <kassa@example.com>'." })
    .default('Kassa <kassa@localhost>'),
  LOG_LEVEL: z.enum(levels, { error: `LOG_LEVEL must be one of ${levels.join(', ')}.` }).default('info'),
  DATABASE_POOL: integer('DATABASE_POOL', 10, 1, 1_000, 'maximum database connections per process'),
  METRICS_PORT: optionalInteger('METRICS_PORT', 1, 65_534, 'the port that serves metrics').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OPERATION_STALE_SECONDS: integer(
    'OPERATION_STALE_SECONDS',
    30,
    1,
    86_400,
    'the age at which the worker takes over a pending card operation',
  ),
  CARD_SERVICE_TIMEOUT_MS: integer(
    'CARD_SERVICE_TIMEOUT_MS',
    10_000,
    100,
    600_000,
    'how long to wait for the card service',
  ),
  TEST_CARD_DELAY_MS: z
    .string()
    .regex(/^[1-9]\d{0,5},[1-9]\d{0,5}$/, { error: delayError, abort: true })
    .transform((value) => {
      const [median = 0, p99 = 0] = value.split(',').map(Number)
      return { median, p99 }
    })
    .refine(({ median, p99 }) => median <= p99, { error: delayError })
    .optional(),
  REQUEST_LOG_MB_PER_HOUR: integer(
    'REQUEST_LOG_MB_PER_HOUR',
    20,
    1,
    100_000,
    'megabytes of the request log that one merchant may fill in an hour',
  ),
  REQUEST_LOG_MB_PER_DAY: integer(
    'REQUEST_LOG_MB_PER_DAY',
    100,
    1,
    100_000,
    'megabytes of the request log that one merchant may fill in a day',
  ),
  CALLBACK_NETWORKS: z
    .string()
    .transform(listOf)
    .refine((networks) => networks.every(isNetwork), {
      error:
        'CALLBACK_NETWORKS must be address ranges with commas between them, such as 10.1.0.0/16,fd12:3456::/32.',
    })
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform(listOf)
    .refine((networks) => networks.every(isNetwork), {
      error: 'TRUSTED_PROXIES must be address ranges separated by commas, such as 10.0.0.0/8,fd00::/8.',
    })
    .optional(),
})

export type Settings = ReturnType<typeof toSettings>

/** The configuration of every process. */
export type Config = Omit<Settings, 'databaseUrl' | 'authSecret' | 'encryptionKey'> & {
  databaseUrl: string
  authSecret: string
  /** 32 bytes in base64. */
  encryptionKey: string
}

function toSettings(env: z.infer<typeof environmentSchema>) {
  const embedded = !env.DATABASE_URL || env.KASSA_EMBEDDED === '1'
  return {
    port: env.PORT,
    host: env.HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    /** The address under which people reach it, without a slash at the end. */
    baseUrl: env.BASE_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL,
    /** A replica of the database, for lists and reports. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** Whether Kassa runs its own PostgreSQL. */
    embedded,
    development: env.NODE_ENV === 'development',
    dataDir: resolve(env.DATA_DIR),
    authSecret: env.AUTH_SECRET,
    encryptionKey: env.ENCRYPTION_KEY,
    resendApiKey: env.RESEND_API_KEY,
    resendBaseUrl: env.RESEND_BASE_URL,
    resendWebhookSecret: env.RESEND_WEBHOOK_SECRET,
    smtpUrl: env.SMTP_URL,
    /** Whether mail is sent rather than only stored. */
    sendsMail: env.RESEND_API_KEY !== undefined || env.SMTP_URL !== undefined,
    stripeBaseUrl: env.STRIPE_BASE_URL,
    stripeJsUrl: env.STRIPE_JS_URL,
    mailFrom: env.MAIL_FROM,
    logLevel: env.LOG_LEVEL,
    databasePool: env.DATABASE_POOL,
    /** Where this process serves its metrics. Undefined if it does not. */
    metrics: env.METRICS_PORT && { port: env.METRICS_PORT, host: env.METRICS_HOST },
    operationStaleSeconds: env.OPERATION_STALE_SECONDS,
    cardServiceTimeoutMs: env.CARD_SERVICE_TIMEOUT_MS,
    /** How long the simulated acquirer takes, in ms; undefined if it responds at once. */
    testCardDelay: env.TEST_CARD_DELAY_MS,
    requestLogMbPerHour: env.REQUEST_LOG_MB_PER_HOUR,
    requestLogMbPerDay: env.REQUEST_LOG_MB_PER_DAY,
    /** CIDR ranges besides the public internet that callbacks can go to. */
    callbackNetworks: env.CALLBACK_NETWORKS ?? (embedded ? ['127.0.0.0/8', '::1/128'] : []),
    /** CIDR ranges of proxies whose X-Forwarded-For is trusted. */
    trustedProxies: env.TRUSTED_PROXIES ?? [],
  }
}

const twoMailServices =
  'RESEND_API_KEY and SMTP_URL are both set, and mail can only be sent through one of them. Remove the other.'

/**
 * Reads what people can set. In embedded mode, the database's address and the secrets can still be missing. Throws a
 * ConfigError with every mistake.
 */
export function loadSettings(env: Environment): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environmentSchema.safeParse(present)
  const problems = parsed.error?.issues.map((issue) => issue.message) ?? []
  // Generated secrets would be lost with the machine, while the data stays in the database.
  if (present.DATABASE_URL && !present.AUTH_SECRET) problems.push(missing.AUTH_SECRET)
  if (present.DATABASE_URL && !present.ENCRYPTION_KEY) problems.push(missing.ENCRYPTION_KEY)
  if (present.RESEND_API_KEY && present.SMTP_URL) problems.push(twoMailServices)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return toSettings(parsed.data)
}

/** The whole configuration from an environment. Throws a ConfigError with every mistake. */
export function loadConfig(env: Environment): Config {
  const { databaseUrl, authSecret, encryptionKey, ...rest } = loadSettings(env)
  if (!databaseUrl || !authSecret || !encryptionKey) throw new ConfigError([missing.DATABASE_URL])
  return { ...rest, databaseUrl, authSecret, encryptionKey }
}
