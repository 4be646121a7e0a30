/** How many may fail before the others of the merchant wait for the next run: its connection may be broken. */
const maxFailures = 20

interface AtService {
  merchantId: string
  service: string
}

/**
 * Does something at the card services for every row of a list. `next`: the page after a row, shorter than `batch` if it is
 * the last. An error at one row does not stop the others. Returns how many were done.
 */
export async function eachByMerchant<T extends AtService>({
  batch,
  next,
  act,
  onError,
}: {
  batch: number
  next: (after: T | undefined) => Promise<T[]>
  /** Returns whether it did anything. */
  act: (row: T) => Promise<boolean>
  /** `failed`: how many of the same merchant have failed before. */
  onError: (error: unknown, row: T, failed: number) => void
}): Promise<number> {
  const failures = new Map<string, number>()
  let done = 0
  for (let after: T | undefined; ; ) {
    const page = await next(after)
    for (const row of page) {
      const place = `${row.merchantId} ${row.service}`
      const failed = failures.get(place) ?? 0
      if (failed === maxFailures) continue
      try {
        if (await act(row)) done++
      } catch (error) {
        failures.set(place, failed + 1)
        onError(error, row, failed)
      }
    }
    after = page.at(-1)
    if (page.length < batch) return done
  }
}
