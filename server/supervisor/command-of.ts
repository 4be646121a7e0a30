/**
 * A web process or worker needs about 100 MB. On a large machine V8 allows itself several gigabytes, and would let
 * garbage grow to four times that before it cleans up. By default, it marks garbage with four threads, which keep both
 * cores of a small machine busy for 50 ms while requests wait. One thread takes longer but leaves a core free.
 * It would also mark whenever the heap has grown by a third, which is every two seconds under load. So the heap may
 * double first. The young generation keeps the size that it has on Node 20: on Node 24, it could become four times as
 * large, which takes 100 MB more.
 * `npm run web` and `npm run worker` set the same options.
 */
const v8Options = [
  '--max-old-space-size=1024',
  '--max-semi-space-size=16',
  '--v8-pool-size=1',
  '--heap-growing-percent=100',
]

/** Returns the arguments that start a process of Kassa: compiled by the build, or from its source in development. */
export const commandOf = (name: string, development: boolean): string[] =>
  development ? ['--import', 'tsx', `server/${name}/main.ts`] : [...v8Options, `.next/kassa/${name}.mjs`]
