import { demoFile } from '@/app/_parts/demo-file'
import { config } from '@/server/core/config/config'
import { readDemo } from '@/server/core/demo'

/** The parts of the demo merchant that a shop's page may know. It exists with the embedded database only. */
export function demoShop(): { merchant: string; publicKey: string } | undefined {
  if (demoFile() === undefined) return undefined
  const { dataDir } = config()
  const demo = readDemo(dataDir)
  return demo && { merchant: demo.merchant, publicKey: demo.publicKey }
}
