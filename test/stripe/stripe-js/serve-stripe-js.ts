import path from 'node:path'
import { build } from 'esbuild'
import type { Reply } from '../start-double'

const scripts: Record<string, string> = {
  '/v3': 'page.ts',
  '/v3/': 'page.ts',
  '/v3/stripe.js': 'page.ts',
  '/v3/element.js': 'element.ts',
  '/v3/controller.js': 'controller.ts',
}
const frames = ['/v3/element.html', '/v3/controller.html']

const compiled = new Map<string, Promise<string>>()

/** Compiles a script for the browser, once. */
function compile(file: string): Promise<string> {
  const known = compiled.get(file)
  if (known) return known
  const script = build({
    entryPoints: [path.join(import.meta.dirname, file)],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  compiled.set(file, script)
  return script
}

/** Serves the double of Stripe.js and the pages of its frames. */
export async function serveStripeJs(pathname: string): Promise<Reply> {
  const file = Object.hasOwn(scripts, pathname) ? scripts[pathname] : undefined
  if (file !== undefined) return reply(200, 'text/javascript', await compile(file))
  if (!frames.includes(pathname)) return reply(404, 'text/plain', 'Not found')
  const script = pathname.replace('.html', '.js')
  const style =
    'body{margin:0;display:flex;flex-wrap:wrap;gap:8px}input{flex:1;min-width:40px;font:inherit;border:0}'
  const html = `<!doctype html><html lang="en"><title>Card</title><style>${style}</style><body><script src="${script}"></script></body></html>`
  return reply(200, 'text/html', html)
}

const reply = (status: number, type: string, body: string): Reply => ({
  status,
  body,
  headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' },
})
