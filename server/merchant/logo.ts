import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import PDFDocument from 'pdfkit'
import { logo, type logoTypes } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { sha256 } from '../core/crypto'
import { fontFiles } from '../core/font-files'
import { log } from '../core/log'
import { fail } from '../model/errors'
import { changeMerchant } from './change-merchant'
import { isDrawablePng, isPng } from './png'

export type Logo = Pick<typeof logo.$inferSelect, 'type' | 'content'>

/** The maximum size of an uploaded logo, in bytes. */
export const maxLogoBytes = 200_000
/** The maximum number of pixels: an image's memory depends on them, not on its bytes. */
const maxPixels = 4_000_000

/**
 * Stores an image and makes it the merchant's logo. It gets its own address, so that pages and mail use it like any
 * logo. Documents take it from the database: they never load anything from an outside address.
 */
export async function uploadLogo(context: Context, content: Uint8Array) {
  const type = content.length > maxLogoBytes ? undefined : typeOf(content)
  if (!type || !canBeDrawn(content)) throw fail('logo.unusable', {})
  const { merchant, db, clock, baseUrl } = context
  const id = sha256(content)
  await db
    .insert(logo)
    .values({ merchantId: merchant.id, id, type, content, created: clock.now() })
    .onConflictDoNothing()
  return changeMerchant(context, { branding: { logo: `${baseUrl}${pathOf(merchant.id, id)}` } })
}

const pathOf = (merchantId: string, id: string): string => `/logo/${merchantId}/${id}`

/** Returns the logo at an address for drawing, if it was uploaded here; undefined for addresses elsewhere. */
export async function readLogo(scope: Scope, address: string | undefined): Promise<Logo | undefined> {
  const id = /\/([0-9a-f]{64})$/.exec(address ?? '')?.[1]
  if (!id || !address?.endsWith(pathOf(scope.merchant.id, id))) return undefined
  const found = await findLogo(scope, id)
  // Earlier versions stored images that end the process when they are drawn.
  return found && typeOf(found.content) ? found : undefined
}

export async function findLogo(
  { db, merchant }: { db: Scope['db']; merchant: { id: string } },
  id: string,
): Promise<Logo | undefined> {
  const [found] = await db
    .select({ type: logo.type, content: inBase64(logo.content) })
    .from(logo)
    .where(and(eq(logo.merchantId, merchant.id), eq(logo.id, id)))
  return found
}

/** Reads a file independently of `bytea_output`, which a pooler does not let a connection set. */
const inBase64 = (column: PgColumn) =>
  sql<Buffer>`encode(${column}, 'base64')`.mapWith((text: string) => Buffer.from(text, 'base64'))

/** Returns the type of a PNG or JPEG of a reasonable size; undefined for anything else. */
function typeOf(content: Uint8Array): (typeof logoTypes)[number] | undefined {
  if (isPng(content)) return isDrawablePng(content, maxPixels) ? 'png' : undefined
  return isWholeJpeg(content) ? 'jpeg' : undefined
}

function isWholeJpeg(content: Uint8Array): boolean {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  if (content.length < 24 || view.getUint16(0) !== 0xffd8) return false
  const { width, height } = sizeOfJpeg(view) ?? { width: 0, height: 0 }
  // A truncated file would be drawn as a broken image.
  const isWhole = Buffer.from(content).toString('latin1').trimEnd().endsWith('\xff\xd9')
  return isWhole && width * height > 0 && width * height <= maxPixels
}

function canBeDrawn(content: Uint8Array): boolean {
  try {
    const pdf = new PDFDocument({ font: fontFiles.dejavu.regular })
    // PDFKit needs a `Buffer`.
    pdf.image(Buffer.from(content), 0, 0, { fit: [100, 100] })
    pdf.end()
    return true
  } catch (error) {
    log.info({ error }, 'an uploaded logo cannot be drawn')
    return false
  }
}

/** Looks for the segment of a JPEG that has its size. */
function sizeOfJpeg(view: DataView): { width: number; height: number } | undefined {
  let at = 2
  while (at + 9 < view.byteLength) {
    const marker = view.getUint16(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (marker < 0xff00) return undefined
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
