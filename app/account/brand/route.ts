import { brandColours, styleSheetOf } from '../../_parts/customer/brand'

/** The style sheet for a merchant's colour. It depends on the colour only, so it can be cached forever. */
export function GET(request: Request): Response {
  const colours = brandColours(`#${new URL(request.url).searchParams.get('colour')}`)
  if (!colours) return new Response('', { status: 404 })
  return new Response(styleSheetOf(colours), {
    headers: { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
