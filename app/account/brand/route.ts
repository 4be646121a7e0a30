import { brandColours, styleSheetOf } from '../../_parts/customer/brand'

/** The style sheet of a merchant's colour. It follows from the colour alone, and so can be kept for good. */
export function GET(request: Request): Response {
  const colours = brandColours(`#${new URL(request.url).searchParams.get('colour')}`)
  if (!colours) return new Response('', { status: 404 })
  return new Response(styleSheetOf(colours), {
    headers: { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
