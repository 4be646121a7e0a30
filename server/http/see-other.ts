/** Returns a relative redirect, which works under every host name of this server. */
export const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })
