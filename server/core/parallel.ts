/** Runs `work` on all inputs, at most `concurrency` at once. Returns the results in the order of the inputs. */
export async function inParallel<T, R>(
  inputs: readonly T[],
  concurrency: number,
  work: (input: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(inputs.length)
  // Shared: each lane takes the next input as soon as it is free.
  const queue = inputs.entries()
  await Promise.all(
    Array.from({ length: Math.min(concurrency, inputs.length) }, async () => {
      for (const [index, input] of queue) results[index] = await work(input, index)
    }),
  )
  return results
}
