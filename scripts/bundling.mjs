/**
 * How esbuild compiles scripts with the packages that they use into a few files, which start in half the time.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const bundling = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  // Packages in the older module format load the modules of Node with `require`.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
  // Packages with binaries or files of their own, that load themselves in parts, or that processes load only when needed.
  external: [
    '@e-invoice-eu/core',
    '@node-rs/argon2',
    '@react-email/render',
    'fontkit',
    'graphile-worker',
    'next',
    'nodemailer',
    'pdfkit',
    'pg',
    'react',
    'react-dom',
    'react-email',
  ],
}
