import { findLogo } from '@/server/merchant/logo'
import { runtime } from '@/server/runtime'

/** A logo that a merchant has uploaded. Its address names its content, so it can be cached forever. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ merchantId: string; id: string }> },
): Promise<Response> {
  const { merchantId, id } = await params
  const found = await findLogo({ db: runtime().db, merchant: { id: merchantId } }, id)
  if (!found) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(found.content), {
    headers: {
      'Content-Type': `image/${found.type}`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      // Mail programs and shops show it too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
