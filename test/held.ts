/** A promise that a test resolves when it wants to. */
export interface Held<T> {
  promise: Promise<T>
  resolve(value: T): void
}

export function held<T>(): Held<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
