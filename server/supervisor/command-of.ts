/**
 * A web process or worker needs about 100 MB. On a large machine V8 allows itself several gigabytes, and would let
 * garbage grow to four times that before it cleans up. It marks garbage with four threads, which take all cores of a
 * small machine from requests for 50 ms; one takes longer, beside them. `npm run web` and `npm run worker` set the same.
 */
const v8Options = ['--max-old-space-size=1024', '--v8-pool-size=1']

/** Returns the arguments that start a process of Kassa: compiled by the build, or from its source in development. */
export const commandOf = (name: string, development: boolean): string[] =>
  development ? ['--import', 'tsx', `server/${name}/main.ts`] : [...v8Options, `.next/kassa/${name}.mjs`]
