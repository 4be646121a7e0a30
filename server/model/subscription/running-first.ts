/** Returns subscriptions in their order, but those that have ended last. */
export const runningFirst = <S extends { ended: Date | null }>(subscriptions: readonly S[]): S[] =>
  subscriptions.toSorted((one, other) => Number(one.ended !== null) - Number(other.ended !== null))
