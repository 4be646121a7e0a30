/**
 * A web process or worker needs about 100 MB. On a large machine V8 allows itself several gigabytes, and would let
 * garbage grow to four times that before it cleans up. `npm run web` and `npm run worker` set the same limit.
 */
const heapLimit = '--max-old-space-size=1024'

/** Returns the arguments that start a process of Kassa: compiled by the build, or from its source in development. */
export const commandOf = (name: string, development: boolean): string[] =>
  development ? ['--import', 'tsx', `server/${name}/main.ts`] : [heapLimit, `.next/kassa/${name}.mjs`]
