import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from './config/file'
import { ConfigError } from './config/schema'

const demoSchema = z.object({
  url: z.string(),
  merchant: z.string(),
  email: z.string(),
  password: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  signingSecret: z.string(),
  /** Until its orders have been created. Stays if that was interrupted, because it is not resumed. */
  incomplete: z.literal(true).optional(),
})

/** What a person needs to get started, stored next to the data for people and scripts. */
export type Demo = z.infer<typeof demoSchema>

/** Returns the path of the file with the details of the demo merchant. */
export function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

export function writeDemo(dataDir: string, demo: Demo): void {
  replaceFile(demoFile(dataDir), `${JSON.stringify(demo, null, 2)}\n`)
}

/** The details of the first start, with the address of the latest. Throws a ConfigError if their file is damaged. */
export function readDemo(dataDir: string): Demo | undefined {
  const path = demoFile(dataDir)
  if (!existsSync(path)) return undefined
  try {
    return demoSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    // The cause quotes the file, which has a private key.
    throw new ConfigError([`${path} is damaged. Restore it from a backup, or delete it.`])
  }
}
